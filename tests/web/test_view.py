"""The view of a map (map/view.js) in Node, on a canvas that notes what is drawn: what lies under the pointer, panning,
zooming, turning.
"""

import math
import random
from pathlib import Path
from typing import Any

import pytest

from tests.web.node import needs_node, told

pytestmark = needs_node
WIDTH, HEIGHT = 400, 300
VIEW = (Path(__file__).parent / "map_view.js").read_text("utf-8")


def viewed(script: str, points: int = 60, **given: Any) -> Any:
    draw = random.Random(points)
    xy = [draw.uniform(-1, 1) for _ in range(2 * points)]
    about = {"n": points, "xy": xy, "distance": [i % 8 for i in range(points)]}
    return told(VIEW + script, {"width": WIDTH, "height": HEIGHT, "points": about, **given})


@pytest.mark.parametrize("solid", [False, True])
def test_the_point_under_the_pointer_is_the_nearest(solid: bool) -> None:
    script = """view.setSolid(given.solid); view.zoom(1.7, [0.3, -0.2]);
        const places = given.places.map(([x, y]) => { const { clientX, clientY } = at(x, y), [u,
            v] = view.where({ clientX, clientY });
            let best = null, least = given.within;
            for (let i = 0; i < n; i++) { const [a, b] = turned(i), d = Math.hypot(a - u, b - v); if (d < least) [best,
                least] = [i, d]; }
            return [view.nearest([u, v], given.within), best]; });
        const points = Array.from({ length: n }, (_, i) => { const [x, y] = view.where(seen(i)), [u, v] = turned(i),
            p = view.placeOf(i); return Math.hypot(x - u, y - v) + Math.hypot(x - p[0], y - p[1]); });
        return [places, Math.max(...points)];"""
    draw = random.Random(3)
    places = [[50 + draw.random() * WIDTH, 20 + draw.random() * HEIGHT] for _ in range(60)]
    for within in (0.05, 0.3):
        found, off = viewed(script, solid=solid, within=within, places=places)
        assert all(own == best for own, best in found) and off < 1e-6
        assert len({own for own, _ in found}) > 5


def test_zooming_keeps_what_is_under_the_pointer() -> None:
    script = """const found = [];
        for (const [deltaY, ctrlKey] of [[-100, false], [-100, true], [40, true], [9999, false], [-9999, true]]) {
            const before = view.zoomed, where = view.where(at(111, 77)), stopped = fire('wheel', { deltaY, ctrlKey,
                ...at(111, 77) });
            const after = view.where(at(111, 77));
            found.push([Math.log(view.zoomed / before), view.zoomed, Math.hypot(where[0] - after[0],
                where[1] - after[1]), stopped]);
        }
        view.reset();
        return [found, view.pan, view.zoomed];"""
    found, pan, zoomed = viewed(script)
    assert [each[0] for each in found[:3]] == pytest.approx([0.16, 1, -0.4])
    assert [each[1] for each in found[3:]] == [0.6, 80]
    assert all(off < 1e-9 and stopped for _, _, off, stopped in found)
    assert (pan, zoomed) == ([0, 0], 1)


def test_a_drag_moves_the_map_with_the_pointer_and_a_press_is_a_click() -> None:
    script = """const p = seen(7), press = (...moves) => { fire('pointerdown', at(p.clientX, p.clientY));
            for (const [dx, dy] of moves)
                fire('pointermove', at(p.clientX + dx, p.clientY + dy));
            fire('pointerup', at(p.clientX, p.clientY)); };
        fire('pointermove', at(p.clientX, p.clientY)); fire('pointermove', at(p.clientX, p.clientY));
            fire('pointerleave', {}); fire('pointerleave', {});
        press(); press([3, 0], [0, 0]); const few = [...told]; view.reset(); press([3, 0], [6, 0]); press([6, 0]);
        fire('pointerdown', at(1, 1)); fire('pointercancel', at(1, 1));
        const still = told.length; view.reset();
        fire('pointerdown', at(100, 100)); fire('pointermove', at(130, 80)); const q = seen(7); fire('pointerup',
            at(130, 80));
        return [few, still, q.clientX - p.clientX, q.clientY - p.clientY];"""
    few, still, dx, dy = viewed(script)
    assert few == [["hover", 7], ["hover", None], ["click", 7]]
    assert (still, dx, dy) == (3, pytest.approx(30), pytest.approx(-20))


def test_two_fingers_zoom_and_turn_nothing_and_one_turns_a_solid_map() -> None:
    script = """view.setSolid(given.solid); const { yaw, pitch } = view;
        fire('pointerdown', at(150, 100, 1)); fire('pointerdown', at(250, 100, 2)); fire('pointermove', at(149, 100,
            1)); fire('pointermove', at(351, 100, 2));
        const zoomed = view.zoomed; fire('pointerup', at(149, 100, 1)); fire('pointerup', at(351, 100, 2));
            view.reset();
        const before = [view.yaw - yaw, view.pitch - pitch];
        fire('pointerdown', at(100, 100)); fire('pointermove', at(110, 120)); fire('pointermove', { ...at(120, 120),
            shiftKey: true }); const after = [view.yaw - yaw, view.pitch - pitch], pan = view.pan;
        fire('pointermove', at(120, 9999)); const top = view.pitch; fire('pointermove', at(120, -9999));
        return [zoomed, before, after, pan, [view.pitch, top], yaw, pitch];"""
    side = HEIGHT * 0.95
    zoomed, before, after, pan, ends, yaw, pitch = viewed(script, solid=True)
    assert (zoomed, before) == (pytest.approx(2), [0, 0])
    assert after == pytest.approx([0.08, 0.16]) and (yaw, pitch) == (0.5, 1.1)
    assert pan == pytest.approx([-2 * 10 / side, 0]) and ends == [0, pytest.approx(math.pi / 2)]
    zoomed, _, after, pan, ends, yaw, pitch = viewed(script, solid=False)
    assert (zoomed, after, ends, yaw, pitch) == (pytest.approx(2), [0, 0], [0, 0], 0, 0)
    assert pan == pytest.approx([-2 * 20 / side, 2 * 20 / side])


def test_keys_move_and_zoom_the_map() -> None:
    script = """const found = [];
        for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', '+', '=', '-', 'ArrowRight', 'ArrowDown', 'x', '0',
            'Enter']) {
            const stopped = fire('keydown', { key });
            found.push([...view.pan, view.zoomed, stopped]);
        }
        return [found, told, view.nearest([0, 0], 2)];"""
    found, said, middle = viewed(script)
    z = 0.08 / 1.3
    left, last = (-0.08, 0.16), (z - 0.08, 0.16 - z)
    rows = [(-0.08, 0, 1, True), (-0.08, 0.08, 1, True), (*left, 1, True), (*left, 1.3, True), (*left, 1.69, True)]
    rows += [(*left, 1.3, True), (z - 0.08, 0.16, 1.3, True), (*last, 1.3, True), (*last, 1.3, False)]
    assert found == [pytest.approx(row) for row in [*rows, (0, 0, 1, True), (0, 0, 1, True)]]
    assert said == [["click", middle]]


def test_what_is_drawn() -> None:
    script = """view.keep(9); const first = [...drawn]; view.keep(null);
        return [first, drawn.length, canvas.width, canvas.height, uniforms.scale,
            [...view.high].map((h) => Math.round(h * 1000) / 1000)];"""
    drawn, fewer, width, height, scale, high = viewed(script, trail=[0, 3, 5], ratio=1.5)
    large = 2.1 * 1.5 * 1.3 + 11 * 1.5
    lines, points = ["drawElements", "LINES", 2, 0], [["drawElements", "POINTS", 1, n] for n in (2, 3, 4)]
    trail = [["drawElements", "LINE_STRIP", 3, 0], ["drawElements", "POINTS", 3, 1]]
    assert [each[:4] for each in drawn] == [lines, ["drawArrays", "POINTS", 60, 1], *trail, *points]
    assert [each[4] for each in drawn[1:]] == pytest.approx([3.15, 3.15, 5.04, large, large, large])
    assert (fewer, width, height) == (len(drawn) - 1, 600, 450)
    assert scale == pytest.approx([0.95 * 450 / 600, 0.95])
    assert high[:8] == pytest.approx([1.3 * (i / 7 - 0.5) for i in range(8)], abs=1e-3)
