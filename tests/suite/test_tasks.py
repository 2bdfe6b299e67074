"""Tasks for language models: what a prompt says and does not say, and scores against the naive rules."""

import base64
import functools
import json
import random
import re
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, strategies as st

from huarong.errors import InputError, LimitReached, UnknownName
from huarong.model.puzzle import Puzzle
from huarong.suite import LanguageTask, played, tasks
from huarong.suite.answers import play
from huarong.suite.drawing import DIFFICULTIES, FAMILIES, PLAYERS
from huarong.suite.questions import QUESTIONS, blocking
from tests import naive
from tests.cli.running import environment, process, read, run
from tests.clock import ticking
from tests.examples import examples, tries

ANSWERS = Path(__file__).parents[1] / "data" / "answers.json"
seeds = st.integers(0, 1 << 20)


@functools.cache
def drawn(seed: int = 5, language: str = "en", form: str = "text") -> tuple[LanguageTask, ...]:
    """Every kind of question about every family."""
    return tasks(35, difficulties=["easy"], seed=seed, language=language, form=form)


def only(kind: str, family: str = "shapes", seed: int = 1, difficulty: str = "easy") -> LanguageTask:
    [task] = tasks(1, kinds=[kind], families=[family], difficulties=[difficulty], seed=seed)
    return task


def distance(puzzle: Puzzle, most: int = 40) -> int | None:
    """The distance to the goal by the naive rules; None where it is more than `most`, or none can be reached."""
    layer, seen = {naive.start(puzzle)}, set[naive.State]()
    for depth in range(most + 1):
        if any(naive.solved(puzzle, state) for state in layer):
            return depth
        seen |= layer
        layer = {to for state in layer for to in naive.neighbours(puzzle, state, "move")} - seen
    return None


def score(task: LanguageTask, answer: object) -> float:
    return task.judge(f"I think.\nANSWER: {answer}")[0]


# Drawing


def test_each_combination_comes_as_often_as_the_others() -> None:
    every = {(task.kind, task.family, task.difficulty) for task in drawn()}
    assert len(every) == len(drawn()) == len(QUESTIONS) * len(FAMILIES)
    assert len({task.id for task in drawn()}) == 35


def test_a_seed_draws_the_same_tasks_to_the_byte_in_any_process(tmp_path) -> None:
    words = ["suite", "tasks", "--count", 6, "--seed", 3, "--lang", "zh"]
    one, two = ((process(*words, env={"PYTHONHASHSEED": each})) for each in ("1", "2"))
    first = one.communicate()[0]
    assert first == two.communicate()[0] and len(first.splitlines()) == 6
    assert first == run(*words[:-2], lang="zh").stdout.encode()
    assert first != run(*words[:-3], 4, lang="zh").stdout.encode()
    assert environment()


@examples(20, deadline=None)
@given(seeds, st.sampled_from(["shapes", "tiles", "rush-hour"]))
def test_the_distance_is_that_of_the_naive_rules_and_in_the_range(seed: int, family: str) -> None:
    task = only("distance", family, seed)
    least, most = DIFFICULTIES["easy"]
    assert least <= distance(task.puzzle, 7) <= most
    assert score(task, distance(task.puzzle, 7)) == 1


def test_a_difficulty_may_be_a_range() -> None:
    [task] = tasks(1, kinds=["distance"], families=["klotski"], difficulties=["30..33"])
    assert 30 <= int(task.answer) <= 33


def test_progress_counts_tasks_and_no_layouts_of_their_searches() -> None:
    told: list[tuple[int, int | None]] = []
    with mock.patch("huarong.limits._REPORT", 0.0):
        tasks(3, progress=lambda at: told.append((at.layouts, at.total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_limit_tells_no_bound_of_a_puzzle_that_nobody_named() -> None:
    with ticking(), pytest.raises(LimitReached) as stopped:
        tasks(1, kinds=["distance"], families=["tiles"], difficulties=["100.."], max_seconds=300)
    assert stopped.value.lower is None


def test_half_of_the_questions_whether_a_puzzle_is_solvable_are_about_one_that_is_not() -> None:
    some = tasks(40, kinds=["solvable"], difficulties=["easy"], families=["tiles", "shapes"], seed=2)
    assert 12 <= [task.answer for task in some].count("no") <= 28


@pytest.mark.parametrize("wrong", [{"kinds": ["bets"]}, {"families": ["klotsky"]}, {"form": "sound"}])
def test_an_unknown_name_is_refused(wrong) -> None:
    with pytest.raises(UnknownName, match="expected one of"):
        tasks(1, **wrong)


def test_what_cannot_be_found_is_said(monkeypatch) -> None:
    monkeypatch.setattr("huarong.suite.drawing._TRIES", 20)
    with pytest.raises(InputError, match="tries found no puzzle of tiles with a distance of 32"):
        tasks(1, kinds=["best"], families=["tiles"], difficulties=["32.."])


# Prompts


def test_the_prompt_follows_from_the_question_alone() -> None:
    """Neither the answer nor the difficulty, the family or the id changes what a model sees."""
    for task in drawn():
        other = replace(task, answer="another", difficulty="hard", family="none")
        assert other.to_json(answers=False) == task.to_json(answers=False)
        seen = task.to_json(answers=False)
        assert set(seen) == {"id", "kind", "language", "form", "prompt", "image"}
        assert seen["id"] == f"5-{drawn().index(task) + 1}"


@pytest.mark.slow
def test_an_answer_is_in_its_own_prompt_no_more_often_than_in_others() -> None:
    some = tasks(400, kinds=["distance", "best", "blocks"], seed=1, difficulties=["easy", "medium"])
    said = {"own": 0, "other": 0}
    for task in some:
        others = [each for each in some if each.kind == task.kind and each.family == task.family]
        for name, prompts in {"own": [task], "other": [random.Random(task.id).choice(others)]}.items():
            board_less = re.sub(r"(?m)^[^ ]*$", "", prompts[0].prompt)
            said[name] += bool(re.search(rf"\b{re.escape(task.answer)}\b", board_less))
    assert abs(said["own"] - said["other"]) <= 2 + len(some) // 20, said


def test_the_example_of_a_move_names_a_piece_that_is_not_there() -> None:
    for task in drawn():
        symbol = re.search(r"`(\S) D2R1`", task.prompt)[1]
        assert symbol not in {piece.symbol for piece in task.puzzle.pieces}


def test_the_board_is_shown_as_text_as_json_or_as_a_picture() -> None:
    text, as_json, picture = (drawn(form=form) for form in ("text", "json", "picture"))
    for one, two, three in [*zip(text, as_json, picture, strict=True)][: tries(35)]:
        rows = one.puzzle.rows()
        assert "\n".join(rows) in one.prompt
        assert json.dumps(rows) in two.prompt.splitlines()
        data = three.to_json()
        assert rows[0] not in three.prompt.splitlines()[1:3] and "The picture" in three.prompt
        assert base64.b64decode(data["image"]).startswith(b"\x89PNG")
        assert one.to_json()["image"] is None


def test_prompts_and_reasons_are_in_either_language() -> None:
    words = re.compile(r"[A-Za-z]{4,}")
    for english, chinese in zip(drawn(), drawn(language="zh"), strict=True):
        assert english.puzzle == chinese.puzzle
        shown = [line for line in chinese.prompt.splitlines() if re.search(r"[\u4e00-\u9fff]", line)]
        assert not words.findall(re.sub(r"`[^`]*`", "", "\n".join(shown))), chinese.prompt
        assert "答案：" in chinese.prompt and "ANSWER:" in english.prompt
        assert chinese.judge("无")[1].message("zh") == "回答中缺少“答案：”一行"
        assert chinese.judge(" ")[1].message("zh") == "没有给出答案"
        assert chinese.judge(f"答案：{chinese.answer}")[0] == 1


# Scores


@examples(20, deadline=None)
@given(seeds, st.sampled_from([*QUESTIONS]), st.sampled_from([*FAMILIES]))
def test_the_right_answer_scores_1(seed: int, kind: str, family: str) -> None:
    task = only(kind, family, seed)
    value, reason = task.judge(f"ANSWER: {task.answer}")
    assert (value, str(reason)) == (1, "right")
    again = LanguageTask.from_json(json.loads(json.dumps(task.to_json())))
    assert again.to_json() == task.to_json()
    assert again.judge(f"ANSWER: {task.answer}")[0] == 1


@examples(15, deadline=None)
@given(seeds, st.sampled_from(["shapes", "tiles", "rush-hour"]))
def test_every_best_move_is_right_and_no_other(seed: int, family: str) -> None:
    task = only("best", family, seed)
    here = distance(task.puzzle, 7)
    for move in task.puzzle.moves():
        best = distance(task.puzzle.after(move), 8) == here - 1
        assert score(task, move) == best, move


@examples(15, deadline=None)
@given(seeds, st.sampled_from(["shapes", "tiles", "rush-hour"]), st.randoms(use_true_random=False))
def test_moves_are_scored_by_what_they_do(seed: int, family: str, draw) -> None:
    """Random moves: they score 1 for any solution, the least length by their own for a shortest, and 0 without the
    goal.
    """
    any_way, shortest = only("solution", family, seed), only("shortest", family, seed)
    for task in (any_way, shortest):
        puzzle, made = task.puzzle, []
        while len(made) < 30 and not puzzle.goal.holds(puzzle.start):
            fitting = [m for m in puzzle.moves() if not made or m.piece != made[-1].piece]
            if not fitting:
                break
            made.append(draw.choice(fitting))
            puzzle = puzzle.after(made[-1])
        solved = naive.solved(puzzle, naive.start(puzzle))
        wanted = distance(task.puzzle, 7) / len(made) if solved else 0
        expected = wanted if task is shortest else float(solved)
        assert score(task, ", ".join(map(str, made))) == pytest.approx(expected)


def test_a_detour_costs_its_share() -> None:
    task = only("shortest", "tiles", 4)
    first = play(task.puzzle, task.answer)[0][0]
    back = {"U": "D", "D": "U", "L": "R", "R": "L"}[first.legs[0].direction]
    there = f"{first.piece} {first.path}, {first.piece} {back}1"
    rest = task.answer.partition(", ")[2]
    n = task.answer.count(",") + 1
    # Both moves of one piece count as one, as does the third that follows them.
    assert score(task, f"{there}, {task.answer}") == 1
    other = next(m for m in task.puzzle.moves() if m.piece != first.piece)
    away = {"U": "D", "D": "U", "L": "R", "R": "L"}[other.legs[0].direction]
    assert score(task, f"{other}, {other.piece} {away}1, {task.answer}") == n / (n + 1)
    assert rest is not None
    assert (
        task.judge(f"ANSWER: {other}, {other.piece} {away}1, {task.answer}")[1].message("en")
        == f"{n + 1} moves instead of {n}"
    )


@examples(20, deadline=None)
@given(seeds, st.sampled_from([*FAMILIES]))
def test_what_is_in_the_way_is_what_the_naive_cells_say(seed: int, family: str) -> None:
    task = only("blocks", family, seed)
    symbol, path = task.about.split()
    dx, dy = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}[path[0]]
    rows = task.puzzle.rows()
    own = [(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == symbol]
    met = {rows[y + k * dy][x + k * dx] for x, y in own for k in range(1, int(path[1:]) + 1)}
    expected = met - {symbol, "."}
    assert "#" not in expected and expected
    assert score(task, " and ".join(sorted(expected))) == 1
    for each in task.puzzle.pieces:
        assert score(task, ", ".join({*expected} ^ {each.symbol}) or "none") == 0


@examples(20, deadline=None)
@given(seeds, st.sampled_from([*FAMILIES]))
def test_the_board_after_moves_is_that_and_no_other(seed: int, family: str) -> None:
    task = only("apply", family, seed)
    rows = [*task.puzzle.after(*task.about.split(", ")).rows()]
    for answer in ("/".join(rows), "\n" + "\n".join(rows), "```\n" + "\n".join(rows) + "\n```", json.dumps(rows)):
        assert score(task, answer) == 1
    for apart in [*map(" ".join, rows)], [*map(", ".join, rows)]:
        assert score(task, "\n".join(apart)) == score(task, " / ".join(apart)) == 1
    assert score(task, str([*map(list, rows)])) == 1
    assert score(task, "/".join(rows[:-1])) == score(task, "/".join(task.puzzle.rows())) == 0


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("distance", ["", "-", "7 or 8", "many", "9" * 5000]),
        ("solvable", ["maybe", "yes and no", "7"]),
        ("best", ["Q D1", "nothing", "A D9"]),
        ("solution", ["", "A D9", "solved"]),
    ],
)
def test_what_is_no_answer_scores_0_with_a_reason(kind: str, wrong: list[str]) -> None:
    for answer in wrong:
        value, reason = only(kind, "tiles").judge(f"ANSWER: {answer}")
        assert value == 0 and reason.message("en") and reason.message("zh") != reason.message("en")


def test_the_answer_is_found_in_free_text() -> None:
    task = only("distance", "tiles")
    n = task.answer
    forms = ["ANSWER: @", "**Answer:** @", "First ANSWER: 99\nNo.\nANSWER: **@**\nThank you, 1 time.", "answer : @."]
    for form in (*forms, "答案：@ 步", r"ANSWER: $\boxed{@}$", "ANSWER:\n@"):
        reply = form.replace("@", n)
        assert task.judge(reply)[0] == 1, reply
    assert task.judge("")[1].message("en") == "no answer given"
    for reply in (n, f"The distance is {n}", "ANSWER:", "ANSWER: \n\n"):
        assert task.judge(reply)[0] == 0
        assert "no line with ANSWER:" in task.judge(reply)[1].message("en")


@examples(30, deadline=None)
@given(seeds, st.sampled_from([*QUESTIONS]), st.sampled_from([*FAMILIES]), st.randoms(use_true_random=False))
def test_an_answer_counts_in_each_form_of_the_grammar_and_in_no_other(seed: int, kind: str, family: str, draw) -> None:
    task, known = only(kind, family, seed), json.loads(ANSWERS.read_text("utf-8"))
    right, form = (
        draw.choice(known["words"].get(task.answer, [task.answer])),
        kind if kind in known["form"] else "moves",
    )
    wrong = {
        "distance": f"{task.answer}1",
        "solvable": "no" if task.answer == "yes" else "Y",
        "apply": "/".join(task.puzzle.rows()),
        "blocks": f"{right}, {task.about[:1]}",
    }.get(kind, "Q D1")
    for each in known["any"] + known["form"][form]:
        assert score(task, each.replace("@", right)) == 1, (each, right)
        assert score(task, each.replace("@", wrong)) == 0, (each, wrong)
    for each in known["not"][form]:
        assert score(task, each.replace("@", right)) == 0, (each, right)
    parts = right.split("/" if kind == "apply" else ", ")
    cut = [[*part] if kind == "apply" else part.split() for part in parts]
    values = [parts, cut, {"answer": parts, "why": "x"}, {"all": cut}]
    if form in ("moves", "blocks"):
        values.append([{"piece": part[0], "path": part[1:]} for part in parts])
        for sign in ("- {1}", "{0}. {1}"):
            assert score(task, "\n".join(sign.format(n, part) for n, part in enumerate(parts, 1))) == 1, sign
    for value in values if form != kind or kind in ("apply", "blocks") else ():
        assert score(task, json.dumps(value)) == score(task, str(parts)) == 1, value


def test_a_line_that_is_no_task_is_refused() -> None:
    good = only("blocks").to_json()
    bad = [
        {},
        {**good, "grading": None},
        {**good, "grading": "x"},
        {**good, "kind": "x"},
        only("best").to_json(answers=False),
        *({**good, "grading": {**good["grading"], key: "zz zz"}} for key in ("puzzle", "about")),
        {**good, "grading": {**good["grading"], "more": 1}},
    ]
    for line in bad:
        with pytest.raises(InputError, match="no valid data for grading"):
            LanguageTask.from_json(line)


# Players


@pytest.mark.parametrize("player", PLAYERS)
def test_players_make_legal_moves_and_say_the_same_again(player: str) -> None:
    for task in drawn():
        reply = played(task, player)
        assert reply == played(task, player)
        if task.kind in ("best", "solution", "shortest"):
            play(task.puzzle, reply.removeprefix("ANSWER: "))
        if (player, task.kind, task.family) == ("greedy", "distance", "tiles"):
            [goal], at = task.puzzle.goal.alternatives, naive.start(task.puzzle)
            ends = [(head, stop) for kind, head in at for k, stop in goal if k == kind]
            apart = sum(abs(a % 3 - b % 3) + abs(a // 3 - b // 3) for a, b in ends)
            assert reply == f"ANSWER: {apart}"
        if player == "greedy" and task.kind in ("apply", "blocks"):
            assert task.judge(reply)[0] == 1


def test_nobody_who_does_not_search_does_well() -> None:
    for player, most in zip(PLAYERS, (0.35, 0.7), strict=True):
        scores = [task.judge(played(task, player))[0] for task in drawn()]
        assert 0 < sum(scores) / len(scores) < most


def test_a_path_that_leaves_the_board_has_nothing_in_its_way() -> None:
    assert blocking(Puzzle.parse("AB/..", goal="../.A"), "A R2") == []


# The commands


def test_tasks_and_answers_are_files(tmp_path) -> None:
    file, answers, bare = (tmp_path / each for each in ("tasks", "answers", "bare"))
    words = ["--count", 14, "--difficulty", "easy", "--family", "tiles", "--family", "shapes"]
    assert run("suite", "tasks", *words, "-o", file).stdout == f"written: {file}\n"
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    given = [{"id": each["id"], "answer": f"ANSWER: {each['grading']['answer']}"} for each in lines]
    given = [*given[:7], {"id": ["x"], "answer": "ANSWER: 1"}]
    answers.write_text("".join(json.dumps(each) + "\n" for each in given), "utf-8")
    found = run("suite", "grade", file, answers, "--why")
    assert "1 answer belongs to none of these tasks" in found.stderr
    assert found.stdout.splitlines()[0].split() == ["0-1", "1.00", "right"]
    assert re.search(r"(?m)^all +0\.50 +0\.50$", found.stdout)
    told = read("suite", "grade", file, answers)
    assert told["tasks"] == 14 and told["score"] == told["by_difficulty"]["easy"] == 0.5
    assert [each["score"] for each in told["scores"]] == [1] * 7 + [0] * 7
    assert {each["reason"] for each in told["scores"][7:]} == {"no answer given"}
    run("suite", "tasks", *words, "--without-answers", "-o", bare)
    assert "grading" not in bare.read_text("utf-8")
    with mock.patch("huarong.limits.Watch.look") as look:  # each task tells how far it is, and asks whether to go on
        run("suite", "grade", file, answers)
    assert all(mock.call(0, n, len(lines)) in look.call_args_list for n in range(len(lines)))
    assert "no valid data for grading" in run("suite", "grade", bare, answers, status=2).output
    assert "回答文件" in run("suite", "grade", file, status=2, lang="zh").output
    assert "gone" in run("suite", "grade", tmp_path / "gone", answers, status=2).output
    assert read("suite", "grade", file, "--player", "greedy")["by_kind"]["apply"] == 1


def test_tasks_are_plain_json_lines_for_others(tmp_path) -> None:
    pandas = pytest.importorskip("pandas")
    file = tmp_path / "tasks.jsonl"
    run("suite", "tasks", "--count", 35, "--difficulty", "easy", "-o", str(file))
    table = pandas.read_json(file, lines=True)
    assert {*table["kind"]} == {*QUESTIONS} and table["prompt"].str.len().min() > 100


@pytest.mark.slow
def test_verifiers_loads_them_as_an_environment() -> None:
    vf = pytest.importorskip("verifiers.v1")
    import asyncio

    import huarong_tasks

    env = huarong_tasks.load_environment(count=6, kinds=["shortest"], difficulties=["easy"], seed=1)
    assert isinstance(env, vf.SingleAgentEnv)
    config = vf.taskset_config_type("huarong-tasks")
    chosen = {"count": 6, "kinds": ["shortest"], "families": ["tiles"], "seed": 4}
    found = list(vf.load_taskset(config(id="huarong-tasks", **chosen, difficulties=["easy"])))
    assert [task.data.id for task in found] == [f"4-{n}" for n in range(1, 7)]

    def reward(task, reply):
        trace = vf.Trace.model_construct(root_reply=reply, rewards={}, metrics={})
        asyncio.run(task.score(trace, None))
        return trace.rewards["graded"].score

    for task in found:
        own = LanguageTask.from_json(task.data.line)
        move = next(m for m in own.puzzle.moves() if str(m) != own.answer.partition(", ")[0])
        back = {"U": "D", "D": "U", "L": "R", "R": "L"}[move.legs[0].direction]
        n = own.answer.count(",") + 1
        assert reward(task, f"ANSWER: {own.answer}") == 1
        assert reward(task, f"ANSWER: {move}, {move.piece} {back}1, {own.answer}") == n / (n + 1)
        assert reward(task, "ANSWER: I do not know") == 0
    [task] = vf.load_taskset(config(id="huarong-tasks", count=1, form="picture"))
    assert task.data.prompt[0].content[1].image_url.url.startswith("data:image/png;base64,iVBOR")
