(** * What the checker says is true *)

From Coq Require Import List ZArith NArith Bool Lia Permutation FMapPositive.
From Huarong Require Import Rules Board Search Hops Patterns Crowded Checker.
Import ListNotations.
Local Open Scope N_scope.

Ltac split_and := repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H end.

(** ** The form *)

Lemma legal_b_spec : forall P l, legal_b P l = true -> legal P l.
Proof. induction l as [|p l IH]; simpl; auto. intros H. split_and. auto. Qed.

Record form (P : puzzle) : Prop := Form {
  form_regular : regular P;
  form_start : legal P (start P);
  form_goals : forall g p, In g (goals P) -> In p g -> fits P p = true
}.

Lemma formed_form : forall c, formed c = true -> form (puzzle_of c).
Proof.
  intros c H. unfold formed in H. split_and. constructor.
  - split; [simpl; match goal with H : (0 <? c_width c) = true |- _ => apply N.ltb_lt in H; lia end|].
    intros k I. match goal with H : forallb (good_kind c) _ = true |- _ => rewrite forallb_forall in H; specialize (H k I); rename H into K end.
    unfold good_kind in K. split_and. apply among_spec; auto.
  - apply legal_b_spec; auto.
  - intros g p Ig Ip.
    match goal with H : forallb (forallb (fits _)) _ = true |- _ => rewrite forallb_forall in H; specialize (H g Ig) as K end.
    rewrite forallb_forall in K. auto.
Qed.

(** ** Places and mirror images *)

Lemma zrange_spec : forall n x, (0 <= x < n)%Z -> In x (zrange n).
Proof.
  intros n x H. unfold zrange. apply in_map_iff. exists (Z.to_nat x). split; [lia|]. apply in_seq. lia.
Qed.

Lemma places_fit : forall P p, In p (places P) -> fits P p = true.
Proof.
  intros P p I. unfold places in I. apply in_flat_map in I. destruct I as (k & _ & I).
  apply in_flat_map in I. destruct I as (y & _ & I). apply filter_In in I. tauto.
Qed.

Lemma places_all : forall P p, regular P -> fits P p = true -> In p (places P).
Proof.
  intros P p R F. pose proof (fits_inside P R p F) as I. apply inside_spec in I.
  unfold places. apply in_flat_map. exists (N.to_nat (sort p)). split.
  - apply in_seq. unfold fits, kind_of in F. destruct (nth_error (kinds P) (N.to_nat (sort p))) eqn:E; [|discriminate].
    assert (nth_error (kinds P) (N.to_nat (sort p)) <> None) as Q by congruence. apply nth_error_Some in Q. lia.
  - apply in_flat_map. exists (snd (head p)). split; [apply zrange_spec; lia|]. apply filter_In. split; auto.
    apply in_map_iff. exists (fst (head p)). split; [|apply zrange_spec; lia].
    rewrite N2Nat.id. destruct p as [s [x y]]. auto.
Qed.

Lemma same_piece_spec : forall p q, same_piece p q = true -> p = q.
Proof.
  intros [s h] [s' h'] H. unfold same_piece in H. simpl in H. split_and.
  match goal with H : (_ =? _) = true |- _ => apply N.eqb_eq in H end.
  destruct (same_cell_spec h h'); [congruence|discriminate].
Qed.

Lemma symmetric_b_spec : forall P im, form P -> symmetric_b P (places P) im = true -> symmetric P im turn.
Proof.
  intros P im [R _ G] H. unfold symmetric_b in H. apply andb_true_iff in H. destruct H as [H HG].
  rewrite forallb_forall in H. rewrite forallb_forall in HG.
  assert (K : forall p, fits P p = true -> fits P (im p) = true /\ im (im p) = p /\
    (forall c, In c (covers P (im p)) -> In (flip P c) (covers P p)) /\
    (forall d q, step P [] d p = Some q -> step P [] (turn d) (im p) = Some (im q))).
  { intros p F. specialize (H p (places_all P p R F)). split_and. split; auto. split; [apply same_piece_spec; auto|].
    split.
    - intros c I. match goal with H : forallb (fun c => among _ _) _ = true |- _ => rewrite forallb_forall in H; specialize (H c I) as Q end.
      apply among_spec; auto.
    - intros d q E. match goal with H : forallb _ around = true |- _ => rewrite forallb_forall in H; specialize (H d) as Q end.
      rewrite E in Q. assert (I : In d around) by (destruct d; simpl; auto). specialize (Q I).
      destruct (step P [] (turn d) (im p)) as [r|]; [|discriminate]. apply same_piece_spec in Q. congruence. }
  clear H. constructor.
  - intros p F. apply (K p F).
  - intros p F. apply (K p F).
  - intros p q Fp Fq A. apply apart_spec in A. apply apart_spec. intros (c & I & J). apply A.
    exists (flip P c). split; [apply (K p Fp)|apply (K q Fq)]; auto.
  - intros d p q Fp E. apply (K p Fp). auto.
  - intros l Hl (g & Ig & S). specialize (HG g Ig). apply existsb_exists in HG. destruct HG as (g' & Ig' & E).
    apply N.eqb_eq in E. exists g'. split; auto. intros p Ip.
    assert (B : N.testbit (bits_of P (map im g)) (code P p) = true).
    { rewrite E. apply bits_of_spec. eauto. }
    apply bits_of_spec in B. destruct B as (r & Ir & Er). apply in_map_iff in Ir. destruct Ir as (r' & <- & Ir).
    assert (Fr : fits P r' = true) by (apply (G g); auto). assert (Fp : fits P p = true) by (apply (G g'); auto).
    apply code_inj in Er; auto; [|apply K; auto]. subst p. apply in_map. auto.
Qed.

Lemma mirroring_spec : forall c P im, form P -> mirroring c P (places P) = Some im ->
  (exists tn, symmetric P im tn) /\ (c_mirror c = false -> forall p, im p = p).
Proof.
  intros c P im F H. unfold mirroring in H. destruct (c_mirror c).
  - destruct (images (kinds P) (kinds P)) as [ts|]; [|discriminate].
    destruct (symmetric_b P (places P) (image P ts)) eqn:E; [|discriminate].
    inversion H; subst. split; [|discriminate]. exists turn. apply symmetric_b_spec; auto.
  - inversion H; subst. split; auto. exists (fun d => d). apply symmetric_id.
Qed.

(** ** Goals *)

Lemma is_goal_solved : forall P l, form P -> legal P l ->
  is_goal (map (bits_of P) (goals P)) (key P l) = true -> solved P l.
Proof.
  intros P l [R _ G] Hl H. unfold is_goal in H. apply existsb_exists in H. destruct H as (b & I & E).
  apply N.eqb_eq in E. apply in_map_iff in I. destruct I as (g & <- & I). exists g. split; auto. intros p Ip.
  assert (F : fits P p = true) by (eapply G; eauto).
  assert (B : N.testbit (bits_of P g) (code P p) = true) by (apply bits_of_spec; eauto).
  rewrite <- E, N.land_spec in B. apply andb_true_iff in B. destruct B as [B _].
  rewrite key_bits in B; auto. apply holds_spec in B; auto.
Qed.

Lemma solved_is_goal : forall P l, form P -> legal P l -> solved P l ->
  is_goal (map (bits_of P) (goals P)) (key P l) = true.
Proof.
  intros P l [R _ G] Hl (g & I & S). unfold is_goal. apply existsb_exists. exists (bits_of P g).
  split; [apply in_map; auto|]. apply N.eqb_eq. apply N.bits_inj. intros i. rewrite N.land_spec.
  destruct (N.testbit (bits_of P g) i) eqn:E; [|apply andb_false_r]. rewrite andb_true_r.
  apply bits_of_spec in E. destruct E as (p & Ip & <-).
  rewrite key_bits; auto. apply holds_spec; auto. eapply G; eauto.
Qed.

Lemma solved_class : forall P im tn l, form P -> symmetric P im tn -> legal P l -> solved P l ->
  is_goal (map (bits_of P) (goals P)) (class P im l) = true.
Proof.
  intros P im tn l F S Hl Sl. unfold class. destruct (N.min_dec (key P l) (key P (map im l))) as [->| ->].
  - apply solved_is_goal; auto.
  - apply solved_is_goal; auto; [eapply im_legal; eauto|eapply im_solved; eauto].
Qed.

(** ** The solution *)

Section Sound.
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
Let s0 := state_of P im (c_mirror c) (start P).

Lemma T_right : right_table P im T.
Proof. apply tabled_right. intros. apply places_fit. auto. Qed.

Lemma prepend : forall n a b d, move P m a b -> plays P m n b d -> plays P m (S n) a d.
Proof.
  intros n a b d M H. revert a M. induction H; intros x M.
  - econstructor; [constructor|auto].
  - econstructor; [apply IHplays; auto|auto].
Qed.

Lemma replay_spec : forall moves s s', fine s -> replay c P T s moves = Some s' ->
  fine s' /\ plays P m (List.length moves) (den s) (den s').
Proof.
  induction moves as [|[[k a] b] moves IH]; intros s s' Fs H; cbn [replay] in H.
  - inversion H; subst. split; auto. constructor.
  - destruct (successors c T s) as [hs|] eqn:Es; [|discriminate].
    destruct (N.land _ _ =? 0); [discriminate|].
    destruct (find _ hs) as [h|] eqn:Ef; [|discriminate]. apply find_some in Ef. destruct Ef as [I _].
    destruct (hops_spec P im (c_mirror c) T (form_regular _ F) plain T_right m s hs Fs Es) as [A _].
    destruct (A h I) as [Fh M]. destruct (IH _ _ Fh H) as [Fs' Pl]. split; auto.
    simpl. eapply prepend; eauto.
Qed.

Lemma count_length : forall {A} (l : list A), count l = N.of_nat (List.length l).
Proof.
  intros A l. unfold count. assert (K : forall l n, fold_left (fun n (_ : A) => n + 1) l n = n + N.of_nat (List.length l)).
  { induction l0 as [|x l0 IH]; intros n; simpl; [lia|]. rewrite IH. lia. }
  rewrite K. lia.
Qed.

Lemma fine_s0 : fine s0.
Proof. apply fine_state_of. apply (form_start _ F). Qed.

Lemma den_s0 : den s0 = start P.
Proof. apply den_state_of. Qed.

Lemma solves_spec : forall n, solves c P T gs s0 n = true -> solution_of P m (N.to_nat n).
Proof.
  intros n H. unfold solves in H. apply andb_true_iff in H. destruct H as [E H]. apply N.eqb_eq in E.
  rewrite count_length in E.
  destruct (replay c P T s0 (c_solution c)) as [s'|] eqn:Er; [|discriminate].
  destruct (replay_spec _ _ _ fine_s0 Er) as [[Ls Es] Pl]. rewrite den_s0 in Pl.
  replace (List.length (c_solution c)) with (N.to_nat n) in Pl by lia.
  exists (den s'). split; auto. apply is_solved_spec. apply is_goal_solved; auto. rewrite Es in H. exact H.
Qed.

(** ** No fewer moves *)

Lemma nearer_spec : forall keep f,
  (forall i k, keep i k = Some false -> keep (i + 1) k = Some false) ->
  nearer c T gs keep s0 = Some f ->
  forall i l, lively _ (move P m) (class P im) (start P) keep i l -> ~ solved P l.
Proof.
  intros keep f Mono H. unfold nearer in H.
  destruct (search _ _ _ _ _ _ _ _ _ _) as [g|] eqn:E; [|discriminate].
  pose proof (form_regular _ F) as R.
  refine (search_spec layout (move P m) (legal P) (solved P) (class P im) (start P) state hop den fine
    (successors c T) arrive leads (is_goal gs) keep numbered _ _ _ _ _ (form_start _ F) s0 (c_layouts c) g fine_s0 den_s0 E).
  - intros a b. apply legal_move.
  - intros s Fs. apply (numbered_spec P im (c_mirror c)); auto.
  - intros s hs Fs Es. apply (hops_found P im (c_mirror c) T tn R sym plain T_right m s hs Fs Es).
  - intros l Hl Sl. eapply solved_class; eauto.
  - exact Mono.
Qed.

(** A bound never says that more moves are needed than are. *)
Definition admissible (bound : N -> option N) : Prop :=
  forall n r l l' b, plays P m n (start P) l -> plays P m r l l' -> solved P l' ->
    bound (class P im l) = Some b -> b <= N.of_nat r.

Lemma no_fewer : forall bound n f, admissible bound ->
  nearer c T gs (within bound n) s0 = Some f -> none_below P m (N.to_nat n).
Proof.
  intros bound n f Ad H k Hk (l & Pl & Sl). apply is_solved_spec in Sl.
  assert (Mono : forall i k, within bound n i k = Some false -> within bound n (i + 1) k = Some false).
  { intros i x Q. unfold within in *. destruct (bound x) as [b|]; [|discriminate]. f_equal.
    injection Q as Q'. apply N.ltb_ge in Q'. apply N.ltb_ge. lia. }
  pose proof (nearer_spec (within bound n) f Mono H) as K.
  assert (Live : forall j a x, plays P m j a x -> a = start P ->
     forall r, plays P m r x l -> (j + r < N.to_nat n)%nat ->
     lively _ (move P m) (class P im) (start P) (within bound n) (N.of_nat j) x).
  { clear Pl. induction 1 as [x|j a y z Pj IHj M]; intros Ea r Pr Hr.
    - subst x. constructor.
    - replace (N.of_nat (S j)) with (N.of_nat j + 1) by lia.
      assert (Pr' : plays P m (S r) y l) by (eapply prepend; eauto).
      assert (Ly : lively _ (move P m) (class P im) (start P) (within bound n) (N.of_nat j) y).
      { apply (IHj Ea (S r) Pr'). lia. }
      econstructor; [apply Ly|auto|]. unfold within. destruct (bound (class P im z)) as [d|] eqn:Eb; [|discriminate].
      assert (Q : d <= N.of_nat r). { subst a. apply (Ad (S j) r z l d); auto. econstructor; eauto. }
      intros E. injection E as E'. apply N.ltb_ge in E'. lia. }
  apply (K (N.of_nat k) l); auto. apply (Live k _ l Pl eq_refl O); [constructor|lia].
Qed.

Lemma zero_admissible : admissible (fun _ => Some 0).
Proof. intros n r l l' b _ _ _ E. inversion E. lia. Qed.

Lemma entry_plain : (forall p, im p = p) -> forall p, entry P im p = entry P same_image p.
Proof.
  intros E p. unfold entry. apply flat_map_ext. intros d. destruct (step P [] d p); auto.
  unfold slot_of. rewrite E. auto.
Qed.

Lemma crowded_single : crowded P = true -> single P (start P).
Proof.
  intros H. unfold crowded in H. apply N.eqb_eq in H. rewrite count_length in H.
  set (l := filter _ _) in H.
  assert (K : forall x, empty P (start P) x -> In x l).
  { intros x (I & W & E). apply inside_spec in I. unfold l. apply filter_In. split.
    - apply in_flat_map. exists (snd x). split; [apply zrange_spec; lia|]. apply in_map_iff. exists (fst x).
      split; [destruct x; auto|apply zrange_spec; lia].
    - apply negb_true_iff. apply not_true_is_false. intros A. apply among_spec in A. apply in_app_iff in A.
      destruct A as [A|A]; [|apply among_spec in A; congruence].
      apply in_flat_map in A. destruct A as (p & Ip & A). apply (E p Ip A). }
  destruct l as [|x [|y l']]; simpl in H; try lia.
  intros a b Ea Eb. apply K in Ea, Eb. simpl in Ea, Eb. intuition congruence.
Qed.

Lemma groups_admissible : forall m' gl groups, groups_of P (places P) m' T gs gl = Some groups ->
  c_mirror c = false ->
  (forall n r l l', plays P m n (start P) l -> plays P m r l l' -> plays P m' r l l') ->
  admissible (bound_of groups).
Proof.
  intros m' gl groups Eg Nm Same n r l l' b Pl Pr Sl Eb.
  pose proof (legal_plays _ _ _ _ _ Pl (form_start _ F)) as Hl.
  assert (Ek : class P im l = key P l).
  { unfold class. rewrite (plain_id im (c_mirror c) plain Nm l). apply N.min_id. }
  rewrite Ek in Eb. unfold T in Eg.
  refine (bound_below P (places P) m' T gs (form_regular _ F) _ _ _ gl groups (form_start _ F) Eg r l l' b Hl
            (Same n r l l' Pl Pr) Sl Eb).
  - intros i e Ei. destruct (T_right i e Ei) as (p & Fp & Ep & Ee). exists p. split; auto. split; auto.
    rewrite Ee. apply entry_plain. auto.
  - intros p. split; [apply places_all; apply (form_regular _ F)|apply places_fit].
  - intros k Hk (g & Ig & Sg). exists g. split; [apply in_map; auto|].
    intros p Ip. split; [eapply (form_goals _ F); eauto|auto].
Qed.

Lemma bounding_admissible : forall bound, bounding c P (places P) T gs = Some bound -> admissible bound.
Proof.
  intros bound H. unfold bounding in H. destruct (c_patterns c) as [gl|]; [|injection H as <-; apply zero_admissible].
  destruct (_ && _ && _ && _) eqn:E; [|discriminate]. apply andb_true_iff in E. destruct E as [E Tight].
  apply andb_true_iff in E. destruct E as [_ Nm]. apply negb_true_iff in Nm.
  destruct (crowded P) eqn:Ec.
  - simpl in Tight. destruct (groups_of P (places P) Step T gs gl) as [groups|] eqn:Eg; [|discriminate].
    injection H as <-. apply (groups_admissible Step gl groups Eg Nm).
    intros n r l l' Pl Pr.
    assert (All : forall p, fits P p = true -> In p (places P)) by (intros p; apply places_all; apply (form_regular _ F)).
    destruct (crowded_plays P (places P) All Tight m n _ _ Pl (form_start _ F) (crowded_single Ec)) as [_ Sl].
    apply (crowded_plays P (places P) All Tight m r l l' Pr); auto.
    eapply legal_plays; [apply Pl|apply (form_start _ F)].
  - destruct (groups_of P (places P) (c_metric c) T gs gl) as [groups|] eqn:Eg; [|discriminate].
    injection H as <-. apply (groups_admissible (c_metric c) gl groups Eg Nm). auto.
Qed.

Lemma never : forall f, nearer c T gs (fun _ _ => Some true) s0 = Some f -> unsolvable P m.
Proof.
  intros f H k (l & Pl & Sl). apply is_solved_spec in Sl.
  assert (Live : forall j a x, plays P m j a x -> a = start P ->
     lively _ (move P m) (class P im) (start P) (fun _ _ => Some true) (N.of_nat j) x).
  { induction 1 as [x|j a y z Pj IHj M]; intros Ea; [subst; constructor|].
    replace (N.of_nat (S j)) with (N.of_nat j + 1) by lia. econstructor; [apply IHj; auto|eauto|discriminate]. }
  revert Sl. eapply nearer_spec; [|apply H|apply (Live _ _ _ Pl eq_refl)]. discriminate.
Qed.

End Sound.

(** ** The theorem *)

Definition meaning (c : certificate) (v : verdict) : Prop :=
  match v with
  | Refused => True
  | Optimal n => shortest (puzzle_of c) (c_metric c) (N.to_nat n)
  | Unsolvable => unsolvable (puzzle_of c) (c_metric c)
  | AtLeast n => none_below (puzzle_of c) (c_metric c) (N.to_nat n)
  end.

Theorem check_sound : forall c, meaning c (check c).
Proof.
  intros c. unfold check. destruct (formed c) eqn:Ef; [|exact I]. pose proof (formed_form c Ef) as F.
  destruct (mirroring c (puzzle_of c) (places (puzzle_of c))) as [im|] eqn:Em; [|exact I].
  destruct (mirroring_spec c _ im F Em) as [[tn sym] plain].
  destruct (c_length c) as [n|].
  - set (sol := solves c _ _ _ _ n). destruct ((n <? 65536) && _) eqn:Es; [|exact I].
    assert (Sol : sol = true -> solution_of (puzzle_of c) (c_metric c) (N.to_nat n)).
    { intros E. apply (solves_spec c im F plain n E). }
    destruct (N.eqb_spec n 0) as [->|Ne].
    + destruct (_ && _ && _); [|exact I]. split; [|intros k Hk; lia]. apply Sol.
      apply andb_true_iff in Es. destruct Es as [_ Es]. apply orb_true_iff in Es. destruct Es as [Es|Es]; [exact Es|discriminate].
    + destruct (bounding _ _ _ _ _) as [bound|] eqn:Eb; [|exact I].
      destruct (nearer _ _ _ _ _) as [f|] eqn:En; [|exact I].
      destruct (heights_hold _ _ _ _ _ _ _); [|exact I].
      assert (None_ : none_below (puzzle_of c) (c_metric c) (N.to_nat n)).
      { eapply no_fewer; eauto. eapply bounding_admissible; eauto. }
      destruct sol; [|exact None_]. split; auto.
  - destruct (nearer _ _ _ _ _) as [f|] eqn:En; [|exact I].
    destruct (nothing _); [|exact I]. eapply never; eauto.
Qed.

Corollary optimal : forall c n, check c = Optimal n ->
  solution_of (puzzle_of c) (c_metric c) (N.to_nat n) /\
  forall k, (k < N.to_nat n)%nat -> ~ solution_of (puzzle_of c) (c_metric c) k.
Proof. intros c n E. pose proof (check_sound c) as H. rewrite E in H. exact H. Qed.

Corollary no_solution : forall c, check c = Unsolvable -> forall k, ~ solution_of (puzzle_of c) (c_metric c) k.
Proof. intros c E. pose proof (check_sound c) as H. rewrite E in H. exact H. Qed.

Corollary at_least : forall c n, check c = AtLeast n ->
  forall k, (k < N.to_nat n)%nat -> ~ solution_of (puzzle_of c) (c_metric c) k.
Proof. intros c n E. pose proof (check_sound c) as H. rewrite E in H. exact H. Qed.

Print Assumptions optimal.
Print Assumptions no_solution.
Print Assumptions at_least.
