(** * The rules, tried

    Each definition of [Rules.v] on a small board. A mistake in a definition makes an example fail: [mistakes.sh] makes
    several and sees that. *)

From Coq Require Import List ZArith NArith Bool Lia Permutation.
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

(** ** Tables *)

(** A single piece moves by itself. *)
Lemma alone : forall P m p l, move P m [p] l -> exists q, l = [q] /\ goes P m [] p q /\ q <> p.
Proof.
  intros P m p l H. inversion H as [a p' q b G Ne E1 E2]. destruct a as [|x [|]]; inversion E1; subst. exists q. auto.
Qed.

(** [A .] above [. .], with the goal [. .] above [. A]. *)
Definition square : puzzle := Puzzle 2 2 [] [] [Kind [(0, 0)%Z] all false] [at_ 0 0 0] [[at_ 0 1 1]].
Definition at_corner (x y : Z) : layout := [at_ 0 x y].

Lemma square_step : forall x y l, move square Step (at_corner x y) l -> (x = 0 \/ x = 1)%Z -> (y = 0 \/ y = 1)%Z ->
  l = at_corner (1 - x) y \/ l = at_corner x (1 - y).
Proof.
  intros x y l H [->| ->] [->| ->]; apply alone in H; destruct H as (q & -> & [d St] & _); destruct d; vm_compute in St;
    inversion St; subst; auto.
Qed.

Ltac step_to := apply (moved square Step [] (at_ 0 _ _) (at_ 0 _ _) []);
  [first [exists Right; vm_compute; reflexivity | exists Down; vm_compute; reflexivity | exists Left; vm_compute; reflexivity]
  |discriminate].

(** A board of one cell: nothing moves, so there is no distance, and no other layout can be reached. *)
Definition cell_ : puzzle := Puzzle 1 1 [] [] [Kind [(0, 0)%Z] all false] [at_ 0 0 0] [[at_ 0 1 0]].

Lemma stays : forall m k l, plays cell_ m k [at_ 0 0 0] l -> l = [at_ 0 0 0].
Proof.
  intros m k l H. remember [at_ 0 0 0] as a eqn:E. induction H as [a|n a b d _ IH M]; auto. rewrite (IH E), E in M.
  apply alone in M. destruct M as (q & _ & G & Ne). exfalso. apply Ne.
  assert (K : forall ds p r, path cell_ [] ds p r -> p = at_ 0 0 0 -> r = at_ 0 0 0).
  { induction 1 as [p|p q' r e _ IH' _ St]; auto. intros Ep. rewrite (IH' Ep) in St. destruct e; vm_compute in St; discriminate. }
  destruct m; cbn [goes] in G; [destruct G as [e St]; destruct e; vm_compute in St; discriminate|destruct G as [e G]|]; eapply K; eauto.
Qed.

Example nothing_moves : ~ distance cell_ Move [at_ 0 0 0] 0.
Proof. intros [(g & Pl & S) _]. apply stays in Pl. subst g. vm_compute in S. discriminate. Qed.
Example no_hope : hopeless cell_ Move [at_ 0 0 0].
Proof. intros k g Pl. apply stays in Pl. subst g. vm_compute. reflexivity. Qed.
Example the_start_is_reached : reachable cell_ Move [at_ 0 0 0].
Proof. exists 0. apply still. Qed.
Example nothing_else_is : ~ reachable cell_ Move [at_ 0 1 0].
Proof. intros [n Pl]. apply stays in Pl. discriminate. Qed.

(** Across the square it takes two steps, although four lead there too. *)
Example two_steps : plays square Step 2 (at_corner 0 0) (at_corner 1 1).
Proof. eapply then_ with (b := at_corner 1 0); [eapply then_; [apply still|]|]; step_to. Qed.
Example not_four : ~ distance square Step (at_corner 0 0) 4.
Proof. intros [_ H]. assert (E := H 2 _ ltac:(lia) two_steps). vm_compute in E. discriminate. Qed.
Example two : distance square Step (at_corner 0 0) 2.
Proof.
  split; [exists (at_corner 1 1); split; [apply two_steps|vm_compute; reflexivity]|]. intros k g Lt Pl.
  inversion Pl as [a|n a b d Pl' M]; subst; [vm_compute; reflexivity|]. inversion Pl'; subst; [|lia].
  apply square_step in M; auto. destruct M as [->| ->]; vm_compute; reflexivity.
Qed.

(** A solution ends in a goal. *)
Example no_end : ~ line square Step (at_corner 0 0) [at_corner 1 0].
Proof. intros H. inversion H as [|l l' ls M L]; subst. inversion L as [l S|]; subst. vm_compute in S. discriminate. Qed.
Definition right_first : list layout := [at_corner 1 0; at_corner 1 1].
Definition down_first : list layout := [at_corner 0 1; at_corner 1 1].
Example a_solution : line square Step (at_corner 0 0) right_first.
Proof. eapply goes_on; [|eapply goes_on; [|apply ended; vm_compute; reflexivity]]; step_to. Qed.
Example another : line square Step (at_corner 0 0) down_first.
Proof. eapply goes_on; [|eapply goes_on; [|apply ended; vm_compute; reflexivity]]; step_to. Qed.

(** A list of three in which one comes twice. *)
Example twice : ~ differ (@eq nat) [1; 2; 1].
Proof. intros [H _]. apply (H 1); simpl; auto. Qed.

(** There are two of two steps: not three, since no two may be alike, and not one, since none may be missing. *)
Lemma the_two : forall s, line square Step (at_corner 0 0) s -> List.length s = 2 -> s = right_first \/ s = down_first.
Proof.
  intros s L E. inversion L as [l S E1|l l' ls M L' E1]; subst; [discriminate|]. simpl in E.
  inversion L' as [l'' S' E2|l'' k ls' M' L'' E2]; subst; [discriminate|]. simpl in E. destruct ls'; [|discriminate].
  inversion L'' as [z S|]; subst. apply square_step in M; auto.
  destruct M as [->| ->]; apply square_step in M'; auto; destruct M' as [->| ->]; vm_compute in S; try discriminate; auto.
Qed.
Lemma not_alike : ~ alike right_first down_first.
Proof.
  intros H. inversion H as [|a b l k Q]; subst. apply Permutation_length_1 in Q. discriminate.
Qed.
Lemma alike_itself : forall s, alike s s.
Proof. induction s; constructor; auto. Qed.

Example not_three_solutions : ~ solutions square Step (at_corner 0 0) 2 3.
Proof.
  intros (l & W & D & L & _). destruct l as [|a [|b [|d [|]]]]; try discriminate.
  destruct D as (D1 & D2 & _).
  assert (K : forall s, In s [a; b; d] -> s = right_first \/ s = down_first) by (intros s I; apply the_two; apply L; auto).
  destruct (K a), (K b), (K d); simpl; auto; subst;
    first [apply (D1 right_first); simpl; auto using alike_itself; fail | apply (D1 down_first); simpl; auto using alike_itself; fail
          | apply (D2 right_first); simpl; auto using alike_itself; fail | apply (D2 down_first); simpl; auto using alike_itself].
Qed.
Example not_one_solution : ~ solutions square Step (at_corner 0 0) 2 1.
Proof.
  intros (l & W & _ & L & C). destruct l as [|a [|]]; try discriminate.
  destruct (C right_first a_solution eq_refl) as (t & [<-|[]] & A1).
  destruct (C down_first another eq_refl) as (t & [<-|[]] & A2).
  destruct (the_two a) as [->| ->]; try apply L; simpl; auto; [|apply not_alike; auto].
  apply not_alike. clear - A2. inversion A2 as [|x y l k Q]; subst. apply Permutation_length_1 in Q. discriminate.
Qed.
Example two_solutions : solutions square Step (at_corner 0 0) 2 2.
Proof.
  exists [right_first; down_first]. split; [reflexivity|]. split; [|split].
  - split; [|split; [intros b []|exact I]]. intros b [<-|[]]. apply not_alike.
  - intros s [<-|[<-|[]]]; split; auto using a_solution, another.
  - intros s L E. destruct (the_two s L E) as [->| ->]; [exists right_first|exists down_first]; split; simpl; auto using alike_itself.
Qed.

(** The order of pieces means nothing to layouts that are alike. *)
Example in_another_order : alike [[A; B]] [[B; A]].
Proof. constructor; [apply perm_swap|constructor]. Qed.

(** Left and right exchanged. *)
Example mirrored_cell : flip board (0, 1)%Z = (3, 1)%Z.
Proof. vm_compute. reflexivity. Qed.
Example mirrored_ways : map turn all = [Up; Down; Right; Left].
Proof. reflexivity. Qed.

Lemma on_square : forall p, fits square p = true -> p = at_ 0 0 0 \/ p = at_ 0 1 0 \/ p = at_ 0 0 1 \/ p = at_ 0 1 1.
Proof.
  intros [k [x y]] F. destruct k as [|k]; [|exfalso; unfold fits, kind_of in F; cbn [sort] in F;
    destruct (N.to_nat (N.pos k)) as [|[|n]] eqn:E; simpl in F; try discriminate; lia].
  unfold fits, kind_of, allows, inside, covered, shift in F. cbn in F.
  repeat match type of F with context [(?a <=? ?b)%Z] => destruct (Z.leb_spec a b) | context [(?a <? ?b)%Z] => destruct (Z.ltb_spec a b) end;
    try discriminate.
  assert ((x = 0 \/ x = 1) /\ (y = 0 \/ y = 1))%Z as [[->| ->] [->| ->]] by lia; auto.
Qed.
Definition mirrored_square (p : piece) : piece := Piece (sort p) (1 - fst (head p), snd (head p))%Z.
Example not_the_identity : ~ reflection square (fun p => p).
Proof.
  intros H. destruct (H (at_ 0 0 0)) as (_ & _ & C & _); [vm_compute; reflexivity|].
  destruct (proj1 (C (0, 0)%Z)) as [E|[]]; [vm_compute; auto|]. vm_compute in E. discriminate.
Qed.
Example other_steps : ~ reflection (Puzzle 2 1 [] [] [Kind [(0, 0)%Z] all false; Kind [(0, 0)%Z] [] false] [] [])
  (fun p => Piece (1 - sort p) (1 - fst (head p), snd (head p))%Z).
Proof.
  intros H. destruct (H (at_ 0 0 0)) as (_ & _ & _ & S); [vm_compute; reflexivity|].
  specialize (S Right (at_ 0 1 0) ltac:(vm_compute; reflexivity)). vm_compute in S. discriminate.
Qed.
Example a_reflection : reflection square mirrored_square.
Proof.
  intros p F. apply on_square in F.
  destruct F as [->|[->|[->| ->]]]; (split; [vm_compute; reflexivity|]); (split; [vm_compute; reflexivity|]);
    (split; [intros [x y]; unfold flip, covers, covered, shift; cbn -[Z.add Z.sub]; split; intros [E|[]]; left; apply pair_equal_spec in E; apply pair_equal_spec; lia|]);
    intros d q E; destruct d; vm_compute in E; inversion E; subst; vm_compute; reflexivity.
Qed.
Example mirror_images_are_the_same : same_layout mirrored_square (at_corner 0 1) (at_corner 1 1).
Proof. right. apply Permutation_refl. Qed.
Example others_are_not : ~ same_layout mirrored_square (at_corner 0 0) (at_corner 1 1).
Proof. intros [H|H]; apply Permutation_length_1 in H; discriminate. Qed.

(** Layouts with as many pieces of each kind, and layouts that moves lead to. *)
Example no_other_kind : ~ same_pieces [A] [B].
Proof. intros H. specialize (H 0%N). vm_compute in H. discriminate. Qed.
Example as_many : same_pieces [A; B] [at_ 1 2 2; at_ 0 3 2].
Proof. intros s. cbn [filter A B at_ sort]. destruct (0 =? s)%N, (1 =? s)%N; reflexivity. Qed.
Example nowhere : ~ leads_to cell_ Move [at_ 0 0 0] [at_ 0 1 0].
Proof. intros (n & k & Pl & Q). apply stays in Pl. subst k. apply Permutation_length_1 in Q. discriminate. Qed.
Example there : leads_to square Step (at_corner 0 0) (at_corner 1 1).
Proof. exists 2, (at_corner 1 1). split; [apply two_steps|apply Permutation_refl]. Qed.
