"""Charts by powers of ten."""

import re

from huarong.draw import power_chart


def test_a_power_of_ten_is_as_far_as_another() -> None:
    picture = power_chart({"a <b>": [(1, 1), (10, 100), (100, 10_000)]}, x="x", y="y", title="t")
    dots = [tuple(map(float, at)) for at in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', picture)]
    (x0, y0), (x1, y1), (x2, y2) = dots
    assert abs((x1 - x0) - (x2 - x1)) < 0.2 and x0 < x1
    assert abs((y0 - y1) - (y1 - y2)) < 0.2 and y1 < y0
    assert "a &lt;b&gt;" in picture and "<title>t</title>" in picture
    assert len(re.findall(r"<tspan", picture)) == 3 + 5
