(** * Boards with a single empty cell

    There a move in any metric is one step: into the empty cell, and from there only back. What this takes of the shapes of
    pieces is looked at place by place. *)

From Coq Require Import List ZArith NArith Bool Lia.
From Huarong Require Import Rules Board Hops.
Import ListNotations.

Section Crowded.
Variable P : puzzle.

Definition besides (p q : piece) : list cell := filter (fun c => negb (among c (covers P p))) (covers P q).

(** Whether all cells of a list are the same. *)
Definition alike (l : list cell) : bool := match l with [] => true | c :: l => forallb (same_cell c) l end.

Definition targets_of (p : piece) : list piece :=
  flat_map (fun d => match step P [] d p with Some q => [q] | None => [] end) around.

(** From [p] to [q] new cells are covered, and if it is one, one is left; two steps lead back or cover two cells. *)
Definition tight_step (p q : piece) : bool :=
  match besides p q with [] => false | _ => true end
  && (negb (alike (besides p q)) || alike (besides q p))
  && forallb (fun r => ((sort r =? sort p)%N && same_cell (head r) (head p))
                       || negb (alike (besides p q ++ besides p r))) (targets_of q).

Definition tight (ps : list piece) : bool := forallb (fun p => forallb (tight_step p) (targets_of p)) ps.

(** A cell that could be covered and is not. *)
Definition empty (l : layout) (c : cell) : Prop :=
  inside P c = true /\ among c (walls P) = false /\ forall p, In p l -> ~ In c (covers P p).

Definition single (l : layout) : Prop := forall c d, empty l c -> empty l d -> c = d.

Variable ps : list piece.
Hypothesis all_places : forall p, fits P p = true -> In p ps.
Hypothesis T : tight ps = true.

Lemma targets_of_spec : forall p q, In q (targets_of p) <-> exists d, step P [] d p = Some q.
Proof.
  intros p q. unfold targets_of. rewrite in_flat_map. split.
  - intros (d & _ & I). exists d. destruct (step P [] d p) as [r|]; simpl in I; [|contradiction].
    destruct I as [<-|I]; [reflexivity|contradiction].
  - intros (d & E). exists d. split; [destruct d; simpl; auto|]. rewrite E. simpl. auto.
Qed.

Lemma besides_spec : forall p q c, In c (besides p q) <-> In c (covers P q) /\ ~ In c (covers P p).
Proof.
  intros p q c. unfold besides. rewrite filter_In, negb_true_iff. split; intros [I N]; (split; [exact I|]).
  - intros J. apply among_spec in J. rewrite J in N. discriminate.
  - destruct (among c (covers P p)) eqn:E; [apply among_spec in E; contradiction|reflexivity].
Qed.

Lemma alike_spec : forall l, (forall c d, In c l -> In d l -> c = d) <-> alike l = true.
Proof.
  intros [|c l]; simpl; [split; [auto|intros _ x y []]|]. rewrite forallb_forall. split.
  - intros H d I. destruct (same_cell_spec c d) as [|Ne]; [reflexivity|exfalso; apply Ne; apply H; auto].
  - intros H.
    assert (K : forall d, c = d \/ In d l -> d = c).
    { intros d [->|I]; auto. specialize (H d I). destruct (same_cell_spec c d); congruence. }
    intros x y I J. rewrite (K x I), (K y J). auto.
Qed.

Lemma no_wall : forall p c, fits P p = true -> In c (covers P p) -> among c (walls P) = false.
Proof.
  intros p c F I. unfold fits, covers in *. destruct (kind_of P (sort p)) as [k|]; [|discriminate].
  rewrite forallb_forall in F. specialize (F c I). unfold allows in F.
  destruct (among c (walls P)); auto. rewrite andb_false_r in F. discriminate.
Qed.

(** The cells that a piece newly covers were empty. *)
Lemma newly_empty : forall a p b q c, fits P q = true -> forallb (apart P q) (a ++ b) = true ->
  In c (besides p q) -> empty (a ++ p :: b) c.
Proof.
  intros a p b q c F A I. apply besides_spec in I. destruct I as [I N].
  split; [eapply fits_allows; eauto|]. split; [eapply no_wall; eauto|].
  intros o Io J. apply in_app_iff in Io. destruct Io as [Io|[<-|Io]]; auto;
    (assert (Q : In o (a ++ b)) by (apply in_app_iff; auto)); rewrite forallb_forall in A; specialize (A o Q);
    apply apart_spec in A; apply A; exists c; auto.
Qed.

Lemma one_step : forall a p b q, legal P (a ++ p :: b) -> single (a ++ p :: b) ->
  path P (a ++ b) around p q -> q = p \/ exists d, step P (a ++ b) d p = Some q.
Proof.
  intros a p b q Hl S H. pose proof (legal_fits P _ p Hl (in_elt _ _ _)) as Fp. clear Hl.
  remember (a ++ b) as others eqn:Eo.
  induction H as [p|p q r d Hp IH I St]; auto. destruct (IH S Fp) as [->|[e Se]]; [eauto|]. left.
  pose proof (step_fits P _ _ _ _ Se) as Fq. pose proof (step_fits P _ _ _ _ St) as Fr.
  apply step_spec in Se. destruct Se as [Se Aq]. apply step_spec in St. destruct St as [St Ar]. subst others.
  unfold tight in T. rewrite forallb_forall in T. specialize (T p (all_places p Fp)). rewrite forallb_forall in T.
  assert (Iq : In q (targets_of p)) by (apply targets_of_spec; eauto). pose proof (T q Iq) as K.
  unfold tight_step in K. apply andb_true_iff in K. destruct K as [_ K]. rewrite forallb_forall in K.
  assert (Ir : In r (targets_of q)) by (apply targets_of_spec; eauto). specialize (K r Ir).
  apply orb_true_iff in K. destruct K as [K|K].
  - apply andb_true_iff in K. destruct K as [K1 K2]. apply N.eqb_eq in K1. destruct r, p. simpl in *.
    destruct (same_cell_spec head head0); congruence.
  - exfalso. apply negb_true_iff in K. assert (Q : alike (besides p q ++ besides p r) = true); [|congruence].
    assert (E : forall c, In c (besides p q ++ besides p r) -> empty (a ++ p :: b) c).
    { intros c J. apply in_app_iff in J. destruct J as [J|J].
      - apply (newly_empty a p b q c Fq Aq J).
      - apply (newly_empty a p b r c Fr Ar J). }
    apply alike_spec. intros c c' J J'. apply S; apply E; auto.
Qed.

Lemma any_path : forall m others p q, goes P m others p q -> path P others around p q.
Proof.
  destruct m; simpl; intros others p q H; auto.
  - destruct H as [d H]. econstructor; [constructor| |eauto]. destruct d; simpl; auto.
  - destruct H as [d H]. eapply path_more; [|eauto]. intros e _. destruct e; simpl; auto.
Qed.

Lemma crowded_move : forall m l l', legal P l -> single l -> move P m l l' -> move P Step l l' /\ single l'.
Proof.
  intros m l l' Hl S M. destruct M as [a p q b G Ne].
  destruct (one_step a p b q Hl S (any_path _ _ _ _ G)) as [E|[d St]]; [contradiction|].
  split; [constructor; auto; exists d; auto|].
  pose proof (legal_fits P _ p Hl (in_elt _ _ _)) as Fp. pose proof (step_fits P _ _ _ _ St) as Fq.
  apply step_spec in St. destruct St as [St Aq].
  unfold tight in T. rewrite forallb_forall in T. specialize (T p (all_places p Fp)). rewrite forallb_forall in T.
  assert (Iq : In q (targets_of p)) by (apply targets_of_spec; eauto). pose proof (T q Iq) as K.
  unfold tight_step in K. apply andb_true_iff in K. destruct K as [K _]. apply andb_true_iff in K. destruct K as [K1 K2].
  (* The new cells of [q] were the empty one. *)
  assert (New : forall c c', In c (besides p q) -> In c' (besides p q) -> c = c').
  { intros c c' I I'. apply S; eapply newly_empty; eauto. }
  rewrite (proj1 (alike_spec _) New) in K2. simpl in K2.
  pose proof (proj2 (alike_spec _) K2) as Old.
  destruct (besides p q) as [|e rest] eqn:Eb; [discriminate|].
  assert (Ie : In e (besides p q)) by (rewrite Eb; simpl; auto).
  (* What is empty now was left by [p]. *)
  assert (K : forall c, empty (a ++ q :: b) c -> In c (besides q p)).
  { intros c (E1 & E2 & E3). apply besides_spec.
    assert (Nq : ~ In c (covers P q)) by (apply E3; apply in_elt). split; auto.
    destruct (in_dec (fun x y => match same_cell_spec x y with ReflectT _ H => left H | ReflectF _ H => right H end) c (covers P p)) as [|Np]; auto.
    exfalso. assert (Ec : empty (a ++ p :: b) c).
    { split; auto. split; auto. intros o Io. apply in_app_iff in Io. destruct Io as [Io|[<-|Io]]; auto;
        apply E3; apply in_app_iff; simpl; auto. }
    assert (c = e) by (apply S; auto; eapply newly_empty; eauto). subst c.
    apply besides_spec in Ie. tauto. }
  intros c c' E E'. apply Old; auto.
Qed.

Lemma crowded_plays : forall m n a b, plays P m n a b -> legal P a -> single a -> plays P Step n a b /\ single b.
Proof.
  intros m n a b H. induction H as [a|n a b c Pl IH M]; intros Ha Sa; [split; [constructor|auto]|].
  destruct (IH Ha Sa) as [Pl' Sb]. pose proof (legal_plays P _ _ _ _ Pl Ha) as Hb.
  destruct (crowded_move m b c Hb Sb M) as [M' Sc]. split; auto. econstructor; eauto.
Qed.

End Crowded.
