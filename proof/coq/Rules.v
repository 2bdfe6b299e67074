(** * The rules of the game

    This file says what the theorems are about: a board, pieces, a move, a solution and its length. It is all that a
    reader has to judge. Nothing here knows of certificates or of how they are checked. [Examples.v] tries each
    definition on small boards. *)

From Coq Require Import List ZArith NArith Bool Permutation.
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

(** Whether all pieces of one alternative lie in a layout. *)
Definition meets (alternatives : list (list piece)) (l : layout) : bool :=
  existsb (fun g => forallb (lies l) g) alternatives.

(** Whether a layout is a goal. *)
Definition is_solved (P : puzzle) (l : layout) : bool := meets (goals P) l.

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

(** ** What a table says of all layouts that the start can reach *)

Definition reachable (P : puzzle) (m : metric) (l : layout) : Prop := exists n, plays P m n (start P) l.

(** From a layout [n] moves lead to a goal, and no fewer do. *)
Definition distance (P : puzzle) (m : metric) (l : layout) (n : nat) : Prop :=
  (exists g, plays P m n l g /\ is_solved P g = true) /\
  forall k g, k < n -> plays P m k l g -> is_solved P g = false.

(** From a layout no moves lead to a goal. *)
Definition hopeless (P : puzzle) (m : metric) (l : layout) : Prop := forall k g, plays P m k l g -> is_solved P g = false.

(** A solution from a layout, as the layouts that it passes behind the first one, a move each; the last one is a goal. *)
Inductive line (P : puzzle) (m : metric) : layout -> list layout -> Prop :=
| ended : forall l, is_solved P l = true -> line P m l []
| goes_on : forall l l' ls, move P m l l' -> line P m l' ls -> line P m l (l' :: ls).

(** Two solutions are alike if their layouts are the same, one after the other. *)
Definition alike : list layout -> list layout -> Prop := Forall2 (@Permutation piece).

(** No two things in a list are the same in some sense. *)
Fixpoint differ {A} (same : A -> A -> Prop) (l : list A) : Prop :=
  match l with [] => True | a :: l => (forall b, In b l -> ~ same a b) /\ differ same l end.

(** There are [w] solutions of [n] moves from a layout: a list of them in which none is missing and no two are alike. *)
Definition solutions (P : puzzle) (m : metric) (l : layout) (n w : nat) : Prop :=
  exists all, List.length all = w /\ differ alike all /\
    (forall s, In s all -> line P m l s /\ List.length s = n) /\
    (forall s, line P m l s -> List.length s = n -> exists t, In t all /\ alike s t).

(** The mirror image of a cell and of a direction: left and right exchanged. *)
Definition flip (P : puzzle) (c : cell) : cell := ((width P - 1 - fst c)%Z, snd c).
Definition turn (d : direction) : direction := match d with Left => Right | Right => Left | d => d end.

(** A map of pieces that mirrors: twice is nothing; the image covers the mirrored cells, and has the mirrored steps. *)
Definition reflection (P : puzzle) (im : piece -> piece) : Prop :=
  forall p, fits P p = true -> fits P (im p) = true /\ im (im p) = p /\
    (forall c, In c (covers P (im p)) <-> In (flip P c) (covers P p)) /\
    (forall d q, step P [] d p = Some q -> step P [] (turn d) (im p) = Some (im q)).

(** Layouts are the same in any order of their pieces, and so are mirror images where [im] mirrors. *)
Definition same_layout (im : piece -> piece) (l k : layout) : Prop := Permutation l k \/ Permutation l (map im k).

(** ** All layouts of some pieces *)

(** Two layouts have as many pieces of each kind. *)
Definition same_pieces (l k : layout) : Prop :=
  forall s, List.length (filter (fun p => (sort p =? s)%N) l) = List.length (filter (fun p => (sort p =? s)%N) k).

(** Moves lead from a layout to another, in some order of its pieces. *)
Definition leads_to (P : puzzle) (m : metric) (a b : layout) : Prop := exists n k, plays P m n a k /\ Permutation k b.
