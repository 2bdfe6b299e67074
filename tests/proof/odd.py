"""Odd certificates for all checkers: those that `docs/en/reference/certificates.md` decides, and random ones.

    python -m tests.proof.odd --count 30000 --seed 1     # all checkers must come to the same verdict
    python -m tests.proof.odd --write FOLDER             # good, bad and odd files for a checker of your own

The checkers are the one in Python, the one in JavaScript, and the proved one where `make -C proof huarong-check` has
built it.

The random ones are made of true certificates of several puzzles and metrics, whose headers, streams and bytes are
changed in type, value, number and encoding, and whose checksums are made right.
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import re
import subprocess
import tempfile
import zlib
from base64 import b64encode
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from huarong.model.board import METRICS
from huarong.proof import Refused, check, checker, prove

PROVED = Path(__file__).parents[2] / "proof" / "huarong-check"
STATIC = Path(__file__).parents[2] / "src" / "huarong" / "web" / "static"
TINY = "A./../goal:/../.A"
ONE_WAY = "slide: A=DR B=LR/A../B.#/.../goal:/.../..#/..A"
TEXTS = (
    TINY,
    ONE_WAY,
    "AAB/.../C../goal:/.../.AA/...",
    "AAB./goal:/BAA.",
    "AB/../goal:/../AB",
    "AB/goal:/BA",
    "A./goal:/A.",
    "gate: A/A.B/.../gates:/.../..-/goal:/.../..A/goal:/.A./B..",
    "same: AB/A.B/.../goal:/.../A.B",
)
BOUNDED = (("AABB/C..D/EEFF/goal:/..../..../AA..", "slide", 84), ("A.B/C.D/E.F/goal:/B.A/.../...", "step", 148))
"""Puzzles, metrics, and so few layouts that patterns are needed."""

Parts = tuple[str, bytes]


def parts(data: bytes) -> Parts:
    """The header and what is behind it."""
    end = data.index(b"\n", len(checker.MAGIC))
    return data[len(checker.MAGIC) : end].decode(), data[end + 1 : -4]


def signed(header: str | bytes, packed: bytes, table: bool = False) -> bytes:
    """A certificate of these parts, with a checksum that is right."""
    body = (
        (checker.TABLE if table else checker.MAGIC)
        + (header if isinstance(header, bytes) else header.encode("utf-8", "surrogatepass"))
        + b"\n"
        + packed
    )
    return body + zlib.crc32(body).to_bytes(4, "little")


# Those that the format's page decides

HEADERS = {
    # Read as JSON, but written otherwise
    "a space": (TINY, '"width":2', '"width": 2'),
    "minus zero": (TINY, '"start":[[0,0]]', '"start":[[0,-0]]'),
    "a number with a point": (TINY, '"width":2', '"width":2.0'),
    "a number with an exponent": (TINY, '"width":2', '"width":2e0'),
    "a leading zero": (TINY, '"width":2', '"width":02'),
    "an escaped letter": (TINY, '"UDLR"', '"\\u0055DLR"'),
    "a field twice": (TINY, '"width":2', '"width":2,"width":2'),
    "a field twice, first otherwise": (TINY, '"mirror":', '"mirror":true,"mirror":'),
    "solutions twice": (TINY, '"solutions":2', '"solutions":2,"solutions":2'),
    "a field behind the end": (TINY, '"width":2', '"width":2}{"width":2'),
    "no number": (TINY, '"layouts":3', '"layouts":NaN'),
    "lists in lists": (TINY, '"name":""', '"name":' + "[" * 100_000 + "]" * 100_000),
    "objects in objects": (TINY, '"name":""', '"name":' + '{"a":' * 50_000 + "0" + "}" * 50_000),
    # Fields
    "an unknown field": (TINY, '"width":2', '"width":2,"more":0'),
    "a field of all objects": (TINY, '"width":2', '"width":2,"__proto__":[]'),
    "no walls": (TINY, '"walls":[],', ""),
    "the name a number": (TINY, '"name":""', '"name":0'),
    "half a letter": (TINY, '"name":""', '"name":"\\ud800"'),
    "half a letter as bytes": (TINY, '"name":""', '"name":"\ud800"'),
    "no name": (TINY, '"name":"",', ""),  # accepted
    "a name of all signs": (TINY, '"name":""', r'"name":"\"\\\n\u001f/é华😀\"solutions\":5"'),  # accepted
    "solution null": ("AB/goal:/BA", '"length":null', '"length":null,"solution":null'),
    "solution without length": ("AB/goal:/BA", '"length":null', '"length":null,"solution":[]'),
    "solutions without length": ("AB/goal:/BA", '"length":null', '"length":null,"solutions":0'),
    "patterns without length": ("AB/goal:/BA", '"length":null', '"length":null,"patterns":[[1,2]]'),
    "patterns for nothing": ("A./goal:/A.", '"solutions":1', '"patterns":[[1]]'),
    "patterns beside solutions": (TINY, '"solutions":2', '"solutions":2,"patterns":[[1]]'),
    "patterns and no solutions": (TINY, '"solutions":2', '"patterns":[[1]]'),  # another number of layouts
    "no group": (BOUNDED[0], re.compile(r'"patterns":\[.*?\]\]'), '"patterns":[]'),
    "patterns null": (TINY, '"solutions":2', '"patterns":null'),
    "solutions null": (BOUNDED[0], '"patterns":', '"solutions":null,"patterns":'),
    "a pattern beyond the kinds": (BOUNDED[0], re.compile(r'("patterns":\[\[)\d'), r"\g<1>99"),
    "a pattern below the kinds": (BOUNDED[0], re.compile(r'("patterns":\[\[)\d'), r"\g<1>-1"),
    "a short group": (BOUNDED[0], re.compile(r'("patterns":\[\[)\d,'), r"\g<1>"),
    # Types
    "mirror a number": (TINY, '"mirror":false', '"mirror":0'),
    "mirror null": (TINY, '"mirror":false', '"mirror":null'),
    "mirror empty": (TINY, '"mirror":false', '"mirror":""'),
    "layouts with a point": (TINY, '"layouts":3', '"layouts":3.0'),
    "layouts true": ("AB/goal:/BA", '"layouts":1', '"layouts":true'),
    "solutions with a point": (TINY, '"solutions":2', '"solutions":2.0'),
    "solutions a half": (TINY, '"solutions":2', '"solutions":2.5'),
    "solutions true": ("A./goal:/A.", '"solutions":1', '"solutions":true'),
    "solutions in quotes": (TINY, '"solutions":2', '"solutions":"2"'),
    "solutions an object": (TINY, '"solutions":2', '"solutions":{"digits":"2"}'),
    "solutions of 5,000 digits": (TINY, '"solutions":2', '"solutions":' + "9" * 5000),
    "length true": (TINY, '"length":2', '"length":true'),
    "length false": ("A./goal:/A.", '"length":0', '"length":false'),
    "length too large": (TINY, '"length":2', '"length":65536'),
    "a wall beyond": (TINY, '"walls":[]', '"walls":[4]'),
    "walls an object": (TINY, '"walls":[]', '"walls":{}'),
    "walls in quotes": (TINY, '"walls":[]', '"walls":""'),
    "the solution an object": ("A./goal:/A.", '"solution":[]', '"solution":{}'),
    "a goal in quotes": (TINY, '"goal":[[[0,3]]]', '"goal":["03"]'),
    "an empty goal": (TINY, '"goal":[[[0,3]]]', '"goal":[[[0,3]],[]]'),
    "directions in a list": (TINY, '"UDLR"', '["U","D","L","R"]'),
    "a direction twice": (TINY, '"UDLR"', '"UUDLR"'),
    "a small direction": (TINY, '"UDLR"', '"UDLRu"'),
    "another order of directions": (TINY, '"UDLR"', '"RLDU"'),  # accepted
    "open a number": (TINY, '"UDLR",false', '"UDLR",0'),
    "more of a kind": (TINY, '"UDLR",false', '"UDLR",false,0'),
    "a cell beyond the board": (TINY, "[[[[0,0]]", "[[[[0,0],[2,0]]"),
    "a kind that is not used": (TINY, '"UDLR",false]]', '"UDLR",false],[[[0,0],[1,1]],"",true]]'),  # accepted
    "a kind too large": (TINY, '"UDLR",false]]', '"UDLR",false],[[[0,0],[0,2]],"",true]]'),
    "a wall twice": (ONE_WAY, '"walls":[5]', '"walls":[5,5]'),  # accepted
    "a gate in a wall": (ONE_WAY, '"gates":[]', '"gates":[5]'),  # accepted
    "a goal twice": (TINY, '"goal":[[[0,3]]]', '"goal":[[[0,3],[0,3]],[[0,3]]]'),  # accepted
    "a goal of too many": ("AB/goal:/BA", '"goal":[', '"goal":[[[0,0],[0,1]],'),  # accepted: never met
    "many cells": (TINY, '"width":2,"height":2', '"width":65,"height":64'),
}
"""Changes of the header of a certificate: of which puzzle, what is replaced, and by what."""
ACCEPTED = {
    "no name",
    "a name of all signs",
    "another order of directions",
    "a kind that is not used",
    "a wall twice",
    "a gate in a wall",
    "a goal twice",
    "a goal of too many",
}


@functools.cache
def made(text: str, metric: str = "step", most: int = 1000, table: bool = False) -> Parts:
    """A true certificate; that of a table claims what all solutions pass, where there are any."""
    found = prove(text, metric, max_layouts=most, table=table)  # type: ignore[arg-type]
    if table and found.solution.solved:
        ends = found.solution.puzzle.goal
        passes = [(which, ends) for which in ("every", "shortest")]
        found = prove(text, metric, table=True, passes=passes)  # type: ignore[arg-type]
    return parts(found.data)


def odd() -> dict[str, bytes]:
    """The odd certificates that the format's page decides; only those in `ACCEPTED` prove something."""
    found = {}
    for name, (of, old, new) in HEADERS.items():
        header, packed = made(*((of,) if isinstance(of, str) else of))
        changed = old.sub(new, header, count=1) if isinstance(old, re.Pattern) else header.replace(old, new, 1)
        assert changed != header, name
        found[name] = signed(changed, packed)
    header, packed = made(TINY)
    found["spare bits"] = signed(header, zlib.compress(bytes([22 + 64])))
    header, packed = made("A.B/goal:/.A.")
    alike = json.loads(header) | {"goal": [[[0, 1]]], "solution": [[0, 2, 1]], "mirror": True}
    for ways in (1, 2):  # would be 2 if the first kind were the mirror image of both
        text = json.dumps(alike | {"solutions": ways}, separators=(",", ":"))
        found[f"two kinds that look alike, mirrored, {ways}"] = signed(text, packed)
    header, packed = made(TINY)
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"):
        found[encoding] = signed(header.encode(encoding), packed)
    found["latin-1"] = signed(header.replace('"name":""', '"name":"é"').encode("latin-1"), packed)
    for name, tail in {
        "a byte": b"\0",
        "a byte and more": b"huarong",
        "a stream": packed,
        "its sum": packed[-4:],
    }.items():
        found[f"{name} behind the stream"] = signed(header, packed + tail)
    found["no stream"] = signed(header, b"")
    found["an empty stream"] = signed(header, zlib.compress(b""))
    found["a stream without its sum"] = signed(header, packed[:-4])
    found["a stream for nothing"] = signed(made("A./goal:/A.")[0], zlib.compress(b""))
    found["a return"] = signed(header + "\r", packed)
    found["no header"] = signed("", packed)
    found["no object"] = signed("[]", packed)
    found["nothing"] = signed("null", packed)
    return found


TABLES = {
    "no claims": (TINY, re.compile(r',"passes":.*?\]\]\]\]\]'), ""),  # accepted
    "an empty list of claims": (TINY, re.compile(r'"passes":.*?\]\]\]\]\]'), '"passes":[]'),  # accepted
    "claims null": (TINY, re.compile(r'"passes":.*?\]\]\]\]\]'), '"passes":null'),
    "claims without length": ("AB/goal:/BA", '"unsolvable":1', '"unsolvable":1,"passes":[]'),
    "another word": (TINY, '"every"', '"each"'),
    "a claim of nothing": (TINY, '["every",[[[0,3]]]]', '["every",[]]'),
    "a claim of no piece": (TINY, '["every",[[[0,3]]]]', '["every",[[]]]'),
    "a claim of two": (TINY, '["every",[[[0,3]]]]', '["every",[[[0,1]],[[0,2]]]]'),  # accepted
    "a claim of one": (TINY, '["every",[[[0,3]]]]', '["every",[[[0,1]]]]'),
    "a claim of one, shortest": (TINY, '["shortest",[[[0,3]]]]', '["shortest",[[[0,1]]]]'),
    "a claim of the start": (TINY, '["every",[[[0,3]]]]', '["every",[[[0,0]]]]'),  # accepted
    "a claim of a kind that is none": (TINY, '["every",[[[0,3]]]]', '["every",[[[1,3]]]]'),
    "unsolvable missing": (TINY, '"unsolvable":0,', ""),
    "one unsolvable": (TINY, '"unsolvable":0', '"unsolvable":1'),
    "unsolvable false": (TINY, '"unsolvable":0', '"unsolvable":false'),
    "farthest null": (TINY, '"farthest":2', '"farthest":null'),
    "farthest too near": (TINY, '"farthest":2', '"farthest":1'),
    "farthest of none": ("AB/goal:/BA", '"farthest":null', '"farthest":0'),
    "more that are farthest": (TINY, '"hardest":1', '"hardest":2'),
    "a solution": (TINY, '"solutions":2', '"solution":[[0,0,1],[0,1,3]],"solutions":2'),
    "no solutions": (TINY, '"solutions":2,', ""),
    "patterns": (TINY, '"solutions":2', '"patterns":[[1]]'),
    "a layout fewer": (TINY, '"layouts":4', '"layouts":3'),
    "a layout more": (TINY, '"layouts":4', '"layouts":5'),
    "length of nowhere": (ONE_WAY, '"length":4', '"length":65535'),
}
"""Changes of the header of a certificate of a table."""
ACCEPTED_TABLES = {"no claims", "an empty list of claims", "a claim of two", "a claim of the start"}


def odd_tables() -> dict[str, bytes]:
    """The odd certificates of tables that the format's page decides; those in `ACCEPTED_TABLES` prove something."""
    found = {}
    for name, (text, old, new) in TABLES.items():
        header, packed = made(text, table=True)
        changed = old.sub(new, header, count=1) if isinstance(old, re.Pattern) else header.replace(old, new, 1)
        assert changed != header, name
        found[name] = signed(changed, packed, True)
    header, packed = made(TINY, table=True)
    # Their distances modulo 3: 2, 1, 1, 0.
    for name, value in {
        "no goal": 22 + 64,
        "a goal more": 22 - 4,
        "a step of two": 22 - 16 + 32,
        "3": 22 + 192,
    }.items():
        found[f"distances with {name}"] = signed(header, zlib.compress(bytes([value])), True)
    found["no distances"] = signed(header, b"", True)
    found["a proof called a table"] = signed(*made(TINY), True)
    found["a table called a proof"] = signed(header, packed)
    header, packed = made(ONE_WAY, table=True)
    values = zlib.decompress(packed)
    for at in range(0, len(values), 2):
        for other in (values[at] + 1 & 255, 255):
            changed = values[:at] + bytes([other, 255 * (other == 255)]) + values[at + 2 :]
            if changed != values:
                found[f"one way, distance {at} {other}"] = signed(header, zlib.compress(changed), True)
    header, packed = made("slide: A=R/A.B/goal:/B.A", table=True)
    found["one way, none, no stream"] = signed(header, b"", True)
    found["one way, none, a distance"] = signed(header, zlib.compress(b"\0" + zlib.decompress(packed)[1:]), True)
    return found


# Verdicts

PAGE = """
import { createInterface } from 'node:readline';
const { check, Refused } = await import('file://STATIC/solve/proof.js');
const told = async (text) => {
  try {
    const { length, solutions, layouts } = (await check(new Uint8Array(Buffer.from(text, 'base64')))).theorem;
    return [length, solutions === null ? null : String(solutions), layouts];
  } catch (error) {
    return error instanceof Refused && [0, 1, 2, 3, 4, 5].includes(error.step) ? null : String(error.stack);
  }
};
for await (const row of createInterface({ input: process.stdin })) process.stdout.write(
    JSON.stringify(await told(row)) + '\\n');
"""


def by_node(files: list[bytes]) -> list[Any]:
    """The verdicts of the second checker, all in one process of Node: None, or length, number of solutions and
    layouts.
    """
    words = ["node", "--experimental-default-type=module", "--input-type=module", "-e"]
    asked = "".join(b64encode(each).decode() + "\n" for each in files)
    found = subprocess.run(
        [*words, PAGE.replace("STATIC", STATIC.as_posix())],
        input=asked,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return [json.loads(row) for row in found.stdout.split("\n") if row]


def by_proof(files: list[bytes]) -> list[Any]:
    """The verdicts of the proved checker, in the form of the second's."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, str(i)) for i in range(len(files))]
        for path, data in zip(paths, files, strict=True):
            path.write_bytes(data)
        asked = "".join(f"{path}\n" for path in paths)
        found = subprocess.run([PROVED, "--verdicts"], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(row) for row in found.stdout.splitlines()]


def by_python(data: bytes) -> Any:
    """The verdict of the first checker, in the form of the second's."""
    try:
        said = "Theorem. ".join(check(data).split("Theorem. ")[1:])
    except Refused:
        return None
    if "(parity)" in said:
        return [None, None, 0]
    none = re.match(r"There is no solution: of all layouts in reach \(([\d,]+)\)", said)
    some = re.match(
        r"([\d,]+) \w+ solve it, and no fewer do(?:; there are ([\d,]+) ways to do so)?\.\n"
        r"(?:Checked:|Theorem\. Exactly) ([\d,]+) ",
        said,
    )
    length, ways, layouts = (none and (None, None, none[1])) or some.groups()  # type: ignore[union-attr]
    return [length and int(length.replace(",", "")), ways and ways.replace(",", ""), int(layouts.replace(",", ""))]


# Random ones

VALUES = json.loads(
    r"""[
    null, true, false, -1, 0, 1, 2, 3, 5, 4097, 70000, 2147483648, 9007199254740992,
    100000000000000000000, 1.0, 2.5, 1e+300, "", "U", "LR", "UU", "step", "move", "\u00e9", [], [0],
    [[0, 0]], [[[0, 0]]], {}, {"digits": "1"}]"""
)
WORDS = json.loads(
    r"""[
    " ", "\t", "\r", "-", "0", ".0", "e0", ",", "\"", "\\u0041", "[", "]", "{}", "null", "NaN", "true",
    "1", "\ufeff", "\u0000", "\u534e", "\ud800", "[[0,0]]", "\"mirror\":true,", "\"name\":\"x\","]"""
)
ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "utf-32-be", "utf-7", "latin-1")


def places(value: Any) -> list[tuple[Any, Any]]:
    """All the places inside a value of JSON, as a list or an object and an index of it."""
    inner = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [(value, at) for at, _ in inner] + [place for _, each in inner for place in places(each)]


def restructured(header: dict[str, Any], draw: random.Random) -> None:
    """Change one value of a header, or where it stands."""
    fresh = json.loads(json.dumps(VALUES))  # what was put in before may have been changed
    # Fields are drawn first: most values are in the solution and the goal.
    holder, at = field = (header, draw.choice(list(header)))
    holder, at = draw.choice([field, *places(header[field[1]])])
    value, way = holder[at], draw.randrange(9)
    if way == 0:
        del holder[at]
    elif way == 1 and isinstance(holder, list):
        holder.insert(at, draw.choice([value, draw.choice(fresh)]))
    elif way == 2 and isinstance(holder, dict):
        holder[
            draw.choice(["more", "names", "__proto__", "0", "patterns", "solution", "solutions", "name", 'a"solutions'])
        ] = draw.choice([value, draw.choice(fresh)])
    elif way == 3:
        holder[at] = draw.choice([[value], {"digits": str(value)}, str(value), [value, value]])
    elif way == 4 and isinstance(value, (int, float)) and value is not None:
        holder[at] = draw.choice([float(value), bool(value), value + 1, value - 1, -value])
    elif way == 5 and isinstance(value, (list, str)):
        holder[at] = draw.choice([value[::-1], value[1:], value + value, value[:1] + value])
    elif way == 6:
        other, there = draw.choice(places(header))
        holder[at] = json.loads(json.dumps(other[there]))
    else:
        holder[at] = draw.choice(fresh)


def respelled(text: str, draw: random.Random) -> str:
    """A header with a change in its text: a word inserted, characters gone, or a number written otherwise."""
    at, way = draw.randrange(len(text)), draw.randrange(3)
    if way == 0:
        return text[:at] + draw.choice(WORDS) + text[at:]
    if way == 1:
        return text[:at] + text[at + draw.choice((1, 1, 2, 8)) :]
    numbers = list(re.finditer(r"\d+", text))
    it = draw.choice(numbers)
    forms = re.split(",", '-{},{}.0,0{},{}e0,+{},{}E+00,0x{},{}.,[{}],"{}",{}n,{}00000000000000000000')
    other = draw.choice([*forms, " {}"])
    return text[: it.start()] + other.format(it[0]) + text[it.end() :]


def repacked(packed: bytes, draw: random.Random) -> bytes:
    """Another stream: of other heights, in another form, cut or with something behind."""
    try:
        values = bytearray(zlib.decompress(packed))
    except zlib.error:
        return packed
    way = draw.randrange(8)
    if way == 0:
        return zlib.compress(bytes(values) + draw.randbytes(draw.randrange(3)), draw.randrange(10))
    if way == 1:
        return packed + draw.choice((b"\0", b"\n", packed, packed[-4:], draw.randbytes(3)))
    if way == 2:
        return packed[: draw.randrange(len(packed))]
    if way == 3:
        squeeze = zlib.compressobj(9, wbits=draw.choice((-15, 31, 9, 15)))
        return squeeze.compress(values) + squeeze.flush()
    if way == 4:
        squeeze = zlib.compressobj(zdict=b"huarong")
        return squeeze.compress(values) + squeeze.flush()
    if way == 5:
        squeeze = zlib.compressobj()
        return squeeze.compress(values) + squeeze.flush(
            draw.choice((zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_FINISH))
        )
    if values:
        values[-1 if way == 6 else draw.randrange(len(values))] ^= 1 << draw.randrange(8)
    return zlib.compress(values)


def oddity(originals: list[Parts], draw: random.Random, table: bool) -> bytes:
    """A random odd certificate."""
    text, packed = draw.choice(originals)
    header, spelled = json.loads(text), draw.random()
    for _ in range(draw.choice((0, 1, 1, 1, 2, 3))):
        if header:
            restructured(header, draw)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=spelled < 0.02)
    if 0.02 < spelled < 0.3:
        text = respelled(text, draw)
    if draw.random() < 0.2:
        packed = repacked(packed, draw)
    encoded = text.encode("utf-8", "surrogatepass")
    if draw.random() < 0.05:
        encoded = text.encode(draw.choice(ENCODINGS), "replace")
    data = signed(encoded, packed, table)
    if draw.random() < 0.05:
        at = draw.randrange(len(data))
        data = data[:at] + draw.choice((b"", b"\0", data[at:][:4] * 2)) + data[at + draw.choice((0, 1, 4)) :]
        data = data[:-4] + zlib.crc32(data[:-4]).to_bytes(4, "little") if draw.random() < 0.8 else data
    return data


def random_ones(count: int, seed: int, tables: bool) -> Iterator[list[bytes]]:
    """Random odd certificates, some thousand at a time."""
    draw = random.Random(seed)
    originals = [made(text, metric, table=tables) for text in TEXTS for metric in METRICS]
    originals += [] if tables else [made(*each) for each in BOUNDED]
    while count > 0:
        files = [oddity(originals, draw, tables) for _ in range(min(count, 2000))]
        yield files
        count -= len(files)


def differing(count: int, seed: int, tables: bool = False) -> tuple[int, list[tuple[bytes, dict[str, Any]]]]:
    """How many odd certificates are accepted, and those on which the checkers differ, with the verdict of each."""
    accepted, faults = 0, []
    for files in random_ones(count, seed, tables):
        said = verdicts(files)
        accepted += sum(it is not None for it in said["Python"])
        for i, data in enumerate(files):
            each = {name: found[i] for name, found in said.items()}
            if any(it != each["Python"] for it in each.values()):
                faults.append((data, each))
    return accepted, faults


@functools.cache
def proved_reads(table: bool) -> bool:
    """Whether the proved checker is built, and reads certificates of tables."""
    return PROVED.exists() and by_proof([signed(*made(TINY, table=table), table)]) != [None]


def verdicts(files: list[bytes]) -> dict[str, list[Any]]:
    """The verdicts of each checker."""
    said = {"Python": [by_python(data) for data in files], "JavaScript": by_node(files)}
    tables = any(data.startswith(checker.TABLE) for data in files)
    return said | ({"proved": by_proof(files)} if proved_reads(tables) else {})


def shared() -> dict[str, bytes]:
    """Good, bad and odd certificates by the names of their files: `good` ones prove something, all others are
    refused.
    """
    files = {
        f"good {number:02} {metric}": signed(*made(text, metric))
        for number, text in enumerate(TEXTS)
        for metric in METRICS
    }
    files |= {f"good patterns {number}": signed(*made(*it)) for number, it in enumerate(BOUNDED)}
    for name, data in odd().items():
        files[("good odd " if name in ACCEPTED else "bad odd ") + name.replace(",", "")] = data
    for number, text in enumerate(TEXTS):
        for metric in METRICS:
            files[f"good table {number:02} {metric}"] = signed(*made(text, metric, table=True), True)
    for name, data in odd_tables().items():
        files[("good table odd " if name in ACCEPTED_TABLES else "bad table odd ") + name.replace(",", "")] = data
    for number, (first, second) in enumerate(pairwise(list(files.values())[: 3 * len(TEXTS)])):
        header, packed = parts(first)[0], parts(second)[1]
        if packed and packed != parts(first)[1] and json.loads(header)["length"]:
            files[f"bad heights {number:02}"] = signed(header, packed)
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", action="store_true", help="certificates of tables")
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    if asked.write:
        asked.write.mkdir(parents=True, exist_ok=True)
        for name, data in shared().items():
            Path(asked.write, name.replace(" ", "-") + ".proof").write_bytes(data)
        return 0
    accepted, faults = differing(asked.count, asked.seed, asked.tables)
    for data, said in faults[:20]:
        print(repr(data))
        for name, verdict in said.items():
            print(f"    {name}: {verdict}")
    print(f"{asked.count:,} odd certificates: {accepted:,} accepted, {len(faults)} differences")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
