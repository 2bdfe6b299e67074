(** * What the checker of tables says is true *)

From Coq Require Import List ZArith NArith Bool Lia Permutation FMapPositive.
From Huarong Require Import Rules Board Search Hops Patterns Checker Theorems Tables.
Import ListNotations.
Local Open Scope N_scope.

(** ** Lists *)

Lemma nothing_spec : forall {A} (l : list A), nothing l = true <-> l = [].
Proof. destruct l; simpl; split; congruence. Qed.

Lemma same_option_spec : forall a b, same_option a b = true <-> a = b.
Proof.
  destruct a as [a|], b as [b|]; simpl; split; intros H; try discriminate; auto.
  - apply N.eqb_eq in H. congruence.
  - injection H as ->. apply N.eqb_refl.
Qed.

Lemma distinct_NoDup : forall l, distinct N.eqb l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn [distinct]; intros H; constructor; apply andb_true_iff in H; destruct H as [H K]; auto.
  intros I. apply negb_true_iff in H. assert (E : existsb (N.eqb x) l = true).
  { apply existsb_exists. exists x. split; auto. apply N.eqb_refl. }
  congruence.
Qed.

Lemma differ_app : forall {A} (same : A -> A -> Prop) l k, differ same l -> differ same k ->
  (forall a b, In a l -> In b k -> ~ same a b) -> differ same (l ++ k).
Proof.
  induction l as [|a l IH]; cbn [differ app]; auto. intros k [H1 H2] K D. split.
  - intros b I. apply in_app_iff in I. destruct I; auto. apply D; auto. left. auto.
  - apply IH; auto. intros x y Ix Iy. apply D; auto. right. auto.
Qed.

Lemma differ_map : forall {A B} (f : A -> B) (same : A -> A -> Prop) (same' : B -> B -> Prop) l,
  (forall a b, In a l -> In b l -> same' (f a) (f b) -> same a b) -> differ same l -> differ same' (map f l).
Proof.
  induction l as [|a l IH]; cbn [differ map]; auto. intros F [H1 H2]. split.
  - intros b I. apply in_map_iff in I. destruct I as (b' & <- & I). intros S. apply (H1 b' I).
    apply F; simpl; auto.
  - apply IH; auto. intros x y Ix Iy. apply F; simpl; auto.
Qed.

Lemma alike_sym : forall a b, alike a b -> alike b a.
Proof. induction 1; constructor; auto. apply Permutation_sym. auto. Qed.

Lemma alike_trans : forall a b, alike a b -> forall d, alike b d -> alike a d.
Proof.
  induction 1 as [|x y a b R H IH]; intros d K; inversion K; subst; constructor.
  - eapply Permutation_trans; eauto.
  - apply IH. auto.
Qed.

Lemma Forall2_same_length : forall {A B} (R : A -> B -> Prop) l k, Forall2 R l k -> List.length l = List.length k.
Proof. induction 1; simpl; auto. Qed.

(** ** Solutions from layouts that are the same *)

Section Lines.
Variable P : puzzle.
Variable m : metric.

Lemma plays_first : forall n a b d, move P m a b -> plays P m n b d -> plays P m (S n) a d.
Proof.
  intros n a b d M H. revert a M. induction H; intros x M.
  - econstructor; [constructor|auto].
  - econstructor; [apply IHplays; auto|auto].
Qed.

Lemma line_perm : forall k s, line P m k s -> forall l, Permutation k l -> exists t, line P m l t /\ alike s t.
Proof.
  induction 1 as [k S|k k' ls M L IH]; intros l Q.
  - exists []. split; [constructor|constructor]. apply is_solved_spec. eapply solved_perm; eauto. apply is_solved_spec; auto.
  - destruct (move_perm _ _ _ _ _ Q M) as (l' & M' & Q'). destruct (IH l' Q') as (t & L' & A).
    exists (l' :: t). split; [econstructor; eauto|constructor; auto].
Qed.

Lemma alike_length : forall s t, alike s t -> List.length s = List.length t.
Proof. intros s t H. eapply Forall2_same_length. apply H. Qed.

Lemma solutions_perm : forall k l n w, Permutation k l -> solutions P m k n w -> solutions P m l n w.
Proof.
  intros k l n w Q (all & W & D & L & C).
  assert (E : exists all', Forall2 (fun s t => line P m l t /\ alike s t) all all').
  { clear W D C. induction all as [|s all IH]; [exists []; constructor|].
    destruct IH as (all' & F); [intros t I; apply L; right; auto|].
    destruct (line_perm k s (proj1 (L s (or_introl eq_refl))) l Q) as (t & Lt & A).
    exists (t :: all'). constructor; auto. }
  destruct E as (all' & F). exists all'.
  assert (B : forall t, In t all' -> exists s, In s all /\ line P m l t /\ alike s t).
  { clear - F. induction F as [|s t a b R F IH]; intros u [].
    - subst u. exists s. simpl. auto.
    - destruct (IH u) as (v & I & K); auto. exists v. simpl. auto. }
  assert (B' : forall s, In s all -> exists t, In t all' /\ alike s t).
  { clear - F. induction F as [|s t a b R F IH]; intros u [].
    - subst u. exists t. simpl. tauto.
    - destruct (IH u) as (v & I & K); auto. exists v. simpl. auto. }
  split; [rewrite <- W; symmetry; eapply Forall2_same_length; eauto|]. split; [|split].
  - clear - F D. induction F as [|s t a b R F IH]; cbn [differ] in *; auto. destruct D as [D1 D2]. split; auto.
    assert (B : forall t, In t b -> exists s, In s a /\ alike s t).
    { clear - F. induction F as [|s t a b R F IH]; intros u [].
      - subst u. exists s. simpl. tauto.
      - destruct (IH u) as (v & I & K); auto. exists v. simpl. auto. }
    intros u I S. destruct (B u I) as (v & Iv & Av). apply (D1 v Iv).
    eapply alike_trans; [apply R|]. eapply alike_trans; [apply S|]. apply alike_sym; auto.
  - intros t I. destruct (B t I) as (s & Is & Lt & A). split; auto. rewrite <- (alike_length _ _ A). apply L; auto.
  - intros t Lt E. destruct (line_perm l t Lt k (Permutation_sym Q)) as (s & Ls & A).
    destruct (C s Ls) as (s' & Is & A'); [rewrite <- (alike_length _ _ A); auto|].
    destruct (B' s' Is) as (t' & It & A''). exists t'. split; auto.
    eapply alike_trans; [apply A|]. eapply alike_trans; eauto.
Qed.

Lemma solutions_none : forall l, is_solved P l = true -> solutions P m l 0 1.
Proof.
  intros l S. exists [[]]. split; [auto|]. split; [split; [intros b []|exact I]|]. split.
  - intros s [<-|[]]. split; auto. constructor; auto.
  - intros s _ E. exists []. split; [left; auto|]. destruct s; [constructor|discriminate].
Qed.

(** Solutions by their first moves. *)
Lemma solutions_sum : forall (l : layout) n (near : list (layout * nat)),
  (forall k w, In (k, w) near -> move P m l k /\ solutions P m k n w) ->
  differ (@Permutation piece) (map fst near) ->
  (forall l' s, move P m l l' -> line P m l' s -> List.length s = n -> exists w, In (l', w) near) ->
  solutions P m l (S n) (list_sum (map snd near)).
Proof.
  intros l n near H D C.
  assert (K : exists all, List.length all = list_sum (map snd near) /\ differ alike all /\
    (forall s, In s all -> exists k w t, In (k, w) near /\ s = k :: t /\ line P m k t /\ List.length t = n) /\
    (forall k w t, In (k, w) near -> line P m k t -> List.length t = n -> exists u, In u all /\ alike (k :: t) u)).
  { clear C. induction near as [|[k w] near IH].
    - exists []. split; auto. split; [exact I|]. split; [intros s []|intros k w t []].
    - destruct IH as (all & W & Da & L & Cl).
      { intros k' w' I'. apply H. right. auto. }
      { apply D. }
      destruct (H k w (or_introl eq_refl)) as [M (more & Wm & Dm & Lm & Cm)].
      exists (map (cons k) more ++ all). split; [|split; [|split]].
      + rewrite app_length, map_length. cbn [map snd]. change (list_sum (w :: map snd near)) with (w + list_sum (map snd near))%nat. lia.
      + apply differ_app; auto.
        * eapply differ_map; [|apply Dm]. intros a b _ _ A. inversion A; auto.
        * intros a b Ia Ib A. apply in_map_iff in Ia. destruct Ia as (a' & <- & _).
          destruct (L b Ib) as (k' & w' & t & I' & -> & _). inversion A; subst.
          cbn [map differ fst] in D. destruct D as [D1 _]. apply (D1 k'); auto. apply in_map_iff. exists (k', w'). auto.
      + intros s I'. apply in_app_iff in I'. destruct I' as [I'|I'].
        * apply in_map_iff in I'. destruct I' as (t & <- & I'). destruct (Lm t I'). exists k, w, t. simpl. auto.
        * destruct (L s I') as (k' & w' & t & I'' & R). exists k', w', t. simpl. auto.
      + intros k' w' t [E|I'] Lt Et.
        * injection E as -> ->. destruct (Cm t Lt Et) as (u & Iu & A). exists (k' :: u). split.
          -- apply in_app_iff. left. apply in_map. auto.
          -- constructor; auto.
        * destruct (Cl k' w' t I' Lt Et) as (u & Iu & A). exists u. split; auto. apply in_app_iff. auto. }
  destruct K as (all & W & Da & L & Cl). exists all. split; auto. split; auto. split.
  - intros s I'. destruct (L s I') as (k & w & t & In_ & -> & Lt & Et). split; [|simpl; auto].
    econstructor; eauto. apply (H k w In_).
  - intros s Ls Es. inversion Ls as [x S|x l' ls M L' E1 E2]; subst; [discriminate|]. simpl in Es.
    destruct (C l' ls M L') as (w & I'); [lia|]. apply (Cl l' w ls); auto; lia.
Qed.

Section Mirrored.
Hypothesis reg : regular P.
Variable im : piece -> piece.
Variable tn : direction -> direction.
Hypothesis sym : symmetric P im tn.

Lemma line_legal : forall l s, line P m l s -> legal P l -> forall k, In k s -> legal P k.
Proof.
  induction 1 as [l S|l l' ls M L IH]; intros Hl k []; [subst|]; auto.
  - eapply legal_move; eauto.
  - apply IH; auto. eapply legal_move; eauto.
Qed.

Lemma line_im : forall l s, line P m l s -> legal P l -> line P m (map im l) (map (map im) s).
Proof.
  induction 1 as [l S|l l' ls M L IH]; intros Hl; cbn [map].
  - constructor. apply is_solved_spec. apply (im_solved _ _ _ sym); auto. apply is_solved_spec; auto.
  - econstructor; [|apply IH; eapply legal_move; eauto]. eapply im_move; eauto.
Qed.

Lemma alike_im : forall s t, alike s t -> alike (map (map im) s) (map (map im) t).
Proof. induction 1; cbn [map]; constructor; auto. apply Permutation_map. auto. Qed.

Lemma line_im_im : forall s, (forall l, In l s -> legal P l) -> map (map im) (map (map im) s) = s.
Proof.
  induction s as [|l s IH]; cbn [map]; intros H; auto. rewrite (im_im P im tn sym), IH; auto; simpl in *; auto.
Qed.

Lemma solutions_im : forall l n w, legal P l -> solutions P m l n w -> solutions P m (map im l) n w.
Proof.
  intros l n w Hl (all & W & D & L & C). exists (map (map (map im)) all).
  assert (B : forall s, In s all -> forall k, In k s -> legal P k).
  { intros s I. apply (line_legal l); auto. apply L; auto. }
  split; [rewrite map_length; auto|]. split; [|split].
  - eapply differ_map; [|apply D]. intros a b Ia Ib A. apply alike_im in A. rewrite !line_im_im in A; eauto.
  - intros s I. apply in_map_iff in I. destruct I as (t & <- & I). destruct (L t I) as [Lt Et]. split.
    + apply line_im; auto.
    + rewrite map_length. auto.
  - intros s Ls Es. pose proof (im_legal _ _ _ sym _ Hl) as Hm. pose proof (line_im _ _ Ls Hm) as Lb.
    rewrite (im_im P im tn sym) in Lb; auto. destruct (C _ Lb) as (t & It & A); [rewrite map_length; auto|].
    exists (map (map im) t). split; [apply in_map; auto|].
    apply alike_im in A. rewrite line_im_im in A; auto. apply (line_legal _ _ Ls Hm).
Qed.

Lemma solutions_class : forall l k n w, legal P l -> legal P k -> class P im l = class P im k ->
  solutions P m k n w -> solutions P m l n w.
Proof.
  intros l k n w Hl Hk E Sk. destruct (class_inj P reg im tn sym _ _ Hl Hk E) as [Q|Q].
  - eapply solutions_perm; [apply Permutation_sym, Q|auto].
  - eapply solutions_perm; [apply Permutation_sym, Q|apply solutions_im; auto].
Qed.

End Mirrored.
End Lines.

(** ** Alternatives *)

Lemma meets_spec : forall P a l, form P -> (forall g p, In g a -> In p g -> fits P p = true) -> legal P l ->
  is_goal (map (bits_of P) a) (key P l) = meets a l.
Proof.
  intros P a l [R S _] G Hl.
  set (Q := Puzzle (width P) (height P) (walls P) (gates P) (kinds P) (start P) a).
  assert (L : forall k, legal P k -> legal Q k) by (induction k as [|p k IH]; cbn [legal]; intuition).
  assert (FQ : form Q) by (constructor; auto; apply (L (start P) S)). apply Bool.eq_iff_eq_true. split; intros H.
  - apply (proj2 (is_solved_spec Q l)). apply (is_goal_solved Q l FQ (L l Hl)). auto.
  - apply (solved_is_goal Q l FQ (L l Hl)). apply (proj1 (is_solved_spec Q l)). auto.
Qed.

(** ** Values that fit each other are right *)

Section Values.
Variable c : certificate.
Let P := puzzle_of c.
Let m := c_metric c.
Variable im : piece -> piece.
Variable tn : direction -> direction.
Hypothesis F : form P.
Hypothesis sym : symmetric P im tn.
Hypothesis plain : c_mirror c = false -> forall p, im p = p.

Let T := tabled P im (places P).
Let gs := map (bits_of P) (goals P).
Let fine := fine P im (c_mirror c).

Variable rows : list (state * value).
Variable V : M.t value.
Hypothesis rows_fine : forall s v, In (s, v) rows -> fine s.
Hypothesis V_rows : forall s v, In (s, v) rows -> M.find (numbered s) V = Some v.
Hypothesis rows_V : forall k v, M.find k V = Some v -> exists s, In (s, v) rows /\ numbered s = k.
Hypothesis rows_fit : forall s v, In (s, v) rows -> fits_in c T gs V s v = true.

Definition value_at (l : layout) : option value := M.find (class P im l) V.

Lemma sum_spec : forall s, fine s -> sum s = key P (den s).
Proof. intros s [_ E]. rewrite E at 1. auto. Qed.

Lemma hops_right : forall s hs, fine s -> successors c T s = Some hs ->
  (forall h, In h hs -> fine (arrive h) /\ move P m (den s) (den (arrive h)) /\
     to_sum h = key P (den (arrive h)) /\ leads h = class P im (den (arrive h))) /\
  (forall l, move P m (den s) l -> exists h, In h hs /\ den (arrive h) = l).
Proof.
  intros s hs Fs Es. pose proof (T_right c im) as TR. pose proof (form_regular _ F) as R.
  destruct (hops_spec P im (c_mirror c) T R plain TR m s hs Fs Es) as [A B].
  destruct (hops_found P im (c_mirror c) T tn R sym plain TR m s hs Fs Es) as [C _].
  split; auto. intros h I. destruct (A h I) as [Fh M]. split; auto. split; auto. split; [|apply C; auto].
  apply (sum_spec _ Fh).
Qed.

Lemma row_of : forall l v, value_at l = Some v ->
  exists s, In (s, v) rows /\ fine s /\ legal P (den s) /\ class P im l = class P im (den s).
Proof.
  intros l v E. destruct (rows_V _ _ E) as (s & I & K). exists s. pose proof (rows_fine s v I) as Fs.
  split; auto. split; auto. split; [apply Fs|]. rewrite <- K. apply (numbered_spec P im (c_mirror c)); auto.
Qed.

Record fitting (s : state) (v : value) (hs : list hop) : Prop := Fitting {
  fit_hops : successors c T s = Some hs;
  fit_apart : NoDup (map to_sum hs);
  fit_beside : forall h, In h hs -> beside V (dist v) (leads h) = true;
  fit_none : dist v = None -> is_goal gs (sum s) = false /\ many v = 0;
  fit_goal : dist v = Some 0 -> is_goal gs (sum s) = true /\ many v = 1;
  fit_down : forall d, dist v = Some (d + 1) ->
    let near := filter (fun h => at_distance V d (leads h)) hs in
    is_goal gs (sum s) = false /\ near <> [] /\ many v = total_of (map (fun h => many_from V (leads h)) near)
}.

Lemma row_fits : forall s v, In (s, v) rows -> exists hs, fitting s v hs.
Proof.
  intros s v I. pose proof (rows_fit s v I) as H. unfold fits_in in H.
  destruct (successors c T s) as [hs|] eqn:Es; [|discriminate]. exists hs.
  apply andb_true_iff in H. destruct H as [H K]. apply andb_true_iff in H. destruct H as [D B].
  rewrite forallb_forall in B. constructor; auto.
  - apply distinct_NoDup; auto.
  - intros E. rewrite E in K. apply andb_true_iff in K. destruct K as [K1 K2].
    apply negb_true_iff in K1. apply N.eqb_eq in K2. auto.
  - intros E. rewrite E in K. cbn in K. apply andb_true_iff in K. destruct K as [K1 K2]. apply N.eqb_eq in K2. auto.
  - intros d E. rewrite E in K. destruct (N.eqb_spec (d + 1) 0); [lia|].
    replace (d + 1 - 1) with d in K by lia. apply andb_true_iff in K. destruct K as [K K3].
    apply andb_true_iff in K. destruct K as [K1 K2]. apply negb_true_iff in K1, K2. apply N.eqb_eq in K3.
    split; auto. split; auto. intros Z. rewrite Z in K2. discriminate.
Qed.

Lemma goal_spec : forall s, fine s -> is_goal gs (sum s) = is_solved P (den s).
Proof.
  intros s Fs. rewrite sum_spec; auto. apply meets_spec; auto; [|apply Fs]. intros g p Ig Ip. eapply (form_goals _ F); eauto.
Qed.

Lemma solved_same : forall l k, legal P l -> legal P k -> class P im l = class P im k -> is_solved P l = is_solved P k.
Proof.
  intros l k Hl Hk E. apply Bool.eq_iff_eq_true. rewrite !is_solved_spec.
  split; intros S; eapply (class_solved P (form_regular _ F) im tn sym); [| | |apply S| | | |apply S]; auto.
Qed.

Lemma value_goal : forall l v, legal P l -> value_at l = Some v -> is_solved P l = true <-> dist v = Some 0.
Proof.
  intros l v Hl E. destruct (row_of l v E) as (s & I & Fs & Hs & K). destruct (row_fits s v I) as [hs [_ _ _ A B D]].
  rewrite (solved_same l (den s)); auto. rewrite <- goal_spec; auto. split; intros H; [|apply B; auto].
  destruct (dist v) as [d|]; [|destruct (A eq_refl); congruence].
  destruct (N.eq_dec d 0) as [->|Ne]; auto. destruct (D (d - 1)) as [G _]; [f_equal; lia|]. congruence.
Qed.

Lemma value_move : forall l v l', legal P l -> value_at l = Some v -> move P m l l' ->
  exists v', value_at l' = Some v' /\ forall e, dist v' = Some e -> exists d, dist v = Some d /\ d <= e + 1.
Proof.
  intros l v l' Hl E M. destruct (row_of l v E) as (s & I & Fs & Hs & K). destruct (row_fits s v I) as [hs [Es _ B _ _ _]].
  destruct (class_move P (form_regular _ F) im tn sym m l l' (den s) Hl Hs K M) as (k' & M' & K').
  destruct (hops_right s hs Fs Es) as [A C]. destruct (C k' M') as (h & Ih & Eh). specialize (B h Ih).
  destruct (A h Ih) as (_ & _ & _ & Lh). rewrite Eh, K' in Lh. unfold beside in B. rewrite Lh in B.
  fold (value_at l') in B. destruct (value_at l') as [v'|]; [|discriminate]. exists v'. split; auto.
  intros e Ee. rewrite Ee in B. destruct (dist v) as [d|]; [|discriminate]. exists d. split; auto. apply N.leb_le; auto.
Qed.

Lemma value_down : forall l v d, legal P l -> value_at l = Some v -> dist v = Some (d + 1) ->
  exists l' v', move P m l l' /\ value_at l' = Some v' /\ dist v' = Some d.
Proof.
  intros l v d Hl E D. destruct (row_of l v E) as (s & I & Fs & Hs & K). destruct (row_fits s v I) as [hs [Es _ _ _ _ B]].
  destruct (B d D) as (_ & Ne & _). destruct (filter _ hs) as [|h near] eqn:En; [contradiction|].
  assert (Ih : In h (filter (fun h => at_distance V d (leads h)) hs)) by (rewrite En; left; auto).
  apply filter_In in Ih. destruct Ih as [Ih Dh]. destruct (hops_right s hs Fs Es) as [A _].
  destruct (A h Ih) as (Fh & M & _ & Lh).
  destruct (class_move P (form_regular _ F) im tn sym m (den s) (den (arrive h)) l Hs Hl (eq_sym K) M) as (l' & M' & K').
  unfold at_distance in Dh. rewrite Lh, <- K' in Dh. fold (value_at l') in Dh.
  destruct (value_at l') as [v'|] eqn:Ev; [|discriminate]. exists l', v'. split; auto. split; auto. apply same_option_spec; auto.
Qed.

Lemma value_plays : forall n l g, plays P m n l g -> legal P l -> forall v, value_at l = Some v ->
  exists v', value_at g = Some v' /\ forall e, dist v' = Some e -> exists d, dist v = Some d /\ d <= e + N.of_nat n.
Proof.
  induction 1 as [l|n l b g Pl IH M]; intros Hl v E.
  - exists v. split; auto. intros e Ee. exists e. split; auto. lia.
  - destruct (IH Hl v E) as (v' & E' & K). pose proof (legal_plays _ _ _ _ _ Pl Hl) as Hb.
    destruct (value_move b v' g Hb E' M) as (w & Ew & J). exists w. split; auto. intros e Ee.
    destruct (J e Ee) as (d' & Ed' & Le'). destruct (K d' Ed') as (d & Ed & Le). exists d. split; auto. lia.
Qed.

Lemma value_solves : forall n l v, legal P l -> value_at l = Some v -> dist v = Some (N.of_nat n) ->
  exists g, plays P m n l g /\ is_solved P g = true.
Proof.
  induction n as [|n IH]; intros l v Hl E D.
  - exists l. split; [constructor|]. apply (value_goal l v Hl E). auto.
  - destruct (value_down l v (N.of_nat n) Hl E) as (l' & v' & M & E' & D'); [rewrite D; f_equal; lia|].
    destruct (IH l' v') as (g & Pl & S); auto; [eapply legal_move; eauto|]. exists g. split; auto. eapply plays_first; eauto.
Qed.

(** What a value says of a layout. *)
Definition right_value (l : layout) (v : value) : Prop :=
  match dist v with Some d => distance P m l (N.to_nat d) | None => hopeless P m l end.

Lemma value_right : forall l v, legal P l -> value_at l = Some v -> right_value l v.
Proof.
  intros l v Hl E. unfold right_value.
  assert (K : forall k g, plays P m k l g -> is_solved P g = true -> exists d, dist v = Some d /\ d <= N.of_nat k).
  { intros k g Pl S. destruct (value_plays k l g Pl Hl v E) as (v' & E' & J).
    destruct (J 0) as (d & Ed & Le); [|exists d; split; auto; lia].
    apply (value_goal g v'); auto. eapply legal_plays; eauto. }
  destruct (dist v) as [d|] eqn:Ed.
  - split.
    + apply (value_solves _ l v Hl E). rewrite N2Nat.id. auto.
    + intros k g Lt Pl. destruct (is_solved P g) eqn:S; auto. destruct (K k g Pl S) as (e & Ee & Le).
      injection Ee as <-. lia.
  - intros k g Pl. destruct (is_solved P g) eqn:S; auto. destruct (K k g Pl S) as (e & Ee & _). discriminate.
Qed.

(** A solution that is as short as can be goes one nearer with each move. *)
Lemma line_plays : forall l s, line P m l s -> exists g, plays P m (List.length s) l g /\ is_solved P g = true.
Proof.
  induction 1 as [l S|l l' ls M L (g & Pl & S)].
  - exists l. split; [constructor|auto].
  - exists g. split; auto. simpl. eapply plays_first; eauto.
Qed.

Lemma line_nearer : forall l v l' s, legal P l -> value_at l = Some v -> move P m l l' -> line P m l' s ->
  dist v = Some (N.of_nat (S (List.length s))) ->
  exists v', value_at l' = Some v' /\ dist v' = Some (N.of_nat (List.length s)).
Proof.
  intros l v l' s Hl E M L D. destruct (value_move l v l' Hl E M) as (v' & E' & J). exists v'. split; auto.
  pose proof (legal_move _ _ _ _ Hl M) as Hl'. destruct (line_plays l' s L) as (g & Pl & S).
  destruct (value_plays _ _ _ Pl Hl' v' E') as (w & Ew & K).
  destruct (K 0) as (e & Ee & Le); [apply (value_goal g w); auto; eapply legal_plays; eauto|].
  destruct (J e Ee) as (d & Ed & Le'). rewrite D in Ed. injection Ed as <-. rewrite Ee. f_equal. lia.
Qed.

(** ** The number of solutions *)

Lemma NoDup_filter_map : forall {A B} (f : A -> B) (p : A -> bool) l, NoDup (map f l) -> NoDup (map f (filter p l)).
Proof.
  induction l as [|a l IH]; cbn [map filter]; intros H; auto. inversion H as [|x y N D]; subst.
  destruct (p a); auto. cbn [map]. constructor; auto. intros I. apply N. apply in_map_iff in I.
  destruct I as (b & E & I). apply filter_In in I. apply in_map_iff. exists b. tauto.
Qed.

Lemma hops_differ : forall hs, (forall h, In h hs -> to_sum h = key P (den (arrive h))) -> NoDup (map to_sum hs) ->
  differ (@Permutation piece) (map (fun h => den (arrive h)) hs).
Proof.
  induction hs as [|h hs IH]; cbn [map differ]; intros K D; auto. inversion D as [|x y N D']; subst. split.
  - intros b I Q. apply in_map_iff in I. destruct I as (h' & <- & I). apply N. apply in_map_iff. exists h'. split; auto.
    rewrite !K; simpl; auto. apply key_perm. apply Permutation_sym. auto.
  - apply IH; auto. intros x I. apply K. right. auto.
Qed.

Lemma total_spec : forall l, N.to_nat (total_of l) = list_sum (map N.to_nat l).
Proof. induction l as [|x l IH]; auto. cbn [map]. change (total_of (x :: l)) with (x + total_of l). simpl. rewrite <- IH. lia. Qed.

Lemma value_many : forall n l v, legal P l -> value_at l = Some v -> dist v = Some (N.of_nat n) ->
  solutions P m l n (N.to_nat (many v)).
Proof.
  induction n as [|n IH]; intros l v Hl E D.
  - destruct (row_of l v E) as (s & I & Fs & Hs & K). destruct (row_fits s v I) as [hs [_ _ _ _ B _]].
    destruct (B D) as [_ ->]. apply solutions_none. apply (value_goal l v Hl E). auto.
  - destruct (row_of l v E) as (s & I & Fs & Hs & K). destruct (row_fits s v I) as [hs [Es Ap _ _ _ B]].
    apply (solutions_class P m (form_regular _ F) im tn sym l (den s)); auto.
    assert (Ev : value_at (den s) = Some v) by (unfold value_at; rewrite <- K; auto).
    destruct (B (N.of_nat n)) as (_ & _ & W); [rewrite D; f_equal; lia|]. clear B.
    set (near := filter _ hs) in W. destruct (hops_right s hs Fs Es) as [A C].
    set (pairs_ := map (fun h => (den (arrive h), N.to_nat (many_from V (leads h)))) near).
    assert (Near : forall h, In h near <-> In h hs /\ at_distance V (N.of_nat n) (leads h) = true) by (intros h; apply filter_In).
    replace (N.to_nat (many v)) with (list_sum (map snd pairs_)).
    2: { rewrite W, total_spec. unfold pairs_. rewrite !map_map. auto. }
    apply solutions_sum.
    + intros k w Ik. apply in_map_iff in Ik. destruct Ik as (h & Eh & Ih). injection Eh as <- <-.
      apply Near in Ih. destruct Ih as [Ih Dh]. destruct (A h Ih) as (Fh & M & _ & Lh). split; auto.
      unfold at_distance, many_from in *. rewrite Lh in *. fold (value_at (den (arrive h))) in *.
      destruct (value_at (den (arrive h))) as [v'|] eqn:Ev'; [|discriminate].
      apply (IH (den (arrive h)) v'); auto; [apply Fh|apply same_option_spec; auto].
    + unfold pairs_. rewrite map_map. cbn [fst]. apply hops_differ; [|apply NoDup_filter_map; auto].
      intros h Ih. apply Near in Ih. apply (A h). tauto.
    + intros l' t M L Et. destruct (C l' M) as (h & Ih & Eh). destruct (A h Ih) as (_ & _ & _ & Lh). rewrite Eh in Lh.
      exists (N.to_nat (many_from V (leads h))). unfold pairs_. apply in_map_iff. exists h. rewrite Eh. split; auto.
      apply Near. split; auto. destruct (line_nearer (den s) v l' t Hs Ev M L) as (v' & E' & D'); [rewrite Et; auto|].
      unfold at_distance. rewrite Lh. fold (value_at l'). rewrite E'. apply same_option_spec. rewrite D', Et. auto.
Qed.

End Values.

(** ** Moves that can be taken back *)

Definition back (d : direction) : direction := match d with Up => Down | Down => Up | Left => Right | Right => Left end.

Section Back.
Variable P : puzzle.
Hypothesis both : forall k d, In k (kinds P) -> is_way (back d) (ways k) = is_way d (ways k).

Lemma step_back : forall others d p q, fits P p = true -> forallb (apart P p) others = true ->
  step P others d p = Some q -> step P others (back d) q = Some p.
Proof.
  intros others d p q Fp A H. pose proof (step_sort _ _ _ _ _ H) as Es. unfold step in *. rewrite Es.
  destruct (kind_of P (sort p)) as [k|] eqn:Ek; [|discriminate].
  destruct (is_way d (ways k)) eqn:W; [|discriminate]. destruct (_ && _); [|discriminate]. injection H as <-.
  rewrite (both k d), W; [|eapply nth_error_In; apply Ek].
  assert (E : Piece (sort p) (shift (offset (back d)) (head (Piece (sort p) (shift (offset d) (head p))))) = p).
  { destruct p as [s [x y]]. unfold shift. destruct d; cbn [sort head back offset fst snd]; do 2 f_equal; lia. }
  cbn [sort] in *. rewrite E, Fp, A. reflexivity.
Qed.

Lemma path_trans : forall others ds p q, path P others ds p q -> forall r, path P others ds q r -> path P others ds p r.
Proof. intros others ds p q H r K. revert H. induction K; auto. intros H'. eapply onward; [apply IHK|eauto|eauto]; auto. Qed.

Lemma path_back : forall others ds p q, fits P p = true -> forallb (apart P p) others = true ->
  path P others ds p q -> path P others (map back ds) q p.
Proof.
  intros others ds p q Fp A H. induction H as [p|p q r d H IH I St]; [constructor|].
  assert (K : fits P q = true /\ forallb (apart P q) others = true).
  { destruct (path_end _ _ _ _ _ H) as [->|K]; auto. }
  eapply path_trans; [|apply IH; auto]. econstructor; [constructor|apply in_map; eauto|]. apply step_back; tauto.
Qed.

Lemma goes_back : forall m others p q, fits P p = true -> forallb (apart P p) others = true ->
  goes P m others p q -> goes P m others q p.
Proof.
  destruct m; cbn [goes]; intros others p q Fp A H.
  - destruct H as [d H]. exists (back d). apply step_back; auto.
  - destruct H as [d H]. exists (back d). apply (path_back others [d]); auto.
  - eapply path_more; [|apply path_back; eauto]. intros d _. destruct d; simpl; auto.
Qed.

Lemma move_back : forall m a b, legal P a -> move P m a b -> move P m b a.
Proof.
  intros m a b H M. destruct M as [a p q b G Ne]. apply legal_middle in H. destruct H as (Fp & A & _).
  constructor; [|congruence]. apply goes_back; auto.
Qed.

Lemma plays_back : forall m n a b, plays P m n a b -> legal P a -> plays P m n b a.
Proof.
  induction 1 as [a|n a b d Pl IH M]; intros H; [constructor|]. eapply plays_first; [|apply IH; auto].
  apply move_back; auto. eapply legal_plays; eauto.
Qed.
End Back.

Lemma plays_trans : forall P m j a b, plays P m j a b -> forall i x, plays P m i x a -> plays P m (i + j) x b.
Proof.
  induction 1 as [a|j a b d Pl IH M]; intros i x H.
  - replace (i + 0)%nat with i by lia. auto.
  - replace (i + S j)%nat with (S (i + j)) by lia. econstructor; eauto.
Qed.

Lemma two_way_back : forall c k d, two_way c = true -> In k (c_kinds c) -> is_way (back d) (ways k) = is_way d (ways k).
Proof.
  intros c k d H I. unfold two_way in H. rewrite forallb_forall in H. specialize (H k I).
  apply andb_true_iff in H. destruct H as [A B]. apply eqb_prop in A, B. destruct d; cbn [back]; auto.
Qed.

(** ** Distances *)

Lemma distance_unique : forall P m l a b, distance P m l a -> distance P m l b -> a = b.
Proof.
  intros P m l a b [(g & Pg & Sg) A] [(h & Ph & Sh) B].
  destruct (Nat.lt_trichotomy a b) as [L|[L|L]]; auto.
  - rewrite (B a g L Pg) in Sg. discriminate.
  - rewrite (A b h L Ph) in Sh. discriminate.
Qed.

Lemma distance_hope : forall P m l a, distance P m l a -> hopeless P m l -> False.
Proof. intros P m l a [(g & Pg & Sg) _] H. rewrite (H _ _ Pg) in Sg. discriminate. Qed.

Section Images.
Variable P : puzzle.
Variable m : metric.
Variable im : piece -> piece.
Variable tn : direction -> direction.
Hypothesis sym : symmetric P im tn.

Lemma plays_im : forall n a b, plays P m n a b -> legal P a -> plays P m n (map im a) (map im b).
Proof.
  induction 1 as [a|n a b d Pl IH M]; intros H; [constructor|]. econstructor; [apply IH; auto|].
  eapply im_move; eauto. eapply legal_plays; eauto.
Qed.

Lemma solved_im : forall l, legal P l -> is_solved P (map im l) = is_solved P l.
Proof.
  intros l H. apply Bool.eq_iff_eq_true. rewrite !is_solved_spec. split; intros S.
  - rewrite <- (im_im P im tn sym l H). apply (im_solved _ _ _ sym); auto. eapply im_legal; eauto.
  - apply (im_solved _ _ _ sym); auto.
Qed.

Lemma distance_im : forall l n, legal P l -> distance P m l n -> distance P m (map im l) n.
Proof.
  intros l n H [(g & Pg & Sg) A]. split.
  - exists (map im g). split; [apply plays_im; auto|]. rewrite solved_im; auto. eapply legal_plays; eauto.
  - intros k g' L Pk. pose proof (im_legal _ _ _ sym _ H) as H'. pose proof (legal_plays _ _ _ _ _ Pk H') as Hg.
    rewrite <- solved_im; auto. apply (A k); auto. pose proof (plays_im _ _ _ Pk H') as K.
    rewrite (im_im P im tn sym) in K; auto.
Qed.
End Images.

Lemma mirroring_reflects : forall c P im, form P -> mirroring c P (places P) = Some im -> c_mirror c = true ->
  reflection P im.
Proof.
  intros c P im F H M. unfold mirroring in H. rewrite M in H. destruct (images _ _) as [ts|]; [|discriminate].
  destruct (symmetric_b _ _ _) eqn:E; [|discriminate]. injection H as <-.
  pose proof (symmetric_b_spec P _ F E) as Sy. set (im := image P ts) in *.
  assert (K : forall p, fits P p = true -> forall x, In x (covers P (im p)) -> In (flip P x) (covers P p)).
  { intros p Fp x I. unfold symmetric_b in E. apply andb_true_iff in E. destruct E as [E _]. rewrite forallb_forall in E.
    specialize (E p (places_all P p (form_regular _ F) Fp)). split_and.
    match goal with H : forallb (fun c => among _ _) _ = true |- _ => rewrite forallb_forall in H; specialize (H x I) as Q end.
    apply among_spec; auto. }
  intros p Fp. split; [apply Sy; auto|]. split; [apply Sy; auto|]. split; [|intros; apply Sy; auto].
  intros x. split; [apply K; auto|]. intros I.
  rewrite <- (im_back _ _ _ Sy p Fp) in I. apply (K (im p)) in I; [|apply Sy; auto].
  replace (flip P (flip P x)) with x in I; auto. destruct x as [a b]. unfold flip. cbn [fst snd]. f_equal. lia.
Qed.

(** ** What has been entered *)

Lemma find_add : forall {A} (V : M.t A) k v x, M.find x (M.add k v V) = if k =? x then Some v else M.find x V.
Proof. intros. rewrite MF.add_o. destruct (MF.eq_dec k x) as [e|e], (N.eqb_spec k x); auto; contradiction. Qed.

Lemma mem_find : forall {A} (V : M.t A) k, M.mem k V = false -> M.find k V = None.
Proof. intros A V k H. rewrite MF.mem_find_b in H. destruct (M.find k V); [discriminate|auto]. Qed.

Lemma entered_spec : forall {A} (rows : list (state * A)) V V', entered rows V = Some V' ->
  (forall s v, In (s, v) rows -> M.find (numbered s) V' = Some v) /\
  (forall k v, M.find k V = Some v -> M.find k V' = Some v) /\
  (forall k v, M.find k V' = Some v -> M.find k V = Some v \/ exists s, In (s, v) rows /\ numbered s = k) /\
  (forall s v, In (s, v) rows -> M.find (numbered s) V = None) /\
  NoDup (map (fun r => numbered (fst r)) rows).
Proof.
  intros X. induction rows as [|[s v] rows IH]; cbn [entered map]; intros V V' E.
  - injection E as <-. split; [intros s v []|]. split; auto. split; auto. split; [intros s v []|constructor].
  - destruct (M.mem _ V) eqn:Em; [discriminate|]. apply mem_find in Em. destruct (IH _ _ E) as (A & B & C & D & N).
    split; [|split; [|split; [|split]]].
    + intros s' v' [Q|I]; auto. injection Q as <- <-. apply B. rewrite find_add, N.eqb_refl. auto.
    + intros k w H. apply B. rewrite find_add. destruct (N.eqb_spec (numbered s) k); auto. congruence.
    + intros k w H. destruct (C k w H) as [Q|(s' & I & Q)]; [|right; exists s'; simpl; auto].
      rewrite find_add in Q. destruct (N.eqb_spec (numbered s) k); auto. injection Q as <-. right. exists s. simpl. auto.
    + intros s' v' [Q|I]; [injection Q as <- <-; auto|]. specialize (D s' v' I). rewrite find_add in D.
      destruct (N.eqb_spec (numbered s) (numbered s')); [discriminate|auto].
    + constructor; auto. intros I. apply in_map_iff in I. destruct I as ([s' v'] & Q & I). cbn [fst] in Q.
      specialize (D s' v' I). rewrite find_add, Q, N.eqb_refl in D. discriminate.
Qed.

Lemma paired_in : forall {A B} (l : list A) (k : list B) found_ a b, In (a, b) (paired l k found_) -> In a l \/ In (a, b) found_.
Proof.
  induction l as [|x l IH]; intros k found_ a b I; [simpl in *; auto|]. destruct k as [|y k]; [simpl in *; auto|].
  cbn [paired] in I. destruct (IH _ _ _ _ I) as [J|[J|J]]; [left; right; auto|injection J as -> ->; left; left; auto|auto].
Qed.

(** ** What follows from an accepted table *)

Section Accepted.
Variable guess : (state -> option (list hop)) -> list state -> list value.
Variable t : table_.
Variable rows : list (state * value).
Hypothesis accepted : check_table guess t = Some rows.

Let c := t_puzzle t.
Let P := puzzle_of c.
Let m := c_metric c.

(** How the certificate mirrors pieces: left and right are exchanged, or nothing is. *)
Definition image_of : piece -> piece := match mirroring c P (places P) with Some im => im | None => fun p => p end.

Let im := image_of.
Let T := tabled P im (places P).
Let s0 := state_of P im (c_mirror c) (start P).
Let gs := map (bits_of P) (goals P).

Record facts (V : M.t value) : Prop := Facts {
  of_form : form P;
  of_mirror : mirroring c P (places P) = Some im;
  of_states : forall s v, In (s, v) rows -> fine P im (c_mirror c) s /\ reachable P m (den s);
  of_entered : entered rows (M.empty value) = Some V;
  of_count : count rows = c_layouts c;
  of_fits : forall s v, In (s, v) rows -> fits_in c T gs V s v = true;
  of_start : exists v, M.find (numbered s0) V = Some v /\ dist v = c_length c /\
    match c_length c, c_solutions c with
    | Some n, Some w => many v = w
    | None, None => t_passes t = []
    | _, _ => False
    end;
  of_unsolvable : counted (is_far None) rows = t_unsolvable t;
  of_farthest : farthest_holds t rows = true;
  of_passes : forall u, In u (t_passes t) -> good_cut c P T gs V s0 u = true
}.

Let den_start : den s0 = start P.
Proof. apply (den_s0 c im). Qed.

Lemma opened : exists V, facts V.
Proof.
  pose proof accepted as H. unfold check_table in H. fold c P in H.
  destruct (formed c) eqn:Ef; [|discriminate]. pose proof (formed_form c Ef) as F. fold P in F.
  destruct (mirroring c P (places P)) as [i|] eqn:Em; [|discriminate].
  assert (Ei : i = im) by (unfold im, image_of; rewrite Em; auto). subst i. fold T s0 gs in H.
  destruct (mirroring_spec c P im F Em) as [[tn sym] plain].
  destruct (explored c T s0) as [states|] eqn:Ex; [|discriminate].
  destruct (entered _ _) as [V|] eqn:En; [|discriminate].
  destruct (_ && _) eqn:Ec; [|discriminate]. injection H as H. rewrite H in *. exists V.
  repeat match goal with K : _ && _ = true |- _ => apply andb_true_iff in K; destruct K end.
  constructor; auto.
  - intros s v I. rewrite <- H in I. apply paired_in in I. destruct I as [I|[]].
    unfold explored in Ex. destruct (search _ _ _ _ _ _ _ _ _ _) as [f|] eqn:Es; [|discriminate]. injection Ex as <-.
    apply flat_in in I. destruct I as (l & Il & I).
    refine (search_all state hop (successors c T) arrive leads _ _ numbered
      (fun s => fine P im (c_mirror c) s /\ reachable P m (den s)) _ _ _ _ _ Es l s Il I).
    + intros a hs h [Fa [n Pl]] Ea Ih. destruct (hops_right c im tn F sym plain a hs Fa Ea) as [A _].
      destruct (A h Ih) as (Fh & M & _). split; auto. exists (S n). econstructor; eauto.
    + split; [apply (fine_s0 c im F)|]. exists O. rewrite den_start. constructor.
  - apply N.eqb_eq. auto.
  - match goal with K : forallb (fun r => fits_in _ _ _ _ _ _) _ = true |- _ => rewrite forallb_forall in K; rename K into J end.
    intros s v I. apply (J (s, v) I).
  - match goal with K : match M.find _ _ with _ => _ end = true |- _ => rename K into J end.
    destruct (M.find (numbered s0) V) as [v|]; [|discriminate]. exists v. split; auto.
    apply andb_true_iff in J. destruct J as [J J']. split; [apply same_option_spec; auto|].
    destruct (c_length c), (c_solutions c); try discriminate.
    + apply andb_true_iff in J'. destruct J' as [_ J']. apply N.eqb_eq; auto.
    + apply nothing_spec; auto.
  - apply N.eqb_eq. auto.
  - match goal with K : forallb (good_cut _ _ _ _ _ _) _ = true |- _ => rewrite forallb_forall in K; auto end.
Qed.

Let F : form P.
Proof. destruct opened as [V H]. apply (of_form V H). Qed.

Let symmetry : exists tn, symmetric P im tn.
Proof. destruct opened as [V H]. apply (mirroring_spec c P im F (of_mirror V H)). Qed.

Let plain : c_mirror c = false -> forall p, im p = p.
Proof. destruct opened as [V H]. apply (mirroring_spec c P im F (of_mirror V H)). Qed.

Let legal_reachable : forall l, reachable P m l -> legal P l.
Proof. intros l [n Pl]. eapply legal_plays; [apply Pl|apply (form_start _ F)]. Qed.

Let class_same : forall l k, legal P k -> same_layout im l k -> class P im l = class P im k.
Proof.
  destruct symmetry as [tn sym]. intros l k Hk [Q|Q]; rewrite (class_perm P im _ _ Q); auto. eapply class_im; eauto.
Qed.

Let same_class : forall l k, legal P l -> legal P k -> class P im l = class P im k -> same_layout im l k.
Proof. destruct symmetry as [tn sym]. intros l k Hl Hk E. eapply class_inj; eauto. apply (form_regular _ F). Qed.

(** The hypotheses under which values are right. *)
Lemma values : exists V, facts V /\
  (forall s v, In (s, v) rows -> fine P im (c_mirror c) s) /\
  (forall s v, In (s, v) rows -> M.find (numbered s) V = Some v) /\
  (forall k v, M.find k V = Some v -> exists s, In (s, v) rows /\ numbered s = k) /\
  (forall s v, In (s, v) rows -> value_at c im V (den s) = Some v) /\
  NoDup (map (fun r => numbered (fst r)) rows).
Proof.
  destruct opened as [V H]. exists V. destruct (entered_spec _ _ _ (of_entered V H)) as (A & _ & C & _ & N).
  split; auto. split; [intros s v I; apply (of_states V H s v I)|]. split; auto. split; [|split; auto].
  - intros k v E. destruct (C k v E) as [Q|Q]; auto. rewrite MF.empty_o in Q. discriminate.
  - intros s v I. unfold value_at. rewrite <- (A s v I). f_equal. symmetry.
    apply (numbered_spec P im (c_mirror c)); auto. apply (of_states V H s v I).
Qed.

Let reached_value : forall V, facts V -> forall l, reachable P m l -> exists v, value_at c im V l = Some v.
Proof.
  intros V H l [n Pl]. destruct symmetry as [tn sym].
  destruct values as (V' & H' & A & B & C & _). assert (V' = V).
  { pose proof (of_entered V H) as E. rewrite (of_entered V' H') in E. congruence. } subst V'.
  destruct (of_start V H) as (v & E & _).
  assert (Ev : value_at c im V (start P) = Some v).
  { unfold value_at. rewrite <- E. f_equal. rewrite (numbered_spec P im (c_mirror c) plain); [rewrite den_start; auto|apply (fine_s0 c im F)]. }
  destruct (value_plays c im tn F sym plain rows V A C (of_fits V H) n _ _ Pl (form_start _ F) v Ev) as (v' & E' & _).
  exists v'. auto.
Qed.

(** Every listed layout can be reached. *)
Theorem listed_reachable : forall s v, In (s, v) rows -> reachable P m (den s).
Proof. destruct opened as [V H]. intros s v I. apply (of_states V H s v I). Qed.

(** Every layout that can be reached is listed (with mirrors, it or its mirror image is). *)
Theorem reachable_listed : forall l, reachable P m l -> exists s v, In (s, v) rows /\ same_layout im l (den s).
Proof.
  intros l R. destruct values as (V & H & A & B & C & _). destruct (reached_value V H l R) as [v E].
  destruct (row_of c im plain rows V A C l v E) as (s & I & _ & Hs & K).
  exists s, v. split; auto.
Qed.

(** No two listed layouts are the same, and there are as many as the certificate says. *)
Theorem listed_once : differ (same_layout im) (map (fun r => den (fst r)) rows) /\
  N.of_nat (List.length rows) = c_layouts c.
Proof.
  destruct values as (V & H & A & B & C & _ & N). split; [|rewrite <- count_length; apply (of_count V H)].
  assert (K : forall r, In r rows -> numbered (fst r) = class P im (den (fst r)) /\ legal P (den (fst r))).
  { intros [s v] I. pose proof (A s v I) as Fs. split; [apply (numbered_spec P im (c_mirror c)); auto|apply Fs]. }
  clear - K N class_same. revert K N. induction rows as [|r l IH]; cbn [map differ]; intros K N; auto.
  inversion N as [|x y Nx Ny]; subst. split; [|apply IH; auto; intros; apply K; right; auto].
  intros b I S. apply in_map_iff in I. destruct I as (r' & <- & I). apply Nx. apply in_map_iff. exists r'. split; auto.
  destruct (K r (or_introl eq_refl)) as [E _], (K r' (or_intror I)) as [E' H']. rewrite E, E'. symmetry. auto.
Qed.

(** The value of a listed layout is right for it and for its mirror image. *)
Theorem distances_exact : forall l s v, In (s, v) rows -> legal P l -> same_layout im l (den s) ->
  match dist v with Some d => distance P m l (N.to_nat d) | None => hopeless P m l end.
Proof.
  intros l s v I Hl S. destruct symmetry as [tn sym]. destruct values as (V & H & A & B & C & D & _).
  apply (value_right c im tn F sym plain rows V A C (of_fits V H)); auto.
  rewrite <- (D s v I). unfold value_at. f_equal. apply class_same; auto. apply (A s v I).
Qed.

Let start_value : exists V v, facts V /\ value_at c im V (start P) = Some v /\ dist v = c_length c /\
  match c_length c, c_solutions c with Some n, Some w => many v = w | None, None => t_passes t = [] | _, _ => False end.
Proof.
  destruct opened as [V H]. destruct (of_start V H) as (v & E & K). exists V, v. split; auto. split; auto.
  unfold value_at. rewrite <- E. f_equal. rewrite (numbered_spec P im (c_mirror c) plain); [rewrite den_start; auto|apply (fine_s0 c im F)].
Qed.

(** The start's distance. *)
Theorem start_exact : match c_length c with Some n => distance P m (start P) (N.to_nat n) | None => hopeless P m (start P) end.
Proof.
  destruct start_value as (V & v & H & E & <- & _). destruct symmetry as [tn sym]. destruct values as (V' & H' & A & B & C & _).
  assert (V' = V) by (pose proof (of_entered V H) as Q; rewrite (of_entered V' H') in Q; congruence). subst V'.
  apply (value_right c im tn F sym plain rows V A C (of_fits V H)); auto. apply (form_start _ F).
Qed.

(** How many shortest solutions each listed layout has, *)
Theorem solutions_exact : forall s v d, In (s, v) rows -> dist v = Some d ->
  solutions P m (den s) (N.to_nat d) (N.to_nat (many v)).
Proof.
  intros s v d I E. destruct symmetry as [tn sym]. destruct values as (V & H & A & B & C & D & _).
  apply (value_many c im tn F sym plain rows V A C (of_fits V H)); auto; [apply (A s v I)|]. rewrite N2Nat.id. auto.
Qed.

(** and how many the start has. *)
Theorem start_solutions : forall n w, c_length c = Some n -> c_solutions c = Some w ->
  solutions P m (start P) (N.to_nat n) (N.to_nat w).
Proof.
  intros n w En Ew. destruct start_value as (V & v & H & E & K & J). rewrite En, Ew in *. subst w.
  destruct symmetry as [tn sym]. destruct values as (V' & H' & A & B & C & _).
  assert (V' = V) by (pose proof (of_entered V H) as Q; rewrite (of_entered V' H') in Q; congruence). subst V'.
  apply (value_many c im tn F sym plain rows V A C (of_fits V H)); auto; [apply (form_start _ F)|]. rewrite N2Nat.id. auto.
Qed.

Let rows_of (d : option N) : list layout := map (fun r => den (fst r)) (filter (is_far d) rows).

Let rows_of_spec : forall d, differ (same_layout im) (rows_of d) /\
  (forall l, In l (rows_of d) <-> exists s v, In (s, v) rows /\ dist v = d /\ den s = l) /\
  N.of_nat (List.length (rows_of d)) = counted (is_far d) rows.
Proof.
  intros d. unfold rows_of. split; [|split].
  - destruct listed_once as [D _]. revert D. generalize rows. induction rows0 as [|r l IH]; cbn [map differ filter]; auto.
    intros [D1 D2]. destruct (is_far d r); cbn [map differ]; auto. split; auto. intros b I. apply D1.
    apply in_map_iff in I. destruct I as (r' & <- & I). apply filter_In in I. apply in_map_iff. exists r'. tauto.
  - intros l. rewrite in_map_iff. split.
    + intros ([s v] & E & I). apply filter_In in I. destruct I as [I J]. apply same_option_spec in J. exists s, v. auto.
    + intros (s & v & I & E & K). exists (s, v). split; auto. apply filter_In. split; auto. apply same_option_spec. auto.
  - unfold counted. rewrite map_length.
    assert (K : forall l n, fold_left (fun n r => if is_far d r then n + 1 else n) l n
                            = n + N.of_nat (List.length (filter (is_far d) l))).
    { induction l as [|r l IH]; intros n; cbn [fold_left filter List.length]; [lia|]. rewrite IH.
      destruct (is_far d r); cbn [List.length]; lia. }
    rewrite K. lia.
Qed.

(** Of so many listed layouts no goal can be reached. *)
Theorem unsolvable_counted : exists ls, N.of_nat (List.length ls) = t_unsolvable t /\ differ (same_layout im) ls /\
  (forall l, In l ls -> reachable P m l /\ hopeless P m l) /\
  (forall l, reachable P m l -> hopeless P m l -> exists k, In k ls /\ same_layout im l k).
Proof.
  exists (rows_of None). destruct (rows_of_spec None) as (D & I & W). split; [|split; [auto|split]].
  - rewrite W. destruct opened as [V H]. apply (of_unsolvable V H).
  - intros l J. apply I in J. destruct J as (s & v & J & E & <-). split; [eapply listed_reachable; eauto|].
    pose proof (distances_exact (den s) s v J) as K. rewrite E in K. apply K; [|left; auto].
    apply legal_reachable. eapply listed_reachable; eauto.
  - intros l R Z. destruct (reachable_listed l R) as (s & v & J & S). exists (den s). split; auto. apply I. exists s, v.
    split; auto. split; auto. pose proof (distances_exact l s v J (legal_reachable l R) S) as K.
    destruct (dist v); auto. exfalso. eapply distance_hope; eauto.
Qed.

(** No layout that can be reached is farther from the goals, and those that are as dist are listed. *)
Theorem farthest_exact : match t_farthest t with
  | None => forall l, reachable P m l -> hopeless P m l
  | Some n =>
      (forall l d, reachable P m l -> distance P m l d -> (d <= N.to_nat n)%nat) /\
      exists ls, N.of_nat (List.length ls) = t_hardest t /\ ls <> [] /\ differ (same_layout im) ls /\
        (forall l, In l ls -> reachable P m l /\ distance P m l (N.to_nat n)) /\
        (forall l, reachable P m l -> distance P m l (N.to_nat n) -> exists k, In k ls /\ same_layout im l k)
  end.
Proof.
  destruct opened as [V H]. pose proof (of_farthest V H) as K. unfold farthest_holds in K.
  assert (Val : forall l, reachable P m l -> exists s v, In (s, v) rows /\ same_layout im l (den s) /\
    match dist v with Some d => distance P m l (N.to_nat d) | None => hopeless P m l end).
  { intros l R. destruct (reachable_listed l R) as (s & v & J & S). exists s, v. split; auto. split; auto.
    apply (distances_exact l s v J (legal_reachable l R) S). }
  destruct (t_farthest t) as [n|].
  - apply andb_true_iff in K. destruct K as [K K3]. apply andb_true_iff in K. destruct K as [K1 K2].
    apply N.eqb_eq in K3. apply N.ltb_lt in K2. rewrite forallb_forall in K1. split.
    + intros l d R D. destruct (Val l R) as (s & v & J & _ & E). specialize (K1 (s, v) J). cbn [snd] in K1.
      destruct (dist v) as [e|]; [|exfalso; eapply distance_hope; eauto]. apply N.leb_le in K1.
      rewrite (distance_unique _ _ _ _ _ D E). lia.
    + exists (rows_of (Some n)). destruct (rows_of_spec (Some n)) as (D & I & W). split; [congruence|].
      split; [intros Z; rewrite Z in W; simpl in W; lia|]. split; auto. split.
      * intros l J. apply I in J. destruct J as (s & v & J & E & <-). split; [eapply listed_reachable; eauto|].
        pose proof (distances_exact (den s) s v J) as Q. rewrite E in Q. apply Q; [|left; auto].
        apply legal_reachable. eapply listed_reachable; eauto.
      * intros l R D'. destruct (Val l R) as (s & v & J & S & E). exists (den s). split; auto. apply I. exists s, v.
        split; auto. split; auto. destruct (dist v) as [e|]; [|exfalso; eapply distance_hope; eauto].
        f_equal. pose proof (distance_unique _ _ _ _ _ D' E). lia.
  - apply andb_true_iff in K. destruct K as [K _]. rewrite forallb_forall in K. intros l R.
    destruct (Val l R) as (s & v & J & _ & E). specialize (K (s, v) J). apply same_option_spec in K. cbn [snd] in K.
    rewrite K in E. auto.
Qed.

(** With mirrors: the images are mirror images, and as far from the goals. *)
Theorem mirror_images_equal : c_mirror c = true -> reflection P im /\
  forall l n, legal P l -> distance P m l n <-> distance P m (map im l) n.
Proof.
  intros Hm. destruct opened as [V H]. split; [eapply mirroring_reflects; eauto; apply (of_mirror V H)|].
  destruct symmetry as [tn sym]. intros l n Hl. split; [apply (distance_im P m im tn sym); auto|]. intros D.
  rewrite <- (im_im P im tn sym l Hl). apply (distance_im P m im tn sym); auto. eapply im_legal; eauto.
Qed.

(** Without mirrors: layouts are the same if they are so in some order of their pieces. *)
Theorem plain_images : c_mirror c = false -> forall l k, same_layout im l k <-> Permutation l k.
Proof.
  intros Hm l k. unfold same_layout. assert (E : map im k = k).
  { induction k as [|p k IH]; cbn [map]; auto. rewrite plain, IH; auto. }
  rewrite E. tauto.
Qed.

(** If every kind may slide back: from a layout that is not listed no listed one can be reached either. *)
Theorem components_apart : two_way c = true -> forall l k n, legal P l -> plays P m n l k -> reachable P m k -> reachable P m l.
Proof.
  intros Tw l k n Hl Pl [j Pj]. exists (j + n)%nat. eapply plays_trans; [|apply Pj].
  apply plays_back; auto. intros kd d I. eapply two_way_back; eauto.
Qed.

(** ** Cuts *)

Section Cut.
Variable V : M.t value.
Hypothesis H : facts V.
Variable tn : direction -> direction.
Hypothesis sym : symmetric P im tn.
Variable shortest_ : bool.
Variable a : list (list piece).
Hypothesis a_fits : forall g p, In g a -> In p g -> fits P p = true.

Let passing (l l' : layout) : Prop :=
  move P m l l' /\ meets a l' = false /\ (shortest_ = true -> nearing_ V (class P im l) (class P im l') = true).

Lemma past_spec : forall s hs, fine P im (c_mirror c) s -> past c T V shortest_ (map (bits_of P) a) s = Some hs ->
  (forall h, In h hs -> fine P im (c_mirror c) (arrive h) /\ to_sum h = key P (den (arrive h))) /\
  (forall l l', legal P l -> key P l = key P (den s) -> passing l l' -> exists h, In h hs /\ to_sum h = key P l').
Proof.
  intros s hs Fs Es. unfold past in Es. destruct (successors c T s) as [all|] eqn:Ea; [|discriminate]. injection Es as <-.
  destruct (hops_right c im tn F sym plain s all Fs Ea) as [A B]. split.
  - intros h I. apply filter_In in I. destruct (A h (proj1 I)) as (Fh & _ & K & _). auto.
  - intros l l' Hl E (M & N & Q). pose proof (form_regular _ F) as R.
    assert (Hs : legal P (den s)) by apply Fs.
    pose proof (key_inj P R _ _ Hl Hs E) as Pe. destruct (move_perm P m _ _ _ Pe M) as (k' & M' & Pe').
    destruct (B k' M') as (h & I & D). destruct (A h I) as (Fh & _ & K & L). exists h.
    assert (Eh : to_sum h = key P l') by (etransitivity; [apply K|]; rewrite D; symmetry; apply key_perm; auto).
    assert (El : leads h = class P im l') by (etransitivity; [apply L|]; rewrite D; symmetry; apply class_perm; auto).
    assert (En : numbered s = class P im l).
    { etransitivity; [apply (numbered_spec P im (c_mirror c)); auto|]. symmetry. apply class_perm; auto. }
    assert (Hl' : legal P l') by (eapply legal_move; [apply Hl|apply M]).
    split; auto. apply filter_In. split; auto. rewrite Eh, El, En. apply andb_true_iff. split.
    + rewrite (meets_spec P a l' F a_fits Hl'), N. auto.
    + destruct shortest_; auto.
Qed.

Lemma cuts_spec : cuts c T gs V shortest_ (map (bits_of P) a) s0 = true -> forall s,
  line P m (start P) s -> (shortest_ = true -> c_length c = Some (N.of_nat (List.length s))) ->
  existsb (meets a) (start P :: s) = true.
Proof.
  intros Hc s L Es. unfold cuts in Hc. apply orb_true_iff in Hc.
  assert (S0 : sum s0 = key P (start P)) by auto.
  destruct Hc as [Hc|Hc].
  { rewrite S0, (meets_spec P a (start P) F a_fits (form_start _ F)) in Hc. cbn [existsb]. rewrite Hc. auto. }
  destruct (search _ _ _ _ _ _ _ _ _ _) as [f|] eqn:E; [|discriminate]. clear Hc.
  assert (K : forall i l, lively layout passing (key P) (start P) (fun _ _ => Some true) i l -> ~ solved P l).
  { refine (search_spec layout passing (legal P) (solved P) (key P) (start P) state hop den (fine P im (c_mirror c))
      (past c T V shortest_ (map (bits_of P) a)) arrive to_sum (is_goal gs) (fun _ _ => Some true) sum
      _ _ _ _ _ (form_start _ F) s0 _ f (fine_s0 c im F) (den_s0 c im) E).
    - intros x y Hx [M _]. eapply legal_move; eauto.
    - intros x Fx. apply (sum_spec c im _ Fx).
    - intros x hs Fx Ex. apply past_spec; auto.
    - intros l Hl Sl. apply solved_is_goal; auto.
    - discriminate. }
  destruct values as (V' & H' & A & B & C & _).
  assert (V' = V) by (pose proof (of_entered V H) as Q; rewrite (of_entered V' H') in Q; congruence). subst V'.
  destruct (existsb (meets a) (start P :: s)) eqn:X; auto. exfalso. cbn [existsb] in X. apply orb_false_iff in X. destruct X as [_ X].
  assert (G : forall l s, line P m l s -> forall i, lively layout passing (key P) (start P) (fun _ _ => Some true) i l ->
    legal P l -> existsb (meets a) s = false ->
    (shortest_ = true -> exists v, value_at c im V l = Some v /\ dist v = Some (N.of_nat (List.length s))) -> False).
  { clear s L Es X. induction 1 as [l Sl|l l' ls M L IH]; intros i Li Hl X Sh.
    - apply (K i l Li). apply is_solved_spec. auto.
    - cbn [existsb] in X. apply orb_false_iff in X. destruct X as [X1 X2].
      assert (Nx : shortest_ = true -> exists v v', value_at c im V l = Some v /\ dist v = Some (N.of_nat (List.length (l' :: ls))) /\
        value_at c im V l' = Some v' /\ dist v' = Some (N.of_nat (List.length ls))).
      { intros Eq. destruct (Sh Eq) as (v & Ev & Dv).
        destruct (line_nearer c im tn F sym plain rows V A C (of_fits V H) l v l' ls Hl Ev M L Dv) as (v' & Ev' & Dv').
        exists v, v'. auto. }
      apply (IH (i + 1)); auto.
      + econstructor; [apply Li| |discriminate]. split; auto. split; auto. intros Eq. destruct (Nx Eq) as (v & v' & Ev & Dv & Ev' & Dv').
        unfold nearing_, at_distance. change (M.find (class P im l) V = Some v) in Ev.
        change (M.find (class P im l') V = Some v') in Ev'. rewrite Ev', Dv', Ev, Dv. apply same_option_spec. f_equal. simpl. lia.
      + eapply legal_move; eauto.
      + intros Eq. destruct (Nx Eq) as (v & v' & Ev & Dv & Ev' & Dv'). exists v'. auto. }
  apply (G (start P) s L 0); auto; [constructor|apply (form_start _ F)|]. intros Eq.
  destruct start_value as (V' & v & H'' & Ev & Dv & _).
  assert (V' = V) by (pose proof (of_entered V H) as Q; rewrite (of_entered V' H'') in Q; congruence). subst V'.
  exists v. split; auto. rewrite Dv. auto.
Qed.

End Cut.

(** The alternatives of a cut, as pieces. *)
Definition alternatives (u : cut) : list (list piece) := map (map (piece_of (c_width c))) (crossed u).

Let cut_spec : forall u, In u (t_passes t) -> forall s, line P m (start P) s ->
  (only_shortest u = true -> c_length c = Some (N.of_nat (List.length s))) -> existsb (meets (alternatives u)) (start P :: s) = true.
Proof.
  intros u I s L Es. destruct opened as [V H]. destruct symmetry as [tn sym].
  pose proof (of_passes V H u I) as G. unfold good_cut in G. fold (alternatives u) in G.
  apply andb_true_iff in G. destruct G as [G Hc]. apply andb_true_iff in G. destruct G as [_ G].
  apply (cuts_spec V H tn sym (only_shortest u)); auto. intros g p Ig Ip. rewrite forallb_forall in G. specialize (G g Ig).
  rewrite forallb_forall in G. auto.
Qed.

(** Every solution passes a layout of the cut. *)
Theorem every_solution_passes : forall u s, In u (t_passes t) -> only_shortest u = false -> line P m (start P) s ->
  existsb (meets (alternatives u)) (start P :: s) = true.
Proof. intros u s I E L. apply cut_spec; auto. congruence. Qed.

(** Every shortest solution does. *)
Theorem every_shortest_solution_passes : forall u s n, In u (t_passes t) -> c_length c = Some n -> line P m (start P) s ->
  List.length s = N.to_nat n -> existsb (meets (alternatives u)) (start P :: s) = true.
Proof. intros u s n I E L Es. apply cut_spec; auto. intros _. rewrite Es, N2Nat.id. auto. Qed.

End Accepted.

Print Assumptions listed_reachable.
Print Assumptions reachable_listed.
Print Assumptions listed_once.
Print Assumptions distances_exact.
Print Assumptions start_exact.
Print Assumptions solutions_exact.
Print Assumptions start_solutions.
Print Assumptions unsolvable_counted.
Print Assumptions farthest_exact.
Print Assumptions mirror_images_equal.
Print Assumptions plain_images.
Print Assumptions components_apart.
Print Assumptions every_solution_passes.
Print Assumptions every_shortest_solution_passes.
