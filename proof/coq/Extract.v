(** * The checker as a program

    [N] and [Z] become Zarith's whole numbers, which have no largest one, and their operations Zarith's; [positive] stays
    what it is, since the table is a tree along its bits. Booleans, pairs, options and lists become OCaml's. Nothing else
    is replaced. *)

From Coq Require Import Extraction ExtrOcamlBasic NArith ZArith.
From Huarong Require Import Rules Checker Tables Spaces.

Extract Inductive comparison => "Numbers.comparison" ["Numbers.Eq" "Numbers.Lt" "Numbers.Gt"].
Extract Inductive positive => "Numbers.positive" ["Numbers.XI" "Numbers.XO" "Numbers.XH"].
Extract Inductive N => "Numbers.t" ["Numbers.zero" "Numbers.of_positive"] "Numbers.match_n".
Extract Inductive Z => "Numbers.t" ["Numbers.zero" "Numbers.of_positive" "Numbers.of_negative"] "Numbers.match_z".

Extract Constant N.add => "Numbers.add".
Extract Constant N.sub => "Numbers.minus".
Extract Constant N.mul => "Numbers.mul".
Extract Constant N.div => "Numbers.div".
Extract Constant N.modulo => "Numbers.rem".
Extract Constant N.land => "Numbers.logand".
Extract Constant N.lor => "Numbers.logor".
Extract Constant N.lxor => "Numbers.logxor".
Extract Constant N.shiftl => "Numbers.shift_left".
Extract Constant N.eqb => "Numbers.equal".
Extract Constant N.leb => "Numbers.leq".
Extract Constant N.ltb => "Numbers.lt".
Extract Constant N.compare => "Numbers.compare".
Extract Constant N.succ_pos => "Numbers.succ_positive".
Extract Constant Z.add => "Numbers.add".
Extract Constant Z.sub => "Numbers.sub".
Extract Constant Z.mul => "Numbers.mul".
Extract Constant Z.opp => "Numbers.neg".
Extract Constant Z.max => "Numbers.max".
Extract Constant Z.eqb => "Numbers.equal".
Extract Constant Z.leb => "Numbers.leq".
Extract Constant Z.ltb => "Numbers.lt".
Extract Constant Z.of_N => "(fun n -> n)".
Extract Constant Z.to_N => "Numbers.positive_part".

(* Not used by the checker: how the library compares the keys of its trees in proofs. *)
Set Warnings "-extraction-opaque-accessed".

Extraction "../reader/checker.ml" check check_table check_space.
