"""`huarong list`."""

from tests.cli.running import read, run


def test_names_are_seen_also_on_narrow_terminals():
    for columns in ("40", "80", "200"):
        lines = run("list", env={"COLUMNS": columns}).output.splitlines()
        assert any("横刀立马" in line and "Sword Across the Saddle" in line for line in lines)
        assert any(line.startswith("Rush Hour 40 ") for line in lines)


def test_filters():
    assert "横刀立马" in run("list", "横刀").output
    assert len(read("list")["puzzles"]) > 570
    (one,) = read("list", "heng-dao-li-ma")["puzzles"]
    assert (one["name_zh"], one["text"]) == ("横刀立马", "1A9BF0C00")


def test_an_easy_puzzle_comes_first_and_an_unsolvable_one_last():
    for words in ((), ("openings",), ("11",)):
        found = read("list", *words)["puzzles"]
        known = [each["rating"] is not None for each in found]
        assert known == sorted(known, reverse=True)
    found = read("list", "openings")["puzzles"]
    assert found[0]["difficulty"] == 1
    assert found[-1]["name_zh"] == "走投无路" and found[-1]["best"]["move"] is None
    named = [each["name_zh"] for each in found if each["rating"] is not None]
    assert all(each.startswith("无名局") for each in named[-78:])


def test_sorting_and_ranges():
    found = read("list", "--sort", "length", "--reverse", "--length", "20..40", "--stars", "..3")
    lengths = [each["best"]["move"] for each in found["puzzles"]]
    assert lengths == sorted(lengths, reverse=True) and 20 <= lengths[-1] <= lengths[0] <= 40
    assert {each["difficulty"] for each in found["puzzles"]} == {2, 3}
    ratings = [each["rating"] for each in read("list", "rush-hour", "--sort", "difficulty")["puzzles"]]
    assert ratings == sorted(ratings) and len(ratings) == 40


def test_difficulties_are_called_as_the_generator_calls_them():
    easy = read("list", "--difficulty", "easy")["puzzles"]
    assert {each["difficulty"] for each in easy} == {1, 2}
    for same in (("--stars", "easy"), ("--stars", "1..2"), ("--rating", "0..40")):
        assert read("list", *same)["puzzles"] == easy
