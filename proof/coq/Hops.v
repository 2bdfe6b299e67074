(** * Finding all moves, quickly

    Places on the board are numbered, and what a piece covers there is a number with a bit for each cell. A table says
    where one step leads from each place of the empty board. All that is computed is proved to be what the rules say. *)

From Coq Require Import List ZArith NArith Bool Lia Permutation FMapPositive FMapFacts.
From Huarong Require Import Rules Board Search.
Import ListNotations.
Local Open Scope N_scope.

Module PM := PositiveMap.
Module PF := FMapFacts.WFacts_fun PositiveMap.E PositiveMap.

(** A piece, with its number in the table, its bit and that of its mirror image, and the cells that it covers. *)
Record slot := Slot { who : piece; place : positive; own : N; twin : N; mask : N }.

(** A layout as the program has it: its pieces, the sum of their bits, and that of its mirror image. *)
Record state := State { pieces : list slot; sum : N; other : N }.

(** A move: the sums that it leads to, the pieces before (the last one first), the moved piece, and those after. *)
Record hop := Hop { to_sum : N; to_other : N; earlier : list slot; arrived : slot; later : list slot }.

Definition arrive (h : hop) : state := State (rev_append (earlier h) (arrived h :: later h)) (to_sum h) (to_other h).
Definition lower (a b : N) : N := if a <=? b then a else b.
Definition leads (h : hop) : N := lower (to_sum h) (to_other h).
Definition numbered (s : state) : N := lower (sum s) (other s).
Definition den (s : state) : layout := map who (pieces s).

Definition around : list direction := [Up; Down; Left; Right].

Section Hops.
Variable P : puzzle.
Variable im : piece -> piece.
Variable mirrored : bool.

Definition cover (cs : list cell) : N := fold_right (fun c a => N.lor (bit (spot P c)) a) 0 cs.

Definition slot_of (p : piece) : slot :=
  Slot p (N.succ_pos (code P p)) (code P p) (code P (im p)) (cover (covers P p)).

(** Where one step leads on the empty board. *)
Definition entry (p : piece) : list (direction * slot) :=
  flat_map (fun d => match step P [] d p with Some q => [(d, slot_of q)] | None => [] end) around.

Definition table : Type := PM.t (list (direction * slot)).

Definition tabled (ps : list piece) : table :=
  fold_left (fun t p => PM.add (N.succ_pos (code P p)) (entry p) t) ps (PM.empty _).

Variable T : table.

Definition free (taken : N) (s : slot) : bool := N.land taken (mask s) =? 0.

Definition same (s t : slot) : bool := Pos.eqb (place s) (place t).

Definition listed (s : slot) (l : list slot) : bool := existsb (same s) l.

(** Where paths lead: what has been seen, and from where steps are still to be tried. *)
Definition wider (ds : list direction) (taken : N) (a : list slot * list slot)
  : (list slot * list slot) + option (list slot) :=
  match snd a with
  | [] => inr (Some (fst a))
  | s :: rest =>
      match PM.find (place s) T with
      | None => inr None
      | Some e =>
          let new := filter (fun q => free taken q && negb (listed q (fst a)))
                            (map snd (filter (fun x => is_way (fst x) ds) e)) in
          inl (new ++ fst a, new ++ rest)
      end
  end.

Definition spread (ds : list direction) (taken : N) (s : slot) : option (list slot) :=
  match repeat plenty (wider ds taken) ([s], [s]) with
  | inr (Some seen) => Some (filter (fun q => negb (same q s)) seen)
  | _ => None
  end.

Definition join (a b : option (list slot)) : option (list slot) :=
  match a, b with Some a, Some b => Some (a ++ b) | _, _ => None end.

Definition targets (m : metric) (taken : N) (s : slot) : option (list slot) :=
  match m with
  | Step => match PM.find (place s) T with None => None | Some e => Some (filter (free taken) (map snd e)) end
  | Slide => join (spread [Up] taken s) (join (spread [Down] taken s)
               (join (spread [Left] taken s) (spread [Right] taken s)))
  | Move => spread around taken s
  end.

Definition hop_to (a : state) (before_ : list slot) (s : slot) (after : list slot) : slot -> hop :=
  let rest := N.lxor (sum a) (bit (own s)) in
  let rest' := if mirrored then N.lxor (other a) (bit (twin s)) else 0 in
  fun q =>
    let k := N.lxor rest (bit (own q)) in
    Hop k (if mirrored then N.lxor rest' (bit (twin q)) else k) before_ q after.

(** The moves of the pieces in [l], and the cells that these cover; [before_] come before them and cover [taken]. *)
Fixpoint hops_of (m : metric) (a : state) (before_ : list slot) (taken : N) (l : list slot)
  : option (N * list hop) :=
  match l with
  | [] => Some (0, [])
  | s :: after =>
      match hops_of m a (s :: before_) (N.lor taken (mask s)) after with
      | None => None
      | Some (behind, hs) =>
          match targets m (N.lor taken behind) s with
          | None => None
          | Some qs => Some (N.lor behind (mask s), map (hop_to a before_ s after) qs ++ hs)
          end
      end
  end.

Definition hops (m : metric) (a : state) : option (list hop) :=
  match hops_of m a [] 0 (pieces a) with Some (_, hs) => Some hs | None => None end.

Definition state_of (l : layout) : state :=
  State (map slot_of l) (key P l) (if mirrored then key P (map im l) else key P l).

(** ** Proofs *)

Variable turn : direction -> direction.
Hypothesis reg : regular P.
Hypothesis sym : symmetric P im turn.
Hypothesis plain : mirrored = false -> forall p, im p = p.

Definition right_table : Prop := forall i e, PM.find i T = Some e ->
  exists p, fits P p = true /\ N.succ_pos (code P p) = i /\ e = entry p.

Hypothesis Tspec : right_table.

Lemma lower_min : forall a b, lower a b = N.min a b.
Proof. intros. unfold lower. destruct (N.leb_spec a b); lia. Qed.

Lemma place_inj : forall p q, fits P p = true -> fits P q = true ->
  N.succ_pos (code P p) = N.succ_pos (code P q) -> p = q.
Proof.
  intros p q Fp Fq E. apply code_inj with (P := P); auto.
  apply (f_equal Npos) in E. rewrite !N.succ_pos_spec in E. lia.
Qed.

Lemma T_entry : forall p e, fits P p = true -> PM.find (place (slot_of p)) T = Some e -> e = entry p.
Proof.
  intros p e F H. destruct (Tspec _ _ H) as (q & Fq & E & ->). simpl in E. apply place_inj in E; auto. congruence.
Qed.

Lemma entry_spec : forall p d x, In (d, x) (entry p) <-> exists q, step P [] d p = Some q /\ x = slot_of q.
Proof.
  intros p d x. unfold entry. rewrite in_flat_map. split.
  - intros (e & _ & I). destruct (step P [] e p) as [q|] eqn:E; simpl in I; [|contradiction].
    destruct I as [I|[]]. inversion I; subst. eauto.
  - intros (q & E & ->). exists d. split; [destruct d; simpl; auto|]. rewrite E. simpl. auto.
Qed.

(** Bits of cells *)

Lemma cover_spec : forall cs i, N.testbit (cover cs) i = true <-> exists c, In c cs /\ spot P c = i.
Proof.
  induction cs as [|c cs IH]; intros i.
  - cbn [cover fold_right]. rewrite N.bits_0. split; [discriminate|intros (c & [] & _)].
  - cbn [cover fold_right]. fold (cover cs). rewrite N.lor_spec, orb_true_iff, IH, bit_spec, N.eqb_eq. split.
    + intros [E|(d & I & E)]; [exists c|exists d]; simpl; auto.
    + intros (d & [->|I] & E); eauto.
Qed.

Definition covers_of (others : list piece) : list cell := flat_map (covers P) others.

(** [taken] has a bit for each cell that some pieces cover. *)
Definition takes (taken : N) (others : list piece) : Prop :=
  forall i, N.testbit taken i = true <-> exists c, In c (covers_of others) /\ spot P c = i.

Lemma takes_nil : takes 0 [].
Proof. intros i. rewrite N.bits_0. split; [discriminate|]. intros (c & [] & _). Qed.

Lemma takes_lor : forall a b l m, takes a l -> takes b m -> takes (N.lor a b) (l ++ m).
Proof.
  intros a b l m A B i. rewrite N.lor_spec, orb_true_iff, (A i), (B i). unfold covers_of. rewrite flat_map_app.
  split.
  - intros [(c & I & E)|(c & I & E)]; exists c; rewrite in_app_iff; auto.
  - intros (c & I & E). apply in_app_iff in I. destruct I; [left|right]; exists c; auto.
Qed.

Lemma takes_one : forall p, takes (mask (slot_of p)) [p].
Proof. intros p i. simpl. rewrite app_nil_r. apply cover_spec. Qed.

Lemma takes_perm : forall a l m, (forall p, In p l <-> In p m) -> takes a l -> takes a m.
Proof.
  intros a l m E A i. rewrite (A i). unfold covers_of. split; intros (c & I & Ec); exists c; split; auto;
    apply in_flat_map in I; destruct I as (p & Ip & I); apply in_flat_map; exists p; split; auto; apply E; auto.
Qed.

Lemma free_spec : forall taken others q, takes taken others ->
  (forall o, In o others -> fits P o = true) -> fits P q = true ->
  free taken (slot_of q) = forallb (apart P q) others.
Proof.
  intros taken others q Tk Fo Fq. unfold free. simpl. apply Bool.eq_iff_eq_true.
  rewrite N.eqb_eq, forallb_apart. split.
  - intros Z o I. apply apart_spec. intros (c & Ic & Jc).
    assert (Q : N.testbit (N.land taken (cover (covers P q))) (spot P c) = true).
    { rewrite N.land_spec, andb_true_iff. split; [apply Tk; exists c|apply cover_spec; exists c]; split; auto.
      unfold covers_of. apply in_flat_map. eauto. }
    rewrite Z, N.bits_0 in Q. discriminate.
  - intros A. apply N.bits_inj_0. intros i. rewrite N.land_spec. apply andb_false_iff.
    destruct (N.testbit taken i) eqn:E1; auto. right.
    destruct (N.testbit (cover (covers P q)) i) eqn:E2; auto. exfalso.
    apply Tk in E1. apply cover_spec in E2. destruct E1 as (c & I & Ec), E2 as (d & J & Ed).
    unfold covers_of in I. apply in_flat_map in I. destruct I as (o & Io & I). specialize (A o Io).
    apply apart_spec in A. apply A. exists d. split; auto.
    assert (c = d); [|congruence]. apply (spot_inj P); try congruence.
    + apply (fits_allows P o); auto.
    + apply (fits_allows P q); auto.
Qed.

(** Paths *)

Definition right_slot (s : slot) : Prop := s = slot_of (who s) /\ fits P (who s) = true.

Lemma right_slot_of : forall p, fits P p = true -> right_slot (slot_of p).
Proof. intros. split; auto. Qed.

Lemma same_spec : forall s t, right_slot s -> right_slot t -> same s t = true <-> who s = who t.
Proof.
  intros s t [Es Fs] [Et Ft]. unfold same. rewrite Pos.eqb_eq. split; intros E.
  - rewrite Es, Et in E. simpl in E. apply place_inj in E; auto.
  - rewrite Es, Et. simpl. congruence.
Qed.

Lemma listed_spec : forall s l, right_slot s -> (forall t, In t l -> right_slot t) ->
  listed s l = true -> In s l.
Proof.
  intros s l Rs Rl H. unfold listed in H. apply existsb_exists in H. destruct H as (t & I & E).
  apply same_spec in E; auto. destruct Rs as [-> _], (Rl t I) as [Et _]. simpl in E. rewrite E, <- Et. auto.
Qed.

Lemma way_in : forall d ds, is_way d ds = true <-> In d ds.
Proof.
  intros. unfold is_way. rewrite existsb_exists. split.
  - intros (e & I & E). destruct d, e; auto; discriminate.
  - intros I. exists d. split; auto. destruct d; auto.
Qed.

Section Paths.
Variable others : list piece.
Variable taken : N.
Variable ds : list direction.
Variable p : piece.
Hypothesis Tk : takes taken others.
Hypothesis Fo : forall o, In o others -> fits P o = true.
Hypothesis Fp : fits P p = true.

Record spreading (a : list slot * list slot) : Prop := Spreading {
  sp_right : forall x, In x (fst a) -> right_slot x /\ path P others ds p (who x);
  sp_first : In (slot_of p) (fst a);
  sp_todo : forall x, In x (snd a) -> In x (fst a);
  sp_closed : forall x, In x (fst a) -> In x (snd a) \/
    forall d q, In d ds -> step P others d (who x) = Some q -> In (slot_of q) (fst a)
}.

Definition reached (seen : list slot) : Prop :=
  (forall x, In x seen -> right_slot x /\ path P others ds p (who x)) /\
  (forall q, path P others ds p q -> In (slot_of q) seen).

Lemma wider_spec : forall a, spreading a ->
  match wider ds taken a with inl b => spreading b | inr None => True | inr (Some seen) => reached seen end.
Proof.
  intros [seen todo] [S1 S2 S3 S4]. unfold wider. simpl in *. destruct todo as [|s rest].
  - split; auto. intros q H. induction H; auto. destruct (S4 (slot_of q)) as [[]|K]; eauto.
  - destruct (PM.find (place s) T) as [e|] eqn:Ef; auto.
    destruct (S1 s (S3 s (or_introl eq_refl))) as [[Es Fs] Ps].
    rewrite Es in Ef. pose proof (T_entry _ _ Fs Ef) as Ee. simpl in Ee. subst e.
    set (new := filter _ _).
    assert (New : forall x, In x new <-> (exists d q, In d ds /\ step P others d (who s) = Some q /\ x = slot_of q) /\
                                          listed x seen = false).
    { intros x. unfold new. rewrite filter_In, in_map_iff, andb_true_iff, negb_true_iff. split.
      - intros ((y & Ey & I) & Fx & Lx). split; auto. apply filter_In in I. destruct I as [I W].
        destruct y as [d y]. simpl in *. subst y. apply entry_spec in I. destruct I as (q & Eq & ->).
        exists d, q. split; [apply way_in; auto|]. split; auto. apply step_spec. split; auto.
        rewrite <- (free_spec taken); auto. eapply step_fits; eauto.
      - intros ((d & q & Id & Eq & ->) & Lx). pose proof (step_fits _ _ _ _ _ Eq) as Fq.
        apply step_spec in Eq. destruct Eq as [Eq A]. split; [|split; auto].
        + exists (d, slot_of q). split; auto. apply filter_In. split; [apply entry_spec; eauto|apply way_in; auto].
        + rewrite (free_spec _ others); auto. }
    assert (R : forall x, In x (new ++ seen) -> right_slot x /\ path P others ds p (who x)).
    { intros x I. apply in_app_iff in I. destruct I as [I|I]; auto. apply New in I.
      destruct I as ((d & q & Id & Eq & ->) & _). split; [apply right_slot_of; eapply step_fits; eauto|].
      simpl. econstructor; eauto. }
    constructor; cbn [fst snd].
    + exact R.
    + apply in_app_iff. right. exact S2.
    + intros x I. apply in_app_iff in I. apply in_app_iff. destruct I; [left|right]; auto. apply S3. right. auto.
    + intros x I. apply in_app_iff in I. destruct I as [I|I]; [left; apply in_app_iff; auto|].
      destruct (S4 x I) as [[<-|K]|K]; [right|left; apply in_app_iff; auto|right].
      * intros d q Id Eq. apply in_app_iff. pose proof (step_fits _ _ _ _ _ Eq) as Fq.
        destruct (listed (slot_of q) seen) eqn:El.
        -- right. apply listed_spec; auto; [apply right_slot_of; auto|]. intros t It. apply S1; auto.
        -- left. apply New. split; eauto.
      * intros d q Id Eq. apply in_app_iff. eauto.
Qed.

Lemma spread_spec : forall qs, spread ds taken (slot_of p) = Some qs ->
  (forall x, In x qs -> right_slot x) /\
  (forall q, In (slot_of q) qs <-> path P others ds p q /\ q <> p) .
Proof.
  intros qs H. unfold spread in H.
  destruct (repeat plenty _ _) as [b|[seen|]] eqn:Er; [discriminate| |discriminate].
  assert (Eq : qs = filter (fun q => negb (same q (slot_of p))) seen) by congruence. clear H. subst qs.
  assert (R : reached seen).
  { refine (repeat_end spreading (fun r => match r with None => True | Some seen => reached seen end)
      (wider ds taken) wider_spec _ _ _ _ Er).
    constructor; cbn [fst snd].
    - intros x [<-|[]]. split; [apply right_slot_of; auto|constructor].
    - left. auto.
    - auto.
    - intros x I. left. auto. }
  destruct R as [R1 R2]. clear Er.
  assert (Fq : forall q, path P others ds p q -> fits P q = true).
  { intros q H. destruct (path_end _ _ _ _ _ H) as [->|[? _]]; auto. }
  split.
  - intros x I. apply filter_In in I. apply R1. tauto.
  - intros q. rewrite filter_In, negb_true_iff. split.
    + intros [I N]. apply R1 in I. destruct I as [Rq Pq]. simpl in Pq. split; auto. intros ->.
      assert (same (slot_of p) (slot_of p) = true) by (apply same_spec; auto). congruence.
    + intros [Pq Ne]. split; auto. destruct (same (slot_of q) (slot_of p)) eqn:E; auto. exfalso. apply Ne.
      apply same_spec in E; auto; apply right_slot_of; auto.
Qed.
End Paths.

Lemma targets_spec : forall m others taken p qs, takes taken others ->
  (forall o, In o others -> fits P o = true) -> fits P p = true ->
  targets m taken (slot_of p) = Some qs ->
  (forall x, In x qs -> right_slot x) /\
  (forall q, In (slot_of q) qs <-> goes P m others p q /\ q <> p).
Proof.
  intros m others taken p qs Tk Fo Fp H. destruct m; cbn [targets goes] in *.
  - destruct (PM.find _ T) as [e|] eqn:Ef; [|discriminate]. pose proof (T_entry _ _ Fp Ef). subst e.
    inversion H; subst. clear H.
    assert (E : forall x, In x (filter (free taken) (map snd (entry p))) <->
                          exists d q, step P others d p = Some q /\ x = slot_of q).
    { intros x. rewrite filter_In, in_map_iff. split.
      - intros ((y & Ey & I) & Fx). destruct y as [d y]. simpl in Ey. subst y. apply entry_spec in I.
        destruct I as (q & Eq & ->). exists d, q. split; auto. apply step_spec. split; auto.
        rewrite <- (free_spec taken); auto. eapply step_fits; eauto.
      - intros (d & q & Eq & ->). pose proof (step_fits _ _ _ _ _ Eq) as Fq.
        apply step_spec in Eq. destruct Eq as [Eq A]. split.
        + exists (d, slot_of q). split; auto. apply entry_spec. eauto.
        + rewrite (free_spec _ others); auto. }
    split.
    + intros x I. apply E in I. destruct I as (d & q & Eq & ->). apply right_slot_of. eapply step_fits; eauto.
    + intros q. rewrite E. split.
      * intros (d & q' & Eq & Es). inversion Es; subst. split; eauto. eapply step_elsewhere; eauto.
      * intros [[d Eq] _]. eauto.
  - destruct (spread [Up] _ _) as [u|] eqn:Eu; [|discriminate].
    destruct (spread [Down] _ _) as [d|] eqn:Ed; [|discriminate].
    destruct (spread [Left] _ _) as [l|] eqn:El; [|discriminate].
    destruct (spread [Right] _ _) as [r|] eqn:Er; [|discriminate].
    cbn [join] in H. inversion H; subst. clear H.
    destruct (spread_spec _ _ _ _ Tk Fo Fp _ Eu) as [U1 U2].
    destruct (spread_spec _ _ _ _ Tk Fo Fp _ Ed) as [D1 D2].
    destruct (spread_spec _ _ _ _ Tk Fo Fp _ El) as [L1 L2].
    destruct (spread_spec _ _ _ _ Tk Fo Fp _ Er) as [R1 R2].
    split.
    + intros x I. rewrite !in_app_iff in I. intuition.
    + intros q. rewrite !in_app_iff, U2, D2, L2, R2. split.
      * intros [[? ?]|[[? ?]|[[? ?]|[? ?]]]]; split; eauto.
      * intros [[e Hp] Ne]. destruct e; auto.
  - apply (spread_spec _ _ _ _ Tk Fo Fp _ H).
Qed.

(** States *)

Definition fine (s : state) : Prop := legal P (den s) /\ s = state_of (den s).

Lemma fine_state_of : forall l, legal P l -> fine (state_of l).
Proof.
  intros l H. assert (E : den (state_of l) = l).
  { unfold den, state_of. simpl. rewrite map_map. simpl. apply map_id. }
  unfold fine. rewrite E. auto.
Qed.

Lemma den_state_of : forall l, den (state_of l) = l.
Proof. intros. unfold den, state_of. simpl. rewrite map_map. simpl. apply map_id. Qed.

Lemma plain_id : mirrored = false -> forall l, map im l = l.
Proof. intros E. induction l as [|p l IH]; simpl; auto. rewrite plain, IH; auto. Qed.

Lemma numbered_spec : forall s, fine s -> numbered s = class P im (den s).
Proof.
  intros s [_ E]. rewrite E at 1. unfold numbered, state_of, class. simpl. rewrite lower_min.
  pose proof plain_id as K. destruct mirrored; auto. rewrite K; auto.
Qed.

Lemma key_hop : forall a p q b, N.lxor (N.lxor (key P (a ++ p :: b)) (bit (code P p))) (bit (code P q)) =
  key P (a ++ q :: b).
Proof.
  intros. rewrite !key_middle. set (k := key P (a ++ b)). set (u := bit (code P p)).
  rewrite (N.lxor_comm u k), (N.lxor_assoc k u u), N.lxor_nilpotent, N.lxor_0_r. apply N.lxor_comm.
Qed.

Lemma arrive_spec : forall a p q b, legal P (a ++ p :: b) ->
  arrive (hop_to (state_of (a ++ p :: b)) (rev (map slot_of a)) (slot_of p) (map slot_of b) (slot_of q)) =
  state_of (a ++ q :: b).
Proof.
  intros a p q b Hl. unfold arrive, hop_to, state_of. cbn [to_sum to_other earlier arrived later own twin slot_of sum other].
  rewrite rev_append_rev, rev_involutive. rewrite key_hop.
  f_equal; [rewrite map_app; auto|].
  destruct mirrored; auto. rewrite !map_app. cbn [map]. apply key_hop.
Qed.

Lemma hops_of_spec : forall m l a (b : list piece) taken behind hs,
  legal P a -> a = b ++ l -> takes taken b ->
  hops_of m (state_of a) (rev (map slot_of b)) taken (map slot_of l) = Some (behind, hs) ->
  takes behind l /\
  (forall h, In h hs -> exists c p q d, a = c ++ p :: d /\ goes P m (c ++ d) p q /\ q <> p /\
     h = hop_to (state_of a) (rev (map slot_of c)) (slot_of p) (map slot_of d) (slot_of q)) /\
  (forall c p q d, l = c ++ p :: d -> goes P m (b ++ c ++ d) p q -> q <> p ->
     In (hop_to (state_of a) (rev (map slot_of (b ++ c))) (slot_of p) (map slot_of d) (slot_of q)) hs).
Proof.
  induction l as [|p l IH]; intros a b taken behind hs Hl Ea Tk H.
  - simpl in H. inversion H; subst. split; [apply takes_nil|]. split; [intros h []|].
    intros c p q d E. destruct c; discriminate.
  - cbn [map hops_of] in H.
    destruct (hops_of m _ _ _ (map slot_of l)) as [[bh hs']|] eqn:Eh; [|discriminate].
    destruct (targets m _ _) as [qs|] eqn:Et; [|discriminate]. inversion H; subst behind hs. clear H.
    assert (Eb : slot_of p :: rev (map slot_of b) = rev (map slot_of (b ++ [p]))).
    { rewrite map_app, rev_app_distr. auto. }
    rewrite Eb in Eh.
    destruct (IH a (b ++ [p]) (N.lor taken (mask (slot_of p))) bh hs' Hl) as (A & B & C);
      [subst a; rewrite <- app_assoc; auto|apply takes_lor; auto; apply takes_one|apply Eh|].
    assert (Fl : forall o, In o a -> fits P o = true) by (intros o I; eapply legal_fits; eauto).
    assert (Fo : forall o, In o (b ++ l) -> fits P o = true).
    { intros o I. apply Fl. subst a. apply in_app_iff in I. apply in_app_iff. simpl. tauto. }
    assert (Fp : fits P p = true) by (apply Fl; subst a; apply in_elt).
    destruct (targets_spec m (b ++ l) _ p qs (takes_lor _ _ _ _ Tk A) Fo Fp Et) as [T1 T2].
    split; [|split].
    + eapply takes_perm; [|apply takes_lor; [apply A|apply takes_one]].
      intros o. rewrite in_app_iff. simpl. tauto.
    + intros h I. apply in_app_iff in I. destruct I as [I|I]; [|apply B; auto].
      apply in_map_iff in I. destruct I as (x & <- & I). destruct (T1 x I) as [Ex Fx].
      rewrite Ex in I. apply T2 in I. exists b, p, (who x), l. rewrite <- Ex. tauto.
    + intros c p' q d E G Ne. destruct c as [|x c]; simpl in E; inversion E; subst; clear E.
      * apply in_app_iff. left. rewrite app_nil_r. apply in_map. apply T2. auto.
      * apply in_app_iff. right. specialize (C c p' q d eq_refl). rewrite <- !app_assoc in C. auto.
Qed.

Lemma hops_spec : forall m a hs, fine a -> hops m a = Some hs ->
  (forall h, In h hs -> fine (arrive h) /\ move P m (den a) (den (arrive h))) /\
  (forall l, move P m (den a) l -> exists h, In h hs /\ den (arrive h) = l).
Proof.
  intros m a hs [Hl Ea] H. unfold hops in H. set (l := den a) in *.
  destruct (hops_of m a [] 0 (pieces a)) as [[behind hs']|] eqn:Eh; [|discriminate]. inversion H; subst hs'. clear H.
  rewrite Ea in Eh. cbn [pieces state_of] in Eh.
  destruct (hops_of_spec m l l [] 0 behind hs Hl eq_refl takes_nil Eh) as (_ & B & C). split.
  - intros h I. destruct (B h I) as (c & p & q & d & E & G & Ne & ->).
    assert (M : move P m l (c ++ q :: d)) by (rewrite E; constructor; auto).
    rewrite E, arrive_spec; [|rewrite <- E; auto]. split.
    + apply fine_state_of. eapply legal_move; eauto.
    + rewrite den_state_of, <- E. auto.
  - intros l' M. destruct M as [c p q d G Ne] eqn:EM. clear EM.
    exists (hop_to (state_of (c ++ p :: d)) (rev (map slot_of c)) (slot_of p) (map slot_of d) (slot_of q)).
    split; [apply (C c p q d); auto|]. rewrite arrive_spec; auto. apply den_state_of.
Qed.

(** What the search needs. *)
Lemma hops_found : forall m s hs, fine s -> hops m s = Some hs ->
  (forall h, In h hs -> fine (arrive h) /\ leads h = class P im (den (arrive h))) /\
  (forall l l', legal P l -> class P im l = class P im (den s) -> move P m l l' ->
     exists h, In h hs /\ leads h = class P im l').
Proof.
  intros m s hs Fs H. destruct (hops_spec m s hs Fs H) as [A B].
  assert (K : forall h, In h hs -> leads h = class P im (den (arrive h))).
  { intros h I. destruct (A h I) as [F _]. rewrite <- numbered_spec; auto. }
  split.
  - intros h I. split; auto. apply A; auto.
  - intros l l' Hl E M. destruct Fs as [Fs _].
    destruct (class_move P reg im turn sym m l l' (den s) Hl Fs E M) as (k' & M' & E').
    destruct (B k' M') as (h & I & D). exists h. split; auto. rewrite K, D; auto.
Qed.

End Hops.

Lemma tabled_right : forall P im ps, (forall p, In p ps -> fits P p = true) ->
  right_table P im (tabled P im ps).
Proof.
  intros P im ps F. unfold tabled.
  assert (K : forall ps t, right_table P im t -> (forall p, In p ps -> fits P p = true) ->
     right_table P im (fold_left (fun t p => PM.add (N.succ_pos (code P p)) (entry P im p) t) ps t)).
  { clear ps F. induction ps as [|p ps IH]; simpl; intros t Rt F; auto. apply IH; auto.
    intros i e H. rewrite PF.add_o in H. destruct (PF.eq_dec _ i) as [E|_]; [|apply Rt; auto].
    inversion H; subst. exists p. auto. }
  apply K; auto. intros i e H. rewrite PF.empty_o in H. discriminate.
Qed.
