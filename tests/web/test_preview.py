"""The puzzle of the day, its picture, and the previews of addresses that name a puzzle."""

import datetime
import html
import re

import pytest

from huarong.library.catalogue import daily
from tests.web.api import CLASSIC, TestClient

PNG = b"\x89PNG"


def tags(client: TestClient, lang: str = "en", **query: str) -> dict[str, str]:
    """The Open Graph tags of the playing page at an address."""
    page = client.get("/", params=query, headers={"accept-language": lang}).text
    return {
        key: html.unescape(value) for key, value in re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page)
    }


def test_the_puzzle_of_a_day(client: TestClient) -> None:
    found = client.get("/api/v1/daily", params={"date": "2026-11-30"}).json()
    assert found["date"] == "2026-11-30" and found["name"] == daily(datetime.date(2026, 11, 30)).name
    assert found["puzzle"].items() <= client.get("/api/v1/puzzle", params={"text": found["name"]}).json().items()
    assert client.get(found["picture"]).content.startswith(PNG)
    today = datetime.datetime.now(datetime.UTC).date()
    days = {str(today), str(today + datetime.timedelta(1))}  # midnight may pass
    assert client.get("/api/v1/daily").json()["date"] in days
    for text in ("2026-02-30", "x"):
        answer = client.get("/api/v1/daily", params={"date": text})
        assert answer.status_code == 400 and answer.json()["error"]["field"] == "date"


def test_pngs_are_of_bounded_size(client: TestClient) -> None:
    for puzzle in (CLASSIC, f"A{'.' * 19}/{'/'.join(['.' * 20] * 19)}/goal:/{'/'.join(['.' * 20] * 19)}/{'.' * 19}A"):
        data = client.get("/api/v1/png", params={"puzzle": puzzle}).content
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        assert data.startswith(PNG) and 250_000 < width * height < 6_000_000


def test_an_address_with_a_puzzle_has_its_name_and_picture(client: TestClient) -> None:
    found = tags(client, p=CLASSIC)
    assert found["title"] == f"{CLASSIC} · Sword Across the Saddle · 华容 Huarong"
    assert found["description"] == "10 pieces on a board of 4x5; shortest solution: 81 moves"
    assert tags(client, "zh", p=CLASSIC)["description"] == "棋盘 4x5，10 枚棋子；最短解 81 步"
    start, later = ({"p": "AB/../goal:/../AB", **at} for at in ({}, {"at": "2.3"}))
    pictures = {client.get(tags(client, **each)["image"]).content for each in (start, later)}
    assert len(pictures) == 2 and all(each.startswith(PNG) for each in pictures)


@pytest.mark.parametrize("text", ["", "no such puzzle", "A./AB:", '"><script>alert(1)</script>', "A" * 5000])
def test_an_address_without_a_puzzle_has_the_general_preview(client: TestClient, text: str) -> None:
    assert client.get("/", params={"p": text}).text == client.get("/").text


def test_names_are_escaped(client: TestClient) -> None:
    page = client.get("/", params={"p": 'name: "><b>\nA.\ngoal:\n.A'}).text
    assert "<b>" not in page.replace('<b lang="zh">', "") and 'og:title" content="&quot;&gt;&lt;b&gt;' in page
