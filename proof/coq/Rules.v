(** * The rules of the game

    This file says what the theorems are about: a board, pieces, a move, a solution and its length. It is all that a
    reader has to judge. Nothing here knows of certificates or of how they are checked. [Examples.v] tries each
    definition on small boards. *)

From Coq Require Import List ZArith NArith Bool.
Import ListNotations.

(** A cell is its column and its row, counted from 0 at the top left:

<<
    (0,0) (1,0) (2,0)
    (0,1) (1,1) (2,1)
>>
*)
Definition cell : Type := Z * Z.

Definition same_cell (a b : cell) : bool := (fst a =? fst b)%Z && (snd a =? snd b)%Z.

Inductive direction := Up | Down | Left | Right.

(** How far the column and the row change. *)
Definition offset (d : direction) : cell :=
  match d with Up => (0, -1)%Z | Down => (0, 1)%Z | Left => (-1, 0)%Z | Right => (1, 0)%Z end.

Definition shift (by_ at_ : cell) : cell := ((fst at_ + fst by_)%Z, (snd at_ + snd by_)%Z).

(** A kind of piece: its cells, counted from its head; the directions in which it may slide; whether gates are open to it.

<<
    shape [(0,0); (1,0)]             AA
    shape [(0,0); (-1,1); (0,1)]     .A      its head is the upper cell
                                     AA
>>
*)
Record kind := Kind { shape : list cell; ways : list direction; opens : bool }.

(** A piece is the number of its kind and the cell that its head is on. Pieces of one kind are interchangeable. *)
Record piece := Piece { sort : N; head : cell }.

(** A layout is the pieces on the board. Their order means nothing to the rules. *)
Definition layout : Type := list piece.

Inductive metric := Step | Slide | Move.

(** [goals] are alternatives. Each is a list of pieces that must all lie there; the rest of the board does not matter. *)
Record puzzle := Puzzle {
  width : Z;
  height : Z;
  walls : list cell;
  gates : list cell;
  kinds : list kind;
  start : layout;
  goals : list (list piece);
}.

Definition kind_of (P : puzzle) (k : N) : option kind := nth_error (kinds P) (N.to_nat k).

(** The cells that a kind covers with its head on a cell. *)
Definition covered (k : kind) (h : cell) : list cell := map (fun c => shift c h) (shape k).

Definition covers (P : puzzle) (p : piece) : list cell :=
  match kind_of P (sort p) with Some k => covered k (head p) | None => [] end.

Definition inside (P : puzzle) (c : cell) : bool :=
  (0 <=? fst c)%Z && (fst c <? width P)%Z && (0 <=? snd c)%Z && (snd c <? height P)%Z.

Definition among (c : cell) (cs : list cell) : bool := existsb (same_cell c) cs.

(** Whether a piece of a kind may cover a cell: it is on the board, no wall, and no gate that is shut to the kind. *)
Definition allows (P : puzzle) (k : kind) (c : cell) : bool :=
  inside P c && negb (among c (walls P)) && (opens k || negb (among c (gates P))).

(** Whether a piece can lie where it is said to be, on the empty board. *)
Definition fits (P : puzzle) (p : piece) : bool :=
  match kind_of P (sort p) with Some k => forallb (allows P k) (covered k (head p)) | None => false end.

(** Whether two pieces have no cell in common. *)
Definition apart (P : puzzle) (p q : piece) : bool :=
  forallb (fun c => negb (among c (covers P q))) (covers P p).

Definition is_way (d : direction) (ds : list direction) : bool :=
  existsb (fun e => match d, e with Up, Up | Down, Down | Left, Left | Right, Right => true | _, _ => false end) ds.

(** One step: a piece goes one cell in a direction that its kind has, to where it fits and meets none of the others. *)
Definition step (P : puzzle) (others : list piece) (d : direction) (p : piece) : option piece :=
  match kind_of P (sort p) with
  | None => None
  | Some k =>
      let q := Piece (sort p) (shift (offset d) (head p)) in
      if is_way d (ways k) && fits P q && forallb (apart P q) others then Some q else None
  end.

(** A path of one piece: none, one or more steps in the given directions, while the others stay where they are. *)
Inductive path (P : puzzle) (others : list piece) (ds : list direction) : piece -> piece -> Prop :=
| here : forall p, path P others ds p p
| onward : forall p q r d, path P others ds p q -> In d ds -> step P others d q = Some r -> path P others ds p r.

(** Where one piece gets in one move: by one step, by steps in one direction, or by steps in any directions. *)
Definition goes (P : puzzle) (m : metric) (others : list piece) (p q : piece) : Prop :=
  match m with
  | Step => exists d, step P others d p = Some q
  | Slide => exists d, path P others [d] p q
  | Move => path P others [Up; Down; Left; Right] p q
  end.

(** A move takes one piece elsewhere. *)
Inductive move (P : puzzle) (m : metric) : layout -> layout -> Prop :=
| moved : forall before p q after,
    goes P m (before ++ after) p q -> q <> p -> move P m (before ++ p :: after) (before ++ q :: after).

(** [plays P m n a b]: [n] moves lead from layout [a] to layout [b]. *)
Inductive plays (P : puzzle) (m : metric) : nat -> layout -> layout -> Prop :=
| still : forall a, plays P m 0 a a
| then_ : forall n a b c, plays P m n a b -> move P m b c -> plays P m (S n) a c.

(** Whether a piece of this kind lies in a layout, with its head on this cell. *)
Definition lies (l : layout) (p : piece) : bool :=
  existsb (fun q => (sort p =? sort q)%N && same_cell (head p) (head q)) l.

(** Whether a layout is a goal: all pieces of one alternative lie in it. *)
Definition is_solved (P : puzzle) (l : layout) : bool := existsb (fun g => forallb (lies l) g) (goals P).

(** There is a solution of exactly [n] moves. *)
Definition solution_of (P : puzzle) (m : metric) (n : nat) : Prop :=
  exists l, plays P m n (start P) l /\ is_solved P l = true.

(** A layout is legal if its pieces fit and no two of them overlap. *)
Fixpoint legal (P : puzzle) (l : layout) : Prop :=
  match l with [] => True | p :: rest => fits P p = true /\ forallb (apart P p) rest = true /\ legal P rest end.

(** The three things that a certificate may prove. *)
Definition shortest (P : puzzle) (m : metric) (n : nat) : Prop :=
  solution_of P m n /\ forall k, k < n -> ~ solution_of P m k.

Definition none_below (P : puzzle) (m : metric) (n : nat) : Prop := forall k, k < n -> ~ solution_of P m k.

Definition unsolvable (P : puzzle) (m : metric) : Prop := forall k, ~ solution_of P m k.
