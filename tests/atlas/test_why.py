"""Reasons of hints: every sentence is true of the solution and the grades that it speaks of, by the naive rules."""

import pytest
from hypothesis import given

import huarong as hr
from huarong.atlas.why import Graded, why
from tests import naive
from tests.cli.running import read, run
from tests.examples import examples
from tests.strategies import puzzles


def cells(puzzle, piece, head):
    """The cells of a piece, by its shape alone."""
    kind = puzzle.kinds[{p.symbol: p.kind for p in puzzle.pieces}[piece]]
    width = puzzle.board.width
    return {(head % width + dx, head // width + dy) for dx, dy in kind.shape}


def swept(puzzle, move):
    """The cells that a move covers on its way and where it stops, without those that it begins on."""
    width, head, found = puzzle.board.width, move.start, set()
    for leg in move.legs:
        for _ in range(leg.cells):
            head += {"U": -width, "D": width, "L": -1, "R": 1}[leg.direction]
            found |= cells(puzzle, move.piece, head)
    return found - cells(puzzle, move.piece, move.start)


def check(puzzle, hint):
    """Check each sentence of a hint's reason. Returns the kinds."""
    reason = hint.reason
    if reason is None:
        return []
    assert reason.move == hint.best[0] and all(each.message("zh") for each in reason.because)
    line = hint.line
    for each in reason.because:
        values = each.values
        others = [graded for graded in hint.moves if graded.move != hint.best[0]]
        if each.kind == "only move":
            assert not others and len(naive.neighbours(puzzle, naive.start(puzzle), str(hint.metric))) == 1
        elif each.kind == "only way":
            assert others and all(o.distance is None for o in others)
        elif each.kind == "others lose":
            assert min(o.loses for o in others if o.loses is not None) == values["n"] > 0
        elif each.kind == "arrives":
            assert stays(puzzle, line, 0)
        elif each.kind == "goes to its place":
            assert line[values["n"]].piece == line[0].piece and stays(puzzle, line, values["n"])
        elif each.kind == "goes on":
            assert line[values["n"]].piece == line[0].piece
        else:
            # Were the move not made, the later one would run into its piece: follow the chain link by link.
            first = cells(puzzle, line[0].piece, line[0].start)
            if "key" not in values:
                index = values.get("n", 1)
                assert swept(puzzle, line[index]) & first and line[index].label == values["other"]
            else:
                key = line[values["n"]]
                assert key.label == values["key"] and linked(puzzle, line, 0, values["n"])
                if each.kind == "makes way to arrive":
                    assert stays(puzzle, line, values["n"])
                else:
                    assert values["other"] != values["key"]
                    assert key.piece not in [move.piece for move in line[: values["n"]]]
    return [each.kind for each in reason.because]


def stays(puzzle, line, number):
    """Whether a move is the last of its piece, and leaves it where a goal that is met at the end wants it."""
    heads = {piece.symbol: (piece.kind, piece.head) for piece in puzzle.pieces}
    for move in line:
        heads[move.piece] = heads[move.piece][0], move.stop
    met = [some for some in puzzle.goal.alternatives if set(some) <= set(heads.values())]
    piece = line[number].piece
    return piece not in [m.piece for m in line[number + 1 :]] and any(heads[piece] in some for some in met)


def linked(puzzle, line, start, end):
    """Whether some chain of moves leads from one to another, each entering a cell that the one before was on."""
    reached = {start}
    for number in range(start + 1, end + 1):
        entered = swept(puzzle, line[number])
        if any(entered & cells(puzzle, line[i].piece, line[i].start) for i in reached):
            reached.add(number)
    return end in reached


@pytest.mark.parametrize("name", ["横刀立马", "Rush Hour 25", "捷足先登", "Pennant", "876543210", "Simplicity"])
def test_each_sentence_along_a_best_way_is_true(name):
    puzzle, kinds = hr.puzzle(name), set()
    oracle = hr.Oracle(puzzle)
    hint = oracle.hint()
    for _ in range(25):
        if not hint.best:
            break
        kinds.update(check(puzzle.started(hint.heads), hint))
        hint = oracle.hint(hint.position.after(hint.best[0]))
    assert "others lose" in kinds or name == "Simplicity"
    assert {"makes way", "makes way at once", "makes way for a chain"} & kinds or name == "876543210"
    assert name != "876543210" or {"makes way to arrive", "goes to its place"} <= kinds


@examples(60)
@given(puzzles())
def test_each_sentence_of_random_puzzles_is_true(puzzle):
    check(puzzle, hr.hint(puzzle))


def test_the_reason_in_words_by_command():
    text = run("hint", "横刀立马", "--why").output
    assert "Soldier 1 (N) D1: Soldier 1 makes way for Ma Chao, so that Cao Cao can move 25 moves later." in text
    assert "卒一给马超让路，25 步后曹操就能动了。" in run("hint", "横刀立马", "--why", lang="zh").output
    found = read("hint", "横刀立马", "--why")["reason"]
    assert found["move"] == "N D1" and found["because"][0]["kind"] == "makes way for a chain"
    assert "reason" not in read("hint", "横刀立马")


def test_others_lose_only_if_each_of_them_is_known_to():
    puzzle = hr.Puzzle.parse("A.B/...", goal=".../B.A")
    best, *others = (Graded(move, 0, loses=0) for move in puzzle.moves())
    graded = [[each._replace(loses=n, known=known) for each in others[:2]] for n, known in ((2, True), (None, False))]
    (a, b), (unknown, _) = graded
    for costs, text in (
        ([best, a, b], "Anything else takes at least 2 moves more."),
        ([best, a, others[1]], None),
        ([best, unknown, b], None),
    ):
        reason = why(puzzle, [best.move], costs, None)
        assert (reason and reason.message()) == text


def test_what_is_solved_or_cannot_be_has_no_reason():
    assert hr.hint("走投无路").reason is None and hr.hint("AB/..//goal:/AB/..").reason is None


def test_a_place_that_only_another_goal_wants_is_no_arrival():
    """B makes way on a cell that a farther goal wants; the goal that is reached does not."""
    hint = hr.hint("AB.C.../#.#####/goal:/..A..../......./goal:/......C/.B.....", "step")
    assert [move.path for move in hint.line] == ["D1", "R1", "R1"]
    assert {each.kind for each in hint.reason.because} & {"arrives", "makes way at once"} == {"makes way at once"}
