#!/bin/sh
# sgt-fifteen writes the size before a board, and 0 for the gap, which may be anywhere.
#
# Guess: --generate prints sixteen numbers.
# What happens: it prints 4x4: and the numbers, and reads only that form.
# Why it matters: a reader of lists of tiles must drop the size. The gap is not at the end of the start.
# Versions: Simon Tatham's Portable Puzzle Collection 20230122.806ae71 (Debian's sgt-puzzles); its GTK libraries must be
# installed, a display need not be.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q sgt-puzzles=20230122.806ae71-2 >/dev/null 2>&1
dpkg -x sgt-puzzles_*.deb .
boards=$(./usr/games/sgt-fifteen --generate 3)
echo "$boards"
test "$(echo "$boards" | grep -c -E '^4x4:([0-9]+,){15}[0-9]+$')" = 3
./usr/games/sgt-fifteen --generate 1 "3x4#7" | grep -E '^3x4:([0-9]+,){11}[0-9]+$'
