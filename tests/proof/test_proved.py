"""The proved checker, where `make -C proof huarong-check` has built it: it says what the other two say."""

import random
import re
import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from tests.proof import test_proof as forged
from tests.proof.odd import PROVED, by_proof, by_python, differing, made, proved_reads, shared, signed, verdicts

PROOF = Path(__file__).parents[2] / "proof"
built = pytest.mark.skipif(not PROVED.exists(), reason="it takes make -C proof huarong-check")
node = pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")


def test_nothing_is_left_unproved():
    for path in sorted((PROOF / "coq").glob("*.v")):
        text = re.sub(r"\(\*.*?\*\)", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(
            r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Unset Guard Checking|bypass_check)\b", text
        ), path.name


def test_coq_says_of_each_theorem_that_it_rests_on_no_axiom():
    for name, more in (
        ("Theorems", {"optimal", "no_solution", "at_least"}),
        ("TableTheorems", set()),
        ("SpaceTheorems", set()),
    ):
        text, log = (PROOF / "coq" / f"{name}.{kind}" for kind in ("v", "log"))
        asked = re.findall(r"^Print Assumptions (\w+)\.$", text.read_text("utf-8"), re.MULTILINE)
        claimed = set(re.findall(r"^Theorem (\w+)", text.read_text("utf-8"), re.MULTILINE)) - {"check_sound"}
        assert set(asked) == claimed | more
        if log.exists():
            assert log.read_text().splitlines() == ["Closed under the global context"] * len(asked)


@built
@node
def test_the_three_checkers_agree_on_good_bad_and_odd_files():
    files = {name: data for name, data in shared().items() if proved_reads(True) or "table" not in name}
    said = verdicts(list(files.values()))
    assert said["JavaScript"] == said["Python"] == said["proved"]
    assert [it is not None for it in said["proved"]] == [name.startswith("good") for name in files]


@built
@node
@pytest.mark.slow
@pytest.mark.parametrize("tables", [False, True])
def test_the_three_checkers_agree_on_random_ones(tables):
    accepted, faults = differing(10_000, 37, tables)
    assert faults == [] and accepted > 500


@built
def test_the_program_prints_its_theorem(tmp_path):
    done = subprocess.run([PROVED, PROOF / "example.proof"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Theorem. 81 moves solve it, and no fewer do.\n")
    path = tmp_path / "damaged"
    path.write_bytes((PROOF / "example.proof").read_bytes()[:-1])
    done = subprocess.run([PROVED, path], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "REFUSED: the file is damaged\n"
    for missing, why in (tmp_path / "none", "No such file"), (tmp_path, "Is a directory"):
        done = subprocess.run([PROVED, missing], capture_output=True, text=True)
        assert done.returncode == 1 and why in done.stderr


@built
def test_the_program_prints_the_theorems_about_a_table_and_a_space(tmp_path):
    path, said = tmp_path / "table", []
    path.write_bytes(signed(*made("横刀立马", "move", 100_000, True), True))
    for words in [], ["--space"]:
        said.append(subprocess.run([PROVED, *words, path], capture_output=True, text=True, check=True).stdout)
    for name, text in zip(("TableTheorems", "SpaceTheorems"), said, strict=True):
        named = re.findall(r"^Theorem ([\w, ]+)\.", text, re.MULTILINE)
        proved = re.findall(r"^Theorem (\w+)", (PROOF / "coq" / f"{name}.v").read_text("utf-8"), re.MULTILINE)
        assert {each for line in named for each in line.split(", ")} == {*proved} - {"plain_images"}
    assert "are 93 moves from the nearest goal; their number is 1 (" in said[0] and "of the start is 256." in said[0]
    assert "pieces is 65,880." in said[1] and "components is 898." in said[1] and "component is 25,955;" in said[1]


@built
def test_without_a_solution_no_more_is_proved_than_that_none_is_shorter(tmp_path):
    header, values = forged.parts((PROOF / "example.proof").read_bytes())
    path = tmp_path / "bare"
    path.write_bytes(forged.signed(header | {"solution": []}, values))
    words = [PROVED, "--at-least", path]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Theorem. No solution has fewer than 81 moves.\n")
    assert by_proof([path.read_bytes()]) == [None] == [by_python(path.read_bytes())]
    path.write_bytes(forged.signed(header | {"solution": [], "length": 82}, values))
    assert subprocess.run(words, capture_output=True).returncode == 1


@built
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "metric", "length"),
    [
        ("FGDB/ANCH/EMJL/I.KO/goal:/ABCD/EFGH/IJKL/MNO.", "move", 26),
        ("IAGB/E.FH/MODC/NJKL/goal:/ABCD/EFGH/IJKL/MNO.", "slide", 32),
    ],
)
def test_a_move_into_the_only_empty_cell_is_a_step(text, metric, length):
    data = forged.prove(text, metric, max_layouts=40_000).data
    assert b'"patterns"' in data
    said = by_proof([data])[0]
    assert said == by_python(data) and said[:2] == [length, None]


def forgeries(count):
    """Certificates with something changed in the header or the heights and a checksum made right."""
    rng = random.Random(7)
    originals = [forged.parts(forged.prove(text, metric).data) for text in forged.SMALL for metric in forged.METRICS]
    originals += [forged.parts(each.data) for each in forged.bounded()[1:]]
    for _ in range(count):
        header, values = rng.choice(originals)
        for _ in range(rng.choice([1, 1, 2, 3])):
            header, values = forged.changed(header, values, rng)
        yield forged.signed(header, values)


@built
@pytest.mark.slow
def test_forgeries_are_refused_or_prove_what_the_first_checker_finds():
    accepted, left = 0, forgeries(100_000)
    while files := list(islice(left, 2000)):
        said = by_proof(files)
        assert said == [by_python(data) for data in files]
        accepted += sum(it is not None for it in said)
    assert 5_000 < accepted < 50_000


@pytest.mark.skipif(shutil.which("coqc") is None, reason="it takes Coq")
@pytest.mark.slow
def test_mistakes_in_the_rules_are_caught_by_examples():
    done = subprocess.run([PROOF / "mistakes.sh"], capture_output=True, text=True, check=True)
    assert done.stdout.count("caught by") == 21 and "NOT" not in done.stdout
