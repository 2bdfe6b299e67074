#!/bin/sh
# igraph reads a missing boolean of GraphML as False, a missing string as "", and every integer as a float.
#
# Guess: attributes that a node lacks are None, and attr.type="int" gives integers.
# What happens: integers become floats and a missing one is nan; a missing string is "", a missing boolean False.
# Why it matters: "this layout is no goal" and "nothing is said about this layout" cannot be told apart after reading,
# and distances used as indices raise a TypeError. Write such attributes for every node, or as numbers.
# Versions: igraph 1.0.0 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q igraph==1.0.0
cat > "$work/try.py" <<'PY'
import math
import sys
from importlib.metadata import version
from pathlib import Path

import igraph

TEXT = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d" for="node" attr.name="distance" attr.type="int"/>
  <key id="w" for="node" attr.name="label" attr.type="string"/>
  <key id="g" for="node" attr.name="goal" attr.type="boolean"/>
  <graph edgedefault="directed">
    <node id="n0"><data key="d">3</data><data key="w">start</data><data key="g">true</data></node>
    <node id="n1"/>
  </graph>
</graphml>"""

path = Path(sys.argv[1]) / "two.graphml"
path.write_text(TEXT)
nodes = igraph.Graph.Read_GraphML(str(path)).vs
print("igraph", version("igraph"), nodes["distance"], nodes["label"], nodes["goal"])
assert isinstance(nodes["distance"][0], float) and math.isnan(nodes["distance"][1])
assert (nodes["label"], nodes["goal"]) == (["start", ""], [True, False])
PY
"$work/venv/bin/python" "$work/try.py" "$work"
