(** * Lower bounds by patterns

    The pieces of some kinds, alone on the board, need so many moves to what a goal asks of them. All layouts of theirs are
    gone through and given a number; then it is checked that no move takes a number down by more than 1. *)

From Coq Require Import List ZArith NArith Bool Lia Permutation FMapPositive.
From Huarong Require Import Rules Board Search Hops.
Import ListNotations.
Local Open Scope N_scope.

(** The bits of pieces that may be listed twice. *)
Definition bits_of (P : puzzle) (g : list piece) : N := fold_right (fun p a => N.lor (bit (code P p)) a) 0 g.

Definition is_goal (gs : list N) (k : N) : bool := existsb (fun g => N.land k g =? g) gs.

Definition same_image (p : piece) : piece := p.

(** Whether a piece's kind belongs to a pattern of a group. *)
Definition member (g : list N) (w : N) (p : piece) : bool :=
  match nth_error g (N.to_nat (sort p)) with Some x => x =? w | None => false end.

(** A pattern: the bits of all places of its pieces, and a number for each of their layouts. *)
Record pattern := Pattern { area : N; far : M.t N }.

Section Patterns.
Variable P : puzzle.
Variable ps : list piece.
Variable m : metric.
Variable T : table.
Variable gs : list N.

Definition steps (s : state) : option (list hop) := hops false T m s.

(** Distances from the goals: a level, and what is known. *)
Fixpoint next_level (d : N) (hs : list hop) (a : list state * M.t N) : list state * M.t N :=
  match hs with
  | [] => a
  | h :: hs =>
      next_level d hs (if M.mem (leads h) (snd a) then a else (arrive h :: fst a, M.add (leads h) d (snd a)))
  end.

Fixpoint next_levels (d : N) (level : list state) (a : list state * M.t N) : option (list state * M.t N) :=
  match level with
  | [] => Some a
  | s :: level => match steps s with Some hs => next_levels d level (next_level d hs a) | None => None end
  end.

Definition nearing (a : N * (list state * M.t N)) : (N * (list state * M.t N)) + option (M.t N) :=
  match fst (snd a) with
  | [] => inr (Some (snd (snd a)))
  | level => match next_levels (fst a + 1) level ([], snd (snd a)) with
             | Some b => inl (fst a + 1, b)
             | None => inr None
             end
  end.

Definition distances (goals_ : list state) : option (M.t N) :=
  match repeat plenty nearing (0, (goals_, fold_left (fun t s => M.add (numbered s) 0 t) goals_ (M.empty N))) with
  | inr r => r
  | inl _ => None
  end.

(** The numbers of the given states only. *)
Definition only (states : list state) (t : M.t N) : M.t N :=
  fold_left (fun a s => match M.find (numbered s) t with Some d => M.add (numbered s) d a | None => a end)
            states (M.empty N).

(** Whether the numbers are a bound: all are there, none falls by more than 1, goals have 0. *)
Definition bounded (pg : list N) (t : M.t N) (states : list state) : bool :=
  forallb (fun s =>
    match M.find (numbered s) t, steps s with
    | Some d, Some hs =>
        forallb (fun h => match M.find (leads h) t with Some e => d <=? e + 1 | None => false end) hs
        && (negb (is_goal pg (numbered s)) || (d =? 0))
    | _, _ => false
    end) states.

Definition flat (levels : list (list state)) : list state :=
  fold_left (fun a l => rev_append l a) levels [].

Definition picked (f : state -> bool) (l : list state) : list state :=
  fold_left (fun a s => if f s then s :: a else a) l [].

Definition pattern_of (g : list N) (w : N) : option pattern :=
  let area_ := bits_of P (filter (member g w) ps) in
  let pg := map (N.land area_) gs in
  match search state hop steps arrive leads (fun _ => false) (fun _ _ => Some true) numbered
          (state_of P same_image false (filter (member g w) (start P))) 4294967296 with
  | None => None
  | Some f =>
      let states := flat (before _ f) in
      match distances (picked (fun s => is_goal pg (numbered s)) states) with
      | None => None
      | Some t =>
          let t := only states t in
          if bounded pg t states then Some (Pattern area_ t) else None
      end
  end.

Fixpoint patterns_of (g ws : list N) : option (list pattern) :=
  match ws with
  | [] => Some []
  | w :: ws => match pattern_of g w, patterns_of g ws with Some a, Some l => Some (a :: l) | _, _ => None end
  end.

(** The patterns of a group: its numbers but 0, each once. *)
Definition numbers (g : list N) : list N :=
  nodup N.eq_dec (filter (fun w => negb (w =? 0)) g).

Fixpoint groups_of (gs_ : list (list N)) : option (list (list pattern)) :=
  match gs_ with
  | [] => Some []
  | g :: gs_ => match patterns_of g (numbers g), groups_of gs_ with Some a, Some l => Some (a :: l) | _, _ => None end
  end.

Fixpoint sum_of (k : N) (l : list pattern) : option N :=
  match l with
  | [] => Some 0
  | p :: l => match M.find (N.land k (area p)) (far p), sum_of k l with Some a, Some b => Some (a + b) | _, _ => None end
  end.

(** The greatest sum of a group. *)
Fixpoint bound_of (groups : list (list pattern)) (k : N) : option N :=
  match groups with
  | [] => Some 0
  | g :: groups => match sum_of k g, bound_of groups k with Some a, Some b => Some (N.max a b) | _, _ => None end
  end.

(** ** Proofs *)

Hypothesis reg : regular P.
Hypothesis Tspec : right_table P same_image T.
Hypothesis all_places : forall p, fits P p = true <-> In p ps.
Hypothesis Gs : forall l, legal P l -> solved P l -> exists g,
  In (bits_of P g) gs /\ (forall p, In p g -> fits P p = true /\ In p l).

Lemma bits_of_spec : forall g i, N.testbit (bits_of P g) i = true <-> exists p, In p g /\ code P p = i.
Proof.
  induction g as [|p g IH]; intros i; cbn [bits_of fold_right].
  - rewrite N.bits_0. split; [discriminate|intros (p & [] & _)].
  - fold (bits_of P g). rewrite N.lor_spec, orb_true_iff, IH, bit_spec, N.eqb_eq. split.
    + intros [E|(q & I & E)]; [exists p|exists q]; simpl; auto.
    + intros (q & [->|I] & E); eauto.
Qed.

Let fine := fine P same_image false.

Lemma class_key : forall l, class P same_image l = key P l.
Proof. intros l. unfold class. unfold same_image. rewrite map_id. apply N.min_id. Qed.

Lemma plain_same : false = false -> forall p, same_image p = p.
Proof. auto. Qed.

Lemma number_key : forall s, fine s -> numbered s = key P (den s).
Proof. intros s F. rewrite <- class_key. apply (numbered_spec P same_image false plain_same). auto. Qed.

Lemma legal_filter : forall f l, legal P l -> legal P (filter f l).
Proof.
  induction l as [|p l IH]; simpl; auto. intros (F & A & R). destruct (f p); auto. simpl. split; auto. split; auto.
  apply forallb_apart. intros q I. apply filter_In in I. apply (proj1 (forallb_apart _ _ _) A). tauto.
Qed.

Lemma only_in : forall states t k d, M.find k (only states t) = Some d -> exists s, In s states /\ numbered s = k.
Proof.
  intros states t k d. unfold only.
  assert (K : forall l a, M.find k (fold_left (fun a s => match M.find (numbered s) t with Some d => M.add (numbered s) d a | None => a end) l a) = Some d ->
    M.find k a = Some d \/ exists s, In s l /\ numbered s = k).
  { induction l as [|s l IH]; simpl; intros a H; auto. apply IH in H. destruct H as [H|(s' & I & E)]; eauto.
    destruct (M.find (numbered s) t) as [e|]; auto. rewrite MF.add_o in H.
    destruct (MF.eq_dec (numbered s) k) as [E|E]; eauto. }
  intros H. apply K in H. destruct H as [H|H]; auto. rewrite MF.empty_o in H. discriminate.
Qed.

Lemma flat_in : forall levels s, In s (flat levels) -> exists l, In l levels /\ In s l.
Proof.
  intros levels s. unfold flat.
  assert (K : forall ls a, In s (fold_left (fun a l => rev_append l a) ls a) -> In s a \/ exists l, In l ls /\ In s l).
  { induction ls as [|l ls IH]; simpl; intros a H; auto. apply IH in H. destruct H as [H|(l' & I & J)]; eauto.
    rewrite rev_append_rev in H. apply in_app_iff in H. destruct H as [H|H]; auto. apply in_rev in H. eauto. }
  intros H. apply K in H. destruct H as [[]|H]; auto.
Qed.

Lemma steps_found : forall s hs, fine s -> steps s = Some hs ->
  (forall h, In h hs -> fine (arrive h) /\ leads h = class P same_image (den (arrive h))) /\
  (forall l l', legal P l -> class P same_image l = class P same_image (den s) -> move P m l l' ->
     exists h, In h hs /\ leads h = class P same_image l').
Proof.
  intros s hs F E. apply (hops_found P same_image false T (fun d => d) reg (symmetric_id P) plain_same Tspec m s hs F E).
Qed.

(** What is known of a pattern. *)
Record sound (g : list N) (w : N) (p : pattern) : Prop := Sound {
  sound_area : area p = bits_of P (filter (member g w) ps);
  sound_move : forall l l' d, legal P l -> move P m l l' -> M.find (key P l) (far p) = Some d ->
    exists e, M.find (key P l') (far p) = Some e /\ d <= e + 1;
  sound_goal : forall l d, legal P l -> is_goal (map (N.land (area p)) gs) (key P l) = true ->
    M.find (key P l) (far p) = Some d -> d = 0
}.

Lemma pattern_sound : forall g w p, legal P (start P) -> pattern_of g w = Some p -> sound g w p.
Proof.
  intros g w p Hs H. unfold pattern_of in H. cbv zeta in H.
  destruct (search _ _ _ _ _ _ _ _ _ _) as [f|] eqn:Es; [|discriminate].
  destruct (distances _) as [t|]; [|discriminate].
  destruct (bounded _ _ _) eqn:Eb; [|discriminate]. inversion H; subst p; clear H. cbn [area far].
  set (states := flat (before state f)) in *. set (t' := only states t) in *.
  assert (Fs : forall s, In s states -> fine s).
  { intros s I. apply flat_in in I. destruct I as (l & Il & I).
    refine (search_all state hop steps arrive leads _ _ numbered fine _ _ _ _ _ Es l s Il I).
    - intros a hs h Fa Ea Ih. apply (steps_found a hs Fa Ea). auto.
    - apply (fine_state_of P same_image false), legal_filter, Hs. }
  unfold bounded in Eb. rewrite forallb_forall in Eb.
  assert (K : forall l d, legal P l -> M.find (key P l) t' = Some d ->
    exists s hs, In s states /\ fine s /\ numbered s = key P l /\ steps s = Some hs /\
      (forall h, In h hs -> exists e, M.find (leads h) t' = Some e /\ d <= e + 1) /\
      (is_goal (map (N.land (bits_of P (filter (member g w) ps))) gs) (key P l) = true -> d = 0)).
  { intros l d Hl E. destruct (only_in _ _ _ _ E) as (s & I & En). specialize (Eb s I). rewrite En, E in Eb.
    destruct (steps s) as [hs|] eqn:Est; [|discriminate]. apply andb_true_iff in Eb. destruct Eb as [E1 E2].
    exists s, hs. split; auto. split; auto. split; auto. split; auto. split.
    - intros h Ih. rewrite forallb_forall in E1. specialize (E1 h Ih).
      destruct (M.find (leads h) t') as [e|]; [|discriminate]. exists e. split; auto. apply N.leb_le. auto.
    - intros G. rewrite G in E2. simpl in E2. apply N.eqb_eq. auto. }
  constructor; cbn [area far]; auto.
  - intros l l' d Hl M E. destruct (K l d Hl E) as (s & hs & I & F & En & Est & A & _).
    destruct (proj2 (steps_found s hs F Est) l l' Hl) as (h & Ih & Eh); auto.
    { rewrite !class_key, <- En. apply number_key. auto. }
    destruct (A h Ih) as (e & Ee & Le). rewrite Eh, class_key in Ee. eauto.
  - intros l d Hl G E. destruct (K l d Hl E) as (s & hs & _ & _ & _ & _ & _ & Z). auto.
Qed.

Lemma holds_filter : forall f l i, holds P (filter f l) i = existsb (fun p => f p && (code P p =? i)) l.
Proof.
  intros f l i. unfold holds. induction l as [|p l IH]; simpl; auto. destruct (f p); simpl; rewrite IH; auto.
Qed.

Lemma key_filter : forall g w l, legal P l ->
  N.land (key P l) (bits_of P (filter (member g w) ps)) = key P (filter (member g w) l).
Proof.
  intros g w l Hl. apply N.bits_inj. intros i. rewrite N.land_spec, !key_bits; auto; [|apply legal_filter; auto].
  rewrite holds_filter. apply Bool.eq_iff_eq_true. rewrite andb_true_iff, bits_of_spec. unfold holds. rewrite !existsb_exists.
  split.
  - intros ((p & I & E) & (q & J & E')). exists p. split; auto. rewrite E, andb_true_r. apply N.eqb_eq in E.
    apply filter_In in J. destruct J as [J Mq]. apply all_places in J.
    assert (p = q); [|subst; auto]. apply (code_inj P); auto; [eapply legal_fits; eauto|congruence].
  - intros (p & I & E). apply andb_true_iff in E. destruct E as [Mp E]. split; [eauto|].
    apply N.eqb_eq in E. exists p. split; auto. apply filter_In. split; auto. apply all_places. eapply legal_fits; eauto.
Qed.

Lemma filter_move : forall g w l l', move P m l l' ->
  exists w0, (forall w, w <> w0 -> filter (member g w) l = filter (member g w) l') /\
             (filter (member g w) l = filter (member g w) l' \/ (w = w0 /\ move P m (filter (member g w) l) (filter (member g w) l'))).
Proof.
  intros g w l l' M. destruct M as [a p q b G Ne]. pose proof (goes_sort P _ _ _ _ G) as Es.
  assert (Em : forall v, member g v q = member g v p) by (intros v; unfold member; rewrite Es; auto).
  destruct (nth_error g (N.to_nat (sort p))) as [w0|] eqn:E0.
  - exists w0. assert (Ep : forall v, member g v p = (w0 =? v)) by (intros v; unfold member; rewrite E0; auto).
    split.
    + intros v Nv. rewrite !filter_app. cbn [filter]. rewrite Em, Ep. destruct (N.eqb_spec w0 v); congruence.
    + rewrite !filter_app. cbn [filter]. rewrite Em, Ep. destruct (N.eqb_spec w0 w) as [->|]; auto.
      right. split; auto. constructor; auto. eapply goes_fewer; [|apply G]. intros o I.
      rewrite <- filter_app in I. apply filter_In in I. tauto.
  - exists 0. assert (Ep : forall v, member g v p = false) by (intros v; unfold member; rewrite E0; auto).
    split; [intros v _|left]; rewrite !filter_app; cbn [filter]; rewrite Em, Ep; auto.
Qed.

Lemma sum_move : forall g ws l, legal P (start P) -> NoDup ws -> patterns_of g ws = Some l ->
  forall a b d, legal P a -> move P m a b -> sum_of (key P a) l = Some d ->
  exists e, sum_of (key P b) l = Some e /\ d <= e + 1.
Proof.
  intros g ws l Hs Nd H a b d Ha M.
  assert (Hb : legal P b) by (eapply legal_move; eauto).
  destruct (filter_move g 0 a b M) as (w0 & Same & _).
  assert (Any : forall w, filter (member g w) a = filter (member g w) b \/
                          (w = w0 /\ move P m (filter (member g w) a) (filter (member g w) b))).
  { intros w. destruct (filter_move g w a b M) as (w1 & S1 & [E|[Ew Mw]]); auto.
    destruct (N.eq_dec w w0) as [->|Nw]; auto. }
  (* Patterns but that of [w0] keep their numbers. *)
  assert (K : forall ws l, NoDup ws -> patterns_of g ws = Some l -> forall d, sum_of (key P a) l = Some d ->
     exists e, sum_of (key P b) l = Some e /\ d <= e + 1 /\ (~ In w0 ws -> d = e)).
  { clear ws l Nd H d. induction ws as [|w ws IH]; intros l Nd H d E.
    - inversion H; subst. simpl in E. inversion E; subst. exists 0. simpl. split; auto. split; [lia|auto].
    - cbn [patterns_of] in H. destruct (pattern_of g w) as [p|] eqn:Ep; [|discriminate].
      destruct (patterns_of g ws) as [l'|] eqn:El; [|discriminate]. inversion H; subst l; clear H.
      inversion Nd as [|? ? Nw Nd']; subst. pose proof (pattern_sound g w p Hs Ep) as [Sa Sm _].
      cbn [sum_of] in *. destruct (M.find (N.land (key P a) (area p)) (far p)) as [x|] eqn:Ex; [|discriminate].
      destruct (sum_of (key P a) l') as [y|] eqn:Ey; [|discriminate]. inversion E; subst d; clear E.
      destruct (IH l' Nd' eq_refl y Ey) as (e & Ee & Le & Eq). rewrite Ee. rewrite Sa in *.
      rewrite key_filter in Ex |- *; auto. destruct (Any w) as [Q|[-> Mw]].
      + rewrite <- Q, Ex. exists (x + e). split; auto. split; [lia|]. intros N. rewrite Eq; auto. intros I. apply N. right. auto.
      + destruct (Sm _ _ x (legal_filter (member g w0) a Ha) Mw Ex) as (x' & Ex' & Lx). rewrite Ex'. exists (x' + e). split; auto.
        specialize (Eq Nw). split; [lia|]. intros N. exfalso. apply N. left. auto. }
  intros E. destruct (K ws l Nd H d E) as (e & Ee & Le & _). eauto.
Qed.

Lemma sum_goal : forall g ws l, legal P (start P) -> patterns_of g ws = Some l ->
  forall a d, legal P a -> solved P a -> sum_of (key P a) l = Some d -> d = 0.
Proof.
  intros g ws. induction ws as [|w ws IH]; intros l Hs H a d Ha Sa E.
  - inversion H; subst. simpl in E. congruence.
  - cbn [patterns_of] in H. destruct (pattern_of g w) as [p|] eqn:Ep; [|discriminate].
    destruct (patterns_of g ws) as [l'|] eqn:El; [|discriminate]. inversion H; subst l; clear H.
    pose proof (pattern_sound g w p Hs Ep) as [Ar _ Sg].
    cbn [sum_of] in E. destruct (M.find _ (far p)) as [x|] eqn:Ex; [|discriminate].
    destruct (sum_of (key P a) l') as [y|] eqn:Ey; [|discriminate]. inversion E; subst d; clear E.
    rewrite (IH l' Hs eq_refl a y Ha Sa Ey). rewrite Ar in Ex, Sg. rewrite key_filter in Ex; auto.
    replace x with 0; auto. symmetry. apply (Sg _ x (legal_filter (member g w) a Ha)); auto.
    destruct (Gs a Ha Sa) as (h & Ih & Hh). apply existsb_exists.
    exists (N.land (bits_of P (filter (member g w) ps)) (bits_of P h)). split; [apply in_map; auto|].
    apply N.eqb_eq. apply N.bits_inj. intros i. rewrite !N.land_spec.
    destruct (N.testbit (bits_of P (filter (member g w) ps)) i) eqn:E1; [|rewrite andb_false_r; auto].
    destruct (N.testbit (bits_of P h) i) eqn:E2; [|rewrite !andb_false_r; auto]. rewrite !andb_true_r.
    rewrite <- key_filter, N.land_spec, E1, andb_true_r; auto. rewrite key_bits; auto.
    apply bits_of_spec in E2. destruct E2 as (q & Iq & <-). destruct (Hh q Iq) as [Fq Jq].
    apply holds_spec; auto.
Qed.

Lemma bound_move : forall gl groups, legal P (start P) -> groups_of gl = Some groups ->
  forall a b d, legal P a -> move P m a b -> bound_of groups (key P a) = Some d ->
  exists e, bound_of groups (key P b) = Some e /\ d <= e + 1.
Proof.
  induction gl as [|g gl IH]; intros groups Hs H a b d Ha M E.
  - inversion H; subst. simpl in *. inversion E; subst. exists 0. split; auto. lia.
  - cbn [groups_of] in H. destruct (patterns_of g (numbers g)) as [l|] eqn:El; [|discriminate].
    destruct (groups_of gl) as [rest|] eqn:Er; [|discriminate]. inversion H; subst groups; clear H.
    cbn [bound_of] in *. destruct (sum_of (key P a) l) as [x|] eqn:Ex; [|discriminate].
    destruct (bound_of rest (key P a)) as [y|] eqn:Ey; [|discriminate]. inversion E; subst d; clear E.
    destruct (sum_move g (numbers g) l Hs (NoDup_nodup _ _) El a b x Ha M Ex) as (x' & -> & Lx).
    destruct (IH rest Hs eq_refl a b y Ha M Ey) as (y' & -> & Ly). exists (N.max x' y'). split; auto. lia.
Qed.

Lemma bound_goal : forall gl groups, legal P (start P) -> groups_of gl = Some groups ->
  forall a d, legal P a -> solved P a -> bound_of groups (key P a) = Some d -> d = 0.
Proof.
  induction gl as [|g gl IH]; intros groups Hs H a d Ha Sa E.
  - inversion H; subst. simpl in *. congruence.
  - cbn [groups_of] in H. destruct (patterns_of g (numbers g)) as [l|] eqn:El; [|discriminate].
    destruct (groups_of gl) as [rest|] eqn:Er; [|discriminate]. inversion H; subst groups; clear H.
    cbn [bound_of] in *. destruct (sum_of (key P a) l) as [x|] eqn:Ex; [|discriminate].
    destruct (bound_of rest (key P a)) as [y|] eqn:Ey; [|discriminate]. inversion E; subst d; clear E.
    rewrite (sum_goal g _ l Hs El a x Ha Sa Ex), (IH rest Hs eq_refl a y Ha Sa Ey). auto.
Qed.

Lemma plays_first : forall n a c, plays P m (S n) a c -> exists b, move P m a b /\ plays P m n b c.
Proof.
  induction n as [|n IH]; intros a c H; inversion H as [|? ? b ? Pl M]; subst.
  - inversion Pl; subst. exists c. split; auto. constructor.
  - destruct (IH _ _ Pl) as (b' & M' & Pl'). exists b'. split; auto. econstructor; eauto.
Qed.

(** No goal is nearer than the bound says. *)
Lemma bound_below : forall gl groups, legal P (start P) -> groups_of gl = Some groups ->
  forall r a b d, legal P a -> plays P m r a b -> solved P b -> bound_of groups (key P a) = Some d -> d <= N.of_nat r.
Proof.
  intros gl groups Hs H. induction r as [|r IH]; intros a b d Ha Pl Sb E.
  - inversion Pl; subst. rewrite (bound_goal gl groups Hs H b d Ha Sb E). lia.
  - destruct (plays_first _ _ _ Pl) as (c & M & Pl').
    destruct (bound_move gl groups Hs H a c d Ha M E) as (e & Ee & Le).
    assert (Hc : legal P c) by (eapply legal_move; eauto). specialize (IH c b e Hc Pl' Sb Ee). lia.
Qed.

End Patterns.
