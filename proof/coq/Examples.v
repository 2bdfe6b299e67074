(** * The rules, tried

    Each definition of [Rules.v] on a small board. A mistake in a definition makes an example fail: [mistakes.sh] makes
    several and sees that. *)

From Coq Require Import List ZArith NArith Bool Lia.
From Huarong Require Import Rules.
Import ListNotations.

(** The board; [#] is a wall, [-] a gate. Kind 0 is a single cell, kind 1 two cells side by side that only go left and
    right, kind 2 a single cell that gates are open to, kind 3 three cells around a corner, whose head is the upper one.

<<
     0 1 2 3
  0  A . # .          A: kind 0 at (0,0)
  1  B B . -          B: kind 1 at (0,1)
  2  . C . .          C: kind 2 at (1,2)
>>
*)
Definition all := [Up; Down; Left; Right].

Definition board : puzzle :=
  Puzzle 4 3 [(2, 0)%Z] [(3, 1)%Z]
    [Kind [(0, 0)%Z] all false; Kind [(0, 0); (1, 0)]%Z [Left; Right] false; Kind [(0, 0)%Z] all true;
     Kind [(0, 0); (-1, 1); (0, 1)]%Z all false]
    [Piece 0 (0, 0)%Z; Piece 1 (0, 1)%Z; Piece 2 (1, 2)%Z]
    [[Piece 0 (3, 2)%Z]; [Piece 0 (0, 2)%Z; Piece 2 (3, 1)%Z]].

Definition A := Piece 0 (0, 0)%Z.
Definition B := Piece 1 (0, 1)%Z.
Definition C := Piece 2 (1, 2)%Z.
Definition at_ (k : N) (x y : Z) := Piece k (x, y).

(** Cells that pieces cover. *)
Example two_cells : covers board B = [(0, 1); (1, 1)]%Z.
Proof. vm_compute. reflexivity. Qed.
Example corner : covers board (at_ 3 1 0) = [(1, 0); (0, 1); (1, 1)]%Z.
Proof. vm_compute. reflexivity. Qed.

(** The start is legal; with two pieces on one cell it would not be. *)
Example legal_start : legal board (start board).
Proof. vm_compute. repeat split. Qed.
Example no_overlap : ~ legal board [A; B; at_ 2 1 1].
Proof. vm_compute. intuition discriminate. Qed.

(** A piece goes one cell. *)
Example one_cell : step board [B; C] Right A = Some (at_ 0 1 0).
Proof. vm_compute. reflexivity. Qed.
Example one_cell_up : step board [A; B] Up (at_ 2 2 2) = Some (at_ 2 2 1).
Proof. vm_compute. reflexivity. Qed.

(** It does not go onto a wall, *)
Example wall : step board [B; C] Right (at_ 0 1 0) = None.
Proof. vm_compute. reflexivity. Qed.

(** nor onto another piece, *)
Example in_the_way : step board [B; C] Down A = None.
Proof. vm_compute. reflexivity. Qed.
Example in_the_way_of_two : step board [A; at_ 2 2 1] Right B = None.
Proof. vm_compute. reflexivity. Qed.

(** nor off the board: right of the last column is not the first column of the next row, *)
Example right_edge : step board [] Right (at_ 0 3 0) = None.
Proof. vm_compute. reflexivity. Qed.
Example left_edge : step board [] Left (at_ 0 0 2) = None.
Proof. vm_compute. reflexivity. Qed.
Example upper_edge : step board [] Up A = None.
Proof. vm_compute. reflexivity. Qed.
Example lower_edge : step board [] Down (at_ 0 0 2) = None.
Proof. vm_compute. reflexivity. Qed.
Example whole_piece : step board [] Right (at_ 1 2 2) = None.
Proof. vm_compute. reflexivity. Qed.

(** nor in a direction that its kind lacks. *)
Example only_left_and_right : step board [A] Down B = None.
Proof. vm_compute. reflexivity. Qed.

(** A gate lets in the kinds that it is open to. *)
Example shut : step board [] Right (at_ 0 2 1) = None.
Proof. vm_compute. reflexivity. Qed.
Example opened : step board [] Right (at_ 2 2 1) = Some (at_ 2 3 1).
Proof. vm_compute. reflexivity. Qed.

(** What is no kind does not lie anywhere. *)
Example no_kind : fits board (at_ 4 0 0) = false.
Proof. vm_compute. reflexivity. Qed.

(** A slide is straight, a move need not be; neither leads past a piece in between. Without [B], [C] gets from its place
    to the one above [A]'s right neighbor, (1,1), and on to (0,1) by one move, but by no slide. *)
Lemma straight : forall P others d p q, path P others [d] p q -> exists n : nat,
  fst (head q) = (fst (head p) + Z.of_nat n * fst (offset d))%Z /\
  snd (head q) = (snd (head p) + Z.of_nat n * snd (offset d))%Z.
Proof.
  intros P others d p q H. remember [d] as ds eqn:E. induction H as [p|p q r e _ IH I St].
  - exists 0. lia.
  - subst ds. destruct I as [<-|[]]. destruct IH as (n & X & Y). exists (S n).
    unfold step in St. destruct (kind_of P (sort q)); [|discriminate].
    destruct (_ && _); inversion St; subst. simpl. rewrite X, Y. destruct d; simpl; lia.
Qed.

Example around_a_corner : goes board Move [A] C (at_ 2 0 1).
Proof.
  eapply onward with (q := at_ 2 1 1) (d := Left); [|simpl; auto|vm_compute; reflexivity].
  eapply onward with (d := Up); [apply here|simpl; auto|vm_compute; reflexivity].
Qed.
Example no_slide_around : ~ goes board Slide [A] C (at_ 2 0 1).
Proof. intros [d H]. apply straight in H. destruct H as (n & X & Y). unfold C, at_ in *.
  destruct d; cbn [head fst snd offset] in *; lia. Qed.
Example slide_of_two : goes board Slide [] C (at_ 2 3 2).
Proof.
  exists Right. eapply onward with (q := at_ 2 2 2) (d := Right); [|simpl; auto|vm_compute; reflexivity].
  eapply onward with (d := Right); [apply here|simpl; auto|vm_compute; reflexivity].
Qed.
Example no_step_of_two : ~ goes board Step [] C (at_ 2 3 2).
Proof. intros [d H]. destruct d; vm_compute in H; discriminate. Qed.

(** On a strip [A B .] no path leads [A] past [B]: it cannot move at all. *)
Definition strip : puzzle :=
  Puzzle 3 1 [] [] [Kind [(0, 0)%Z] all false; Kind [(0, 0)%Z] all false] [at_ 0 0 0; at_ 1 1 0] [[at_ 0 2 0]].

Example no_jump : forall q, goes strip Move [at_ 1 1 0] (at_ 0 0 0) q -> q = at_ 0 0 0.
Proof.
  intros q H. remember (at_ 0 0 0) as p eqn:E. cbn [goes] in H. induction H as [p|p q r d _ IH _ St]; auto.
  specialize (IH E). subst. destruct d; vm_compute in St; discriminate.
Qed.

(** A goal wants its own kinds, all pieces of an alternative, and any one of the alternatives. *)
Example wrong_kind : is_solved board [A; B; at_ 2 3 2] = false.
Proof. vm_compute. reflexivity. Qed.
Example half_a_goal : is_solved board [at_ 0 0 2; B; C] = false.
Proof. vm_compute. reflexivity. Qed.
Example reached : is_solved board [B; at_ 0 3 2; C] = true.
Proof. vm_compute. reflexivity. Qed.
Example other_alternative : is_solved board [at_ 0 0 2; B; at_ 2 3 1] = true.
Proof. vm_compute. reflexivity. Qed.

(** Moves are counted one by one, and each takes one piece elsewhere. *)
Example to_stay_is_no_move : ~ move board Move [A] [A].
Proof.
  intros H. inversion H as [a p q b G Ne E1 E2]. destruct a as [|x [|]]; inversion E1; subst; inversion E2; subst.
  apply Ne. reflexivity.
Qed.
Example none_is_nothing : ~ plays board Step 0 [A; B; C] [at_ 0 1 0; B; C].
Proof. intros H. inversion H. Qed.
Example two_moves : plays board Step 2 [A; B; C] [at_ 0 1 0; B; at_ 2 0 2].
Proof.
  eapply then_ with (b := [at_ 0 1 0; B; C]).
  - eapply then_; [apply still|]. apply (moved board Step [] A (at_ 0 1 0) [B; C]); [|discriminate].
    exists Right. vm_compute. reflexivity.
  - apply (moved board Step [at_ 0 1 0; B] C (at_ 2 0 2) []); [|discriminate]. exists Left. vm_compute. reflexivity.
Qed.
