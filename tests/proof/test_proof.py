"""Certificates are accepted where they are true and refused where they are not, however they are changed."""

import json
import random
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, strategies as st

import huarong as hr
from huarong.library import entries
from huarong.limits import Limits, Watch
from huarong.model.board import METRICS
from huarong.proof import Refused, UncheckableError, certificate, check, checker, prove
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles, symmetric_puzzles

TINY = "A./../goal:/../.A"
SMALL = (TINY, "AAB/.../C../goal:/.../.AA/...", "AAB./goal:/BAA.", "AB/../goal:/../AB")

BOUNDED = (
    ("1234/567./goal:/2134/657.", "move", 1091),
    ("AABB/C..D/EEFF/goal:/..../..../AA..", "slide", 84),
    ("A.B/C.D/E.F/goal:/B.A/.../...", "step", 148),
    ("AABB/C..D/EEFF/goal:/..../..../AA..", "move", 84),
    ("A.B/C.D/E.F/goal:/B.A/.../.../goal:/.../.../B.A", "step", 148),
)
"""Puzzles, metrics, and so few layouts that patterns are needed."""


def bounded():
    """Certificates with patterns."""
    return [prove(text, metric, max_layouts=most) for text, metric, most in BOUNDED]


def counted(puzzle, metric):
    """The length of a shortest solution and how many there are, by the naive twin; None where there is none."""
    level, seen, depth = {naive.start(puzzle): 1}, {naive.start(puzzle)}, 0
    while level:
        many = sum(ways for layout, ways in level.items() if naive.solved(puzzle, layout))
        if many:
            return depth, many
        after = {}
        for layout, ways in level.items():
            for to in set(naive.neighbours(puzzle, layout, metric)) - seen:
                after[to] = after.get(to, 0) + ways
        seen |= set(after)
        level, depth = after, depth + 1
    return None, None


def parts(data):
    """The header and the heights of a certificate, unpacked."""
    end = data.index(b"\n", len(checker.MAGIC))
    packed = data[end + 1 : -4]
    return json.loads(data[len(checker.MAGIC) : end]), zlib.decompress(packed) if packed else b""


def signed(header, values, magic=checker.MAGIC):
    """A certificate of these parts, with a checksum that is right."""
    body = (
        magic
        + json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
        + b"\n"
        + (zlib.compress(values) if values else b"")
    )
    return body + zlib.crc32(body).to_bytes(4, "little")


@examples(60)
@given(puzzles(limit=150) | symmetric_puzzles(), st.sampled_from(METRICS))
def test_what_is_proved_is_what_the_naive_twin_finds(puzzle, metric):
    found = prove(puzzle, metric)
    assert (found.solution.length, found.solutions) == counted(puzzle, metric)
    text = check(found.data)
    assert ("no solution" in text) == (found.solution.length is None)


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("metric", METRICS)
def test_no_byte_can_be_changed(text, metric):
    data = prove(text, metric).data
    check(data)
    for at in range(len(data)):
        for flip in (1, 0x20, 0x80, 0xFF):
            with pytest.raises(Refused):
                check(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])
        with pytest.raises(Refused):
            check(data[:at])
    with pytest.raises(Refused):
        check(data + b"\0")


def believed(header, values):
    """Whether the checker accepts a certificate; if so, its theorem must be true, whatever its puzzle."""
    try:
        check(signed(header, values))
    except Refused:
        return False
    board = hr.Board(header["width"], header["height"], frozenset(header["walls"]), frozenset(header["gates"]))
    assert true(board, header)
    return True


def true(board, header):
    """Whether the naive twin agrees with a certificate's claims."""
    puzzle = described(board, header)
    length, ways = counted(puzzle, header["metric"])
    return (header["length"], header.get("solutions")) == (length, None if header.get("patterns") else ways)


def described(board, header):
    """The puzzle that a header describes."""
    kinds = [
        hr.Kind(tuple(map(tuple, sorted(cells, key=lambda c: (c[1], c[0])))), ways, gates, str(k))
        for k, (cells, ways, gates) in enumerate(header["kinds"])
    ]
    pieces = [hr.Piece(chr(97 + i), chr(97 + i), k, head) for i, (k, head) in enumerate(header["start"])]
    goal = hr.Goal.of([[tuple(each) for each in one] for one in header["goal"]])
    pieces.sort(key=lambda piece: (piece.kind, piece.head))
    return hr.Puzzle(board, tuple(kinds), tuple(pieces), goal)


def changed(header, values, rng):
    """A header and heights with one change."""
    header, values = json.loads(json.dumps(header)), bytearray(values)
    way = rng.randrange(9)
    if way == 0 and values:
        values[rng.randrange(len(values))] ^= 1 << rng.randrange(8)
    elif way == 1:
        header["length"] = rng.choice([None, 0, 1, 2, 3, (header["length"] or 0) + 1])
    elif way == 2:
        header["layouts"] += rng.choice([-1, 1])
    elif way == 3 and header.get("solutions"):
        header["solutions"] += rng.choice([-1, 1])
    elif way == 4:
        header["metric"] = rng.choice(["step", "slide", "move"])
    elif way == 5:
        header["mirror"] = not header["mirror"]
    elif way == 6:
        _nudge(header, rng)
    elif way == 7:
        _pattern(header, rng)
    elif header.get("solution"):
        move = rng.choice(header["solution"])
        move[rng.randrange(3)] = rng.randrange(header["width"] * header["height"])
    return header, bytes(values)


def _pattern(header, rng):
    """Put a kind into another pattern, or add or remove a group of patterns."""
    groups = header.setdefault("patterns", [])
    if groups and rng.random() < 0.3:
        groups.pop()
    elif groups and rng.random() < 0.6:
        rng.choice(groups)[rng.randrange(len(header["kinds"]))] = rng.randrange(4)
    else:
        groups.append([rng.randrange(3) for _ in header["kinds"]])
        header.pop("solutions", None)


def _nudge(header, rng):
    """Change one number somewhere in the description of the puzzle."""
    cells = header["width"] * header["height"]
    which = rng.choice(["start", "goal", "walls", "kinds", "width", "ways"])
    if which == "start":
        rng.choice(header["start"])[rng.randrange(2)] = rng.randrange(cells)
    elif which == "goal":
        rng.choice(rng.choice(header["goal"]))[1] = rng.randrange(cells)
    elif which == "walls":
        header["walls"].append(rng.randrange(cells))
    elif which == "kinds":
        rng.choice(header["kinds"])[0].append([rng.randrange(-1, 3), rng.randrange(0, 3)])
    elif which == "width":
        header["width"] += rng.choice([-1, 1])
    else:
        rng.choice(header["kinds"])[1] = rng.choice(["", "U", "LR", "UD", "UDLR"])


@pytest.mark.parametrize("tries", [500, pytest.param(100_000, marks=pytest.mark.slow)])
def test_nothing_false_is_accepted_however_it_is_signed(tries):
    rng = random.Random(7)
    originals = [parts(prove(text, metric).data) for text in SMALL for metric in METRICS]
    originals += [parts(each.data) for each in bounded()[1:]]
    accepted = 0
    for _ in range(tries):
        header, values = rng.choice(originals)
        for _ in range(rng.choice([1, 1, 2, 3])):
            header, values = changed(header, values, rng)
        accepted += believed(header, values)
    assert accepted < tries / 2


@examples(30, suppress_health_check=list(HealthCheck))
@given(puzzles(limit=100), st.sampled_from(METRICS), st.randoms(use_true_random=False))
def test_nothing_false_is_accepted_of_any_puzzle(puzzle, metric, rng):
    header, values = parts(prove(puzzle, metric).data)
    for _ in range(10):
        other = changed(header, values, rng)
        if len(other[0]["start"]) < 8:
            believed(*other)


@pytest.mark.parametrize("junk", [b"", b"x", checker.MAGIC, checker.MAGIC + b"{}\n1234"])
def test_what_is_no_certificate_is_refused(junk):
    with pytest.raises(Refused):
        check(junk)


@pytest.mark.parametrize("junk", [b"", b"x", checker.MAGIC[1:], checker.MAGIC.decode(), None])
def test_what_does_not_begin_as_one_is_no_certificate(junk):
    with pytest.raises(Refused, match="this is no certificate"):
        check(junk)


@pytest.mark.parametrize(
    ("name", "metric", "length", "ways"),
    [
        pytest.param("876543210", "step", 30, 10, marks=pytest.mark.slow),
        ("横刀立马", "move", 81, 256),
        ("走投无路", "step", None, None),
    ],
)
def test_known_puzzles(name, metric, length, ways):
    found = prove(name, metric)
    assert (found.solution.length, found.solutions) == (length, ways)
    theorem = check(found.data)
    assert str(length or "no solution") in theorem
    assert len(found.data) <= 100_000
    assert "data" not in repr(found)


def test_too_many_layouts_give_none():
    with pytest.raises(UncheckableError, match="more than 1,000 layouts") as caught:
        prove("横刀立马", max_layouts=1000)
    assert caught.value.lower == caught.value.solution.length == 81
    assert "the search found 81 moves and no shorter solution" in str(caught.value)
    assert caught.value.message("zh").endswith("；搜索得到 81 步的解，没有更短的解")
    with pytest.raises(UncheckableError, match="the search proved that there is no solution"):
        prove("A.#./..#./goal:/...A/....", max_layouts=1)


def test_the_goal_is_drawn_with_the_letters_of_the_start():
    said = check(prove("BB.A/..../goal:/..../A...").data)
    assert "    AA.B\n" in said and "    B...\n" in said


@pytest.mark.parametrize(("text", "metric", "most"), BOUNDED)
def test_patterns_prove_where_there_are_too_many_layouts(text, metric, most):
    whole = prove(text, metric)
    found = prove(text, metric, max_layouts=most)
    header, _ = parts(found.data)
    assert header["patterns"]
    assert found.layouts <= most < whole.layouts
    assert found.solutions is None and found.solution.length == whole.solution.length
    said = f"Theorem. {whole.solution.length} {metric}s solve it, and no fewer do.\n"
    assert said in check(found.data)
    for at in range(0, len(found.data), 7):
        with pytest.raises(Refused):
            check(found.data[:at] + bytes([found.data[at] ^ 1]) + found.data[at + 1 :])


@examples(40)
@given(puzzles(limit=150), st.sampled_from(METRICS), st.integers(0, 100))
def test_what_patterns_prove_is_what_the_naive_twin_finds(puzzle, metric, percent):
    whole = prove(puzzle, metric)
    try:
        found = prove(puzzle, metric, max_layouts=whole.layouts * percent // 100)
    except UncheckableError:
        return
    assert found.solution.length == counted(puzzle, metric)[0]
    assert ("no solution" in check(found.data)) == (found.solution.length is None)


def test_a_good_solution_is_no_proof():
    quick = hr.solve("峰回路转", optimal=False)
    if not quick.optimal:
        with pytest.raises(hr.InputError, match="not proved"):
            certificate.certify(quick, 1000, Watch())


def test_keys_that_could_not_be_sorted_within_the_limit_are_refused():
    solution = hr.solve("横刀立马")
    with pytest.raises(hr.LimitReached, match=r"memory limit of 2\.5 MiB"):
        certificate.certify(solution, 100_000, Watch(Limits(5 << 19)))
    assert certificate.certify(solution, 100_000, Watch(Limits(4 << 20))).layouts == 11_925


PEAK = """
import sys
from huarong.errors import LimitReached
from huarong.limits import process_memory
from huarong.proof import prove
try:
    print(prove("Lodzianka", max_memory=sys.argv[1]).layouts)
except LimitReached:
    print(0)
print(process_memory() >> 20)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "layouts"), [(160, 0), (400, 3_272_098)])
def test_the_peak_stays_below_the_limit(setting, layouts):
    args = [sys.executable, "-c", PEAK, f"{setting}M"]
    done = subprocess.run(args, capture_output=True, text=True, check=True)
    found, peak = map(int, done.stdout.split())
    assert (found, peak <= setting) == (layouts, True)


def test_one_way_pieces_have_heights_in_full():
    text = "slide: A=DR B=LR/A../B.#/.../goal:/.../..#/..A"
    found = prove(text, "step")
    header, values = parts(found.data)
    assert len(values) == 2 * header["layouts"]
    check(found.data)
    at = next(i for i in range(0, len(values), 2) if values[i : i + 2] == b"\3\0")
    with pytest.raises(Refused):  # modulo 3, 0 would be 3
        check(signed(header, values[:at] + b"\0\0" + values[at + 2 :]))


def test_the_checker_is_one_short_file_that_needs_nothing(tmp_path):
    source = Path(checker.__file__)
    assert len(source.read_text("utf-8").splitlines()) <= 510  # 55 of them for parity, which every teacher asks about
    assert "huarong" not in {
        line.split()[1].partition(".")[0]
        for line in source.read_text("utf-8").splitlines()
        if line.startswith(("import ", "from "))
    }
    path = tmp_path / "proof"
    prove(TINY, "step").save(path)
    args = [sys.executable, "-I", str(source), str(path)]
    done = subprocess.run(args, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "Theorem. 2 steps solve it, and no fewer do; there are 2 ways" in done.stdout
    path.write_bytes(b"x" + path.read_bytes()[1:])
    done = subprocess.run(args, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 1
    assert done.stderr == "REFUSED: this is no certificate\n"


@pytest.mark.slow
@pytest.mark.parametrize(("start", "metric"), list(enumerate(METRICS)))
def test_openings_and_cards(start, metric):
    """Every twenty-fourth opening and card, with an offset by metric; `benchmarks/proof/certificates.py` has all of
    them.
    """
    chosen = [entry for entry in entries() if entry.group in ("openings", "rush")]
    for entry in chosen[start::24]:
        found = prove(entry.puzzle, metric)
        assert len(found.data) <= 100_000, entry.name
        check(found.data)


def test_what_is_printed_says_all_that_the_claim_depends_on():
    text = "slide: A=DR B=LR/gate: A/AB./.B#/.#C/gates:/.../-.#/.#./goal:/.../..#/A#./goal:/..A/..#/.#."
    header, values = parts(prove(text, "step").data)
    header["kinds"] = [[cells, "" if ways == "UDLR" else ways, gates] for cells, ways, gates in header["kinds"]]
    assert check(signed(header, values)).split("Theorem")[0] == (
        "Let this be the start (`#`: wall, `.`: empty):\n\n    AB.\n    -B#\n    .#C\n\n"
        "on this board (`-`: gate):\n\n    ...\n    -.#\n    .#.\n\n"
        "and this the goal (`.`: anything):\n\n    ..A\n    -.#\n    .#.\n\n    or\n\n    ...\n    -.#\n    A#.\n\n"
        "The pieces, interchangeable if on one line, and where they slide:\n\n"
        "    A: down, right; may enter gates\n    B: left, right\n    C: nowhere\n\n"
        "A step takes a piece one cell on, over empty cells only. Ways differ if their layouts do.\n\n"
    )
    alike = check(prove("AB.C/goal:/A..C", "slide").data)
    assert "    A: up, down, left, right\n    B: up, down, left, right\n    C: " in alike
    assert "    A B: up, down" in check(prove("match: shape/AB./goal:/.A.", "slide").data)


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ([[[0, 0], [1, 0]]], "two pieces overlap"),
        ([[[0, 0], [0, 1]]], "there are too few such pieces"),
        ([[[2, 0]]], "there are too few such pieces"),
    ],
)
def test_a_goal_that_nothing_can_meet_is_said_to_be_such(goal, why):
    header, values = parts(prove("AB/goal:/BA").data)
    header["kinds"].append([[[0, 0]], "", False])
    said = check(signed(header | {"goal": goal}, values))
    assert f"and this the goal (`.`: anything):\n\n    (never met: {why})\n" in said


def test_every_piece_has_a_sign_of_its_own():
    row = "A" + "".join(chr(0x4E00 + i) for i in range(80))
    said = check(prove(f"{row}./goal:/{'.' * 80}{row[80]}.", max_layouts=10).data)
    drawn = said.splitlines()[2].strip()
    assert len(set(drawn)) == len(drawn) == 82


def test_a_puzzle_too_large_for_the_format_has_no_certificate():
    rows = ["ABCDEFGHIJKLMNOPQRS" + "." * 45, *["." * 64] * 63]
    with pytest.raises(hr.InputError, match="cells is 77,824"):
        prove("\n".join([*rows, "goal:", *rows]))
