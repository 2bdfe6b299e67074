#!/usr/bin/env bash
# Makes deliberate mistakes in the rules, one at a time, and sees that an example fails: `proof/mistakes.sh`.
set -euo pipefail
cd "$(dirname "$0")/coq"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp Examples.v "$folder"
status=0

# mistake WHAT EXAMPLE OLD NEW: with NEW for OLD in Rules.v, the example is the first that fails.
mistake() {
  OLD=$3 NEW=$4 python3 - "$folder/Rules.v" <<'PYTHON'
import os, sys
text = open("Rules.v", encoding="utf-8").read()
assert text.count(os.environ["OLD"]) == 1, os.environ["OLD"]
open(sys.argv[1], "w", encoding="utf-8").write(text.replace(os.environ["OLD"], os.environ["NEW"]))
PYTHON
  (cd "$folder" && coqc -Q . Huarong Rules.v) # with the mistake, the definitions still make sense
  if (cd "$folder" && coqc -Q . Huarong Examples.v) >"$folder/said" 2>&1; then
    echo "NOT CAUGHT: $1"
    status=1
    return
  fi
  line=$(sed -n 's/^File.*Examples.v", line \([0-9]*\),.*/\1/p' "$folder/said")
  caught=$(head -n "$line" Examples.v | sed -n 's/^\(Example\|Lemma\) \([a-z_]*\).*/\2/p' | tail -n 1)
  echo "caught by $caught: $1"
  [ "$caught" = "$2" ] || { echo "  (expected: $2)"; status=1; }
}

mistake "a wall can be crossed" wall \
  'inside P c && negb (among c (walls P)) &&' 'inside P c &&'
mistake "a piece may jump onto another" in_the_way \
  'fits P q && forallb (apart P q) others then' 'fits P q then'
mistake "a goal that any piece fulfils" wrong_kind \
  '(sort p =? sort q)%N && same_cell' 'same_cell'
mistake "a goal of which one piece is enough" half_a_goal \
  'forallb (lies l) g' 'existsb (lies l) g'
mistake "the edge is no end: the board goes on in the next row" right_edge \
  '(fst c <? width P)%Z && ' ''
mistake "a shut gate is open" shut \
  'opens k || negb' 'true || negb'
mistake "a piece goes where its kind may not" only_left_and_right \
  'if is_way d (ways k) && fits' 'if fits'
mistake "only the head must be on the board" whole_piece \
  'forallb (allows P k) (covered k (head p))' 'allows P k (head p)'
mistake "a slide may turn" no_slide_around \
  'exists d, path P others [d] p q' 'path P others [Up; Down; Left; Right] p q'
mistake "a move that stays counts" to_stay_is_no_move \
  'goes P m (before ++ after) p q -> q <> p ->' 'goes P m (before ++ after) p q ->'
mistake "a distance without a way to a goal" nothing_moves \
  '(exists g, plays P m n l g /\ is_solved P g = true) /\' ''
mistake "a distance that may be longer than the shortest way" not_four \
  'forall k g, k < n -> plays P m k l g -> is_solved P g = false.' 'True.'
mistake "a solution that may end anywhere" no_end \
  'ended : forall l, is_solved P l = true -> line' 'ended : forall l, line'
mistake "solutions that are counted twice" not_three_solutions \
  'differ alike all /\' 'True /\'
mistake "solutions that are missing" not_one_solution \
  '(forall s, line P m l s -> List.length s = n -> exists t, In t all /\ alike s t)' 'True'
mistake "a list in which a thing comes twice" twice \
  '(forall b, In b l -> ~ same a b) /\ differ same l' 'differ same l'
mistake "a mirror that leaves everything where it is" not_the_identity \
  '(forall c, In c (covers P (im p)) <-> In (flip P c) (covers P p)) /\' ''
mistake "a mirror that mirrors no steps" other_steps \
  'step P [] d p = Some q -> step P [] (turn d) (im p) = Some (im q)' 'step P [] d p = Some q -> True'
mistake "mirrored columns are counted from 1" mirrored_cell \
  'width P - 1 - fst c' 'width P - fst c'
mistake "pieces of any kind count" no_other_kind \
  'forall s, List.length (filter (fun p => (sort p =? s)%N) l) = List.length (filter (fun p => (sort p =? s)%N) k)' \
  'List.length l = List.length k'
mistake "moves that lead to one layout lead to all" nowhere \
  'plays P m n a k /\ Permutation k b' 'plays P m n a k'
exit $status
