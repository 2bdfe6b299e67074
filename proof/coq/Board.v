(** * Facts about the rules

    The order of pieces means nothing; legal layouts stay legal; a layout is known from the sum of its pieces' bits; and
    if the board is its own mirror image, so is every move. *)

From Coq Require Import List ZArith NArith Bool Lia Permutation.
From Huarong Require Import Rules.
Import ListNotations.
Local Open Scope N_scope.

Lemma same_cell_spec : forall a b, reflect (a = b) (same_cell a b).
Proof.
  intros [x y] [x' y']. unfold same_cell; simpl.
  destruct (Z.eqb_spec x x'), (Z.eqb_spec y y'); simpl; constructor; congruence.
Qed.

Lemma among_spec : forall c cs, among c cs = true <-> In c cs.
Proof.
  intros. unfold among. rewrite existsb_exists. split.
  - intros (d & I & E). destruct (same_cell_spec c d); congruence.
  - intros I. exists c. split; auto. destruct (same_cell_spec c c); congruence.
Qed.

Section Board.
Variable P : puzzle.

Definition overlap (p q : piece) : Prop := exists c, In c (covers P p) /\ In c (covers P q).

Lemma apart_spec : forall p q, apart P p q = true <-> ~ overlap p q.
Proof.
  intros. unfold apart. rewrite forallb_forall. split.
  - intros H (c & I & J). specialize (H c I). apply negb_true_iff in H.
    apply among_spec in J. congruence.
  - intros H c I. apply negb_true_iff. destruct (among c (covers P q)) eqn:E; auto.
    exfalso. apply H. exists c. split; auto. apply among_spec; auto.
Qed.

Lemma apart_sym : forall p q, apart P p q = true -> apart P q p = true.
Proof. intros p q H. apply apart_spec in H. apply apart_spec. intros (c & I & J). apply H. exists c; auto. Qed.

Lemma forallb_apart : forall p l, forallb (apart P p) l = true <-> forall q, In q l -> apart P p q = true.
Proof. intros. apply forallb_forall. Qed.

Lemma forallb_perm : forall {A} (f : A -> bool) l m, Permutation l m -> forallb f l = forallb f m.
Proof.
  induction 1; simpl; auto; try congruence.
  destruct (f x), (f y); auto.
Qed.

(** ** Goals *)

Definition solved (l : layout) : Prop := exists g, In g (goals P) /\ forall p, In p g -> In p l.

Lemma lies_spec : forall l p, lies l p = true <-> In p l.
Proof.
  intros l [k c]. unfold lies. rewrite existsb_exists. split.
  - intros ([k' c'] & I & E). apply andb_true_iff in E. destruct E as [E E']. apply N.eqb_eq in E. cbn [sort head] in *.
    destruct (same_cell_spec c c'); congruence.
  - intros I. exists (Piece k c). split; auto. cbn [sort head]. rewrite N.eqb_refl.
    destruct (same_cell_spec c c); auto; congruence.
Qed.

Lemma is_solved_spec : forall l, is_solved P l = true <-> solved l.
Proof.
  intros l. unfold is_solved, meets, solved. rewrite existsb_exists. split; intros (g & I & H); exists g; split; auto.
  - intros p Ip. apply lies_spec. rewrite forallb_forall in H. auto.
  - apply forallb_forall. intros p Ip. apply lies_spec. auto.
Qed.

(** ** Legal layouts *)

Lemma legal_middle : forall a p b,
  legal P (a ++ p :: b) <-> fits P p = true /\ forallb (apart P p) (a ++ b) = true /\ legal P (a ++ b).
Proof.
  induction a as [|x a IH]; simpl; intros p b; [tauto|].
  rewrite IH. rewrite !forallb_app. simpl. split.
  - intros (F & A & F' & A' & R). apply andb_true_iff in A. destruct A as [A1 A2].
    apply andb_true_iff in A2. destruct A2 as [A2 A3]. rewrite (apart_sym _ _ A2).
    rewrite A1, A3. auto.
  - intros (F & A & F' & A' & R). apply andb_true_iff in A. destruct A as [A1 A2].
    apply andb_true_iff in A'. destruct A' as [A3 A4].
    rewrite (apart_sym _ _ A1), A3, A4. auto.
Qed.

Lemma legal_perm : forall l m, Permutation l m -> legal P l -> legal P m.
Proof.
  induction 1; simpl; auto.
  - intros (F & A & R). rewrite <- (forallb_perm _ _ _ H). auto.
  - intros (F & A & F' & A' & R). apply andb_true_iff in A. destruct A as [A1 A2].
    rewrite (apart_sym _ _ A1). auto.
Qed.

Lemma legal_fits : forall l p, legal P l -> In p l -> fits P p = true.
Proof. induction l as [|x l IH]; simpl; intros p Hl I; [contradiction|]. destruct I as [<-|I]; [tauto|]. apply IH; tauto. Qed.

(** ** Moves *)

Lemma step_spec : forall others d p q,
  step P others d p = Some q <-> step P [] d p = Some q /\ forallb (apart P q) others = true.
Proof.
  intros. unfold step. destruct (kind_of P (sort p)) as [k|]; [|intuition discriminate].
  simpl. rewrite andb_true_r.
  destruct (is_way d (ways k) && fits P _) eqn:E; simpl; [|intuition discriminate].
  split.
  - destruct (forallb _ others) eqn:E'; [|discriminate]. inversion 1; subst. auto.
  - intros [Q A]. inversion Q; subst. rewrite A. auto.
Qed.

Lemma step_fits : forall others d p q, step P others d p = Some q -> fits P q = true.
Proof.
  intros others d p q H. unfold step in H. destruct (kind_of P (sort p)) as [k|]; [|discriminate].
  destruct (is_way d (ways k)), (fits P _) eqn:E, (forallb _ others); simpl in H; inversion H; subst; auto.
Qed.

Lemma step_sort : forall others d p q, step P others d p = Some q -> sort q = sort p.
Proof.
  intros others d p q H. unfold step in H. destruct (kind_of P (sort p)) as [k|]; [|discriminate].
  destruct (_ && _); inversion H; subst; auto.
Qed.

Lemma step_elsewhere : forall others d p q, step P others d p = Some q -> q <> p.
Proof.
  intros others d p q H E. subst q. unfold step in H. destruct (kind_of P (sort p)) as [k|]; [|discriminate].
  destruct (_ && _); inversion H as [E]. destruct p as [s [x y]]. simpl in E.
  unfold shift in E. simpl in E. destruct d; simpl in E; inversion E; lia.
Qed.

Lemma step_fewer : forall others fewer d p q, (forall o, In o fewer -> In o others) ->
  step P others d p = Some q -> step P fewer d p = Some q.
Proof.
  intros others fewer d p q I H. apply step_spec in H. destruct H as [H A]. apply step_spec. split; auto.
  apply forallb_apart. intros o Io. apply (proj1 (forallb_apart _ _) A); auto.
Qed.

Lemma path_fewer : forall others fewer ds p q, (forall o, In o fewer -> In o others) ->
  path P others ds p q -> path P fewer ds p q.
Proof. induction 2; [constructor|]. econstructor; eauto. eapply step_fewer; eauto. Qed.

Lemma goes_fewer : forall m others fewer p q, (forall o, In o fewer -> In o others) ->
  goes P m others p q -> goes P m fewer p q.
Proof.
  destruct m; simpl; intros others fewer p q I.
  - intros [d H]. exists d. eapply step_fewer; eauto.
  - intros [d H]. exists d. eapply path_fewer; eauto.
  - apply path_fewer; auto.
Qed.

Lemma path_end : forall others ds p q, path P others ds p q ->
  q = p \/ (fits P q = true /\ forallb (apart P q) others = true).
Proof.
  induction 1; auto. right. split; [eapply step_fits; eauto|]. apply step_spec in H1. tauto.
Qed.

Lemma path_sort : forall others ds p q, path P others ds p q -> sort q = sort p.
Proof. induction 1; auto. rewrite (step_sort _ _ _ _ H1). auto. Qed.

Lemma goes_end : forall m others p q, goes P m others p q -> q <> p ->
  fits P q = true /\ forallb (apart P q) others = true.
Proof.
  destruct m; simpl; intros others p q H Ne.
  - destruct H as [d H]. split; [eapply step_fits; eauto|]. apply step_spec in H. tauto.
  - destruct H as [d H]. apply path_end in H. tauto.
  - apply path_end in H. tauto.
Qed.

Lemma goes_sort : forall m others p q, goes P m others p q -> sort q = sort p.
Proof.
  destruct m; simpl; intros others p q H.
  - destruct H as [d H]. eapply step_sort; eauto.
  - destruct H as [d H]. eapply path_sort; eauto.
  - eapply path_sort; eauto.
Qed.

Lemma legal_move : forall m a b, legal P a -> move P m a b -> legal P b.
Proof.
  intros m a b H M. destruct M as [a p q b G Ne]. apply legal_middle in H. destruct H as (F & A & R).
  apply legal_middle. destruct (goes_end _ _ _ _ G Ne). auto.
Qed.

Lemma legal_plays : forall m n a b, plays P m n a b -> legal P a -> legal P b.
Proof. induction 1; auto. intros Ha. eapply legal_move; [apply IHplays; auto|eassumption]. Qed.

Lemma move_perm : forall m l l' k, Permutation l k -> move P m l l' ->
  exists k', move P m k k' /\ Permutation l' k'.
Proof.
  intros m l l' k Hp M. destruct M as [a p q b G Ne].
  assert (I : In p k) by (eapply Permutation_in; [apply Hp|apply in_elt]).
  apply in_split in I. destruct I as (c & d & ->).
  assert (R : Permutation (a ++ b) (c ++ d)) by (eapply Permutation_app_inv; eauto).
  exists (c ++ q :: d). split.
  - constructor; auto. eapply goes_fewer; [|eauto]. intros o I.
    eapply Permutation_in; [apply Permutation_sym, R|auto].
  - apply Permutation_elt. auto.
Qed.

Lemma solved_perm : forall l k, Permutation l k -> solved l -> solved k.
Proof.
  intros l k Hp (g & I & H). exists g. split; auto. intros p Ip. eapply Permutation_in; eauto.
Qed.

(** ** Pieces and layouts as numbers *)

(** The board has cells, and each kind a cell at its head. *)
Definition regular : Prop := (0 < width P)%Z /\ forall k, In k (kinds P) -> In (0, 0)%Z (shape k).

Hypothesis reg : regular.

Definition spot (c : cell) : N := Z.to_N (snd c * width P + fst c)%Z.
Definition code (p : piece) : N := sort p * Z.to_N (width P * height P)%Z + spot (head p).
Definition bit (n : N) : N := N.shiftl 1 n.

Lemma bit_spec : forall n i, N.testbit (bit n) i = (n =? i).
Proof. intros. unfold bit. rewrite N.shiftl_1_l. apply N.pow2_bits_eqb. Qed.

Lemma covers_head : forall p, fits P p = true -> In (head p) (covers P p).
Proof.
  intros p F. unfold fits, covers in *. destruct (kind_of P (sort p)) as [k|] eqn:E; [|discriminate].
  unfold kind_of in E. apply nth_error_In in E. destruct reg as [_ R]. specialize (R k E).
  unfold covered. apply in_map_iff. exists (0, 0)%Z. split; auto.
  unfold shift. destruct (head p). simpl. f_equal; lia.
Qed.

Lemma fits_allows : forall p c, fits P p = true -> In c (covers P p) -> inside P c = true.
Proof.
  intros p c F I. unfold fits, covers in *. destruct (kind_of P (sort p)) as [k|]; [|discriminate].
  rewrite forallb_forall in F. specialize (F c I). unfold allows in F.
  destruct (inside P c); auto.
Qed.

Lemma fits_inside : forall p, fits P p = true -> inside P (head p) = true.
Proof. intros. eapply fits_allows; eauto. apply covers_head; auto. Qed.

Lemma inside_spec : forall c, inside P c = true ->
  (0 <= fst c < width P)%Z /\ (0 <= snd c < height P)%Z.
Proof.
  intros c H. unfold inside in H. repeat (apply andb_true_iff in H; destruct H as [H ?]).
  repeat match goal with
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H end. lia.
Qed.

Lemma spot_inj : forall c d, inside P c = true -> inside P d = true -> spot c = spot d -> c = d.
Proof.
  intros [x y] [x' y'] Hc Hd E. apply inside_spec in Hc, Hd. unfold spot in E. simpl in *.
  assert (E' : (y * width P + x = y' * width P + x')%Z) by (apply Z2N.inj in E; nia).
  assert (y = y') by nia. subst. f_equal. lia.
Qed.

Lemma spot_less : forall c, inside P c = true -> spot c < Z.to_N (width P * height P)%Z.
Proof.
  intros [x y] Hc. apply inside_spec in Hc. unfold spot. simpl in *. apply Z2N.inj_lt; nia.
Qed.

Lemma code_inj : forall p q, fits P p = true -> fits P q = true -> code p = code q -> p = q.
Proof.
  intros p q Fp Fq E. pose proof (fits_inside p Fp) as Ip. pose proof (fits_inside q Fq) as Iq.
  pose proof (spot_less _ Ip) as Sp. pose proof (spot_less _ Iq) as Sq. unfold code in E.
  set (n := Z.to_N (width P * height P)%Z) in *.
  assert (Es : sort p = sort q) by nia.
  assert (Eh : spot (head p) = spot (head q)) by (rewrite Es in E; lia).
  apply spot_inj in Eh; auto. destruct p, q. simpl in *. congruence.
Qed.

(** The sum of the bits of pieces, without carrying. *)
Fixpoint key (l : layout) : N := match l with [] => 0 | p :: l => N.lxor (bit (code p)) (key l) end.

Lemma key_middle : forall a p b, key (a ++ p :: b) = N.lxor (bit (code p)) (key (a ++ b)).
Proof.
  induction a as [|x a IH]; cbn [key app]; intros; auto. rewrite IH. rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.

Lemma key_perm : forall l m, Permutation l m -> key l = key m.
Proof.
  induction 1; cbn [key]; auto; [congruence| |congruence]. rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.

Definition holds (l : layout) (i : N) : bool := existsb (fun p => code p =? i) l.

Lemma apart_self : forall p, fits P p = true -> apart P p p = false.
Proof.
  intros p F. destruct (apart P p p) eqn:E; auto. apply apart_spec in E. exfalso. apply E.
  exists (head p). split; apply covers_head; auto.
Qed.

Lemma legal_new : forall p l, legal P (p :: l) -> ~ In p l.
Proof.
  intros p l (F & A & _) I. rewrite forallb_apart in A. specialize (A p I). rewrite apart_self in A; auto.
  discriminate.
Qed.

Lemma legal_nodup : forall l, legal P l -> NoDup l.
Proof.
  induction l as [|p l IH]; intros H; constructor; [apply legal_new; auto|]. apply IH. simpl in H. tauto.
Qed.

Lemma holds_spec : forall l p, legal P l -> fits P p = true -> holds l (code p) = true <-> In p l.
Proof.
  intros l p Hl F. unfold holds. rewrite existsb_exists. split.
  - intros (q & I & E). apply N.eqb_eq in E. apply code_inj in E; subst; auto. eapply legal_fits; eauto.
  - intros I. exists p. split; auto. apply N.eqb_refl.
Qed.

Lemma key_bits : forall l i, legal P l -> N.testbit (key l) i = holds l i.
Proof.
  induction l as [|p l IH]; intros i H; [apply N.bits_0|].
  pose proof (legal_new _ _ H) as Np. destruct H as (F & A & R). cbn [key]. rewrite N.lxor_spec, bit_spec, IH; auto.
  unfold holds at 2. cbn [existsb]. fold (holds l i). destruct (N.eqb_spec (code p) i) as [E|E]; simpl; auto; [|destruct (holds l i); auto].
  subst i. destruct (holds l (code p)) eqn:Eh; auto. exfalso. apply Np. apply holds_spec; auto.
Qed.

Lemma key_inj : forall l m, legal P l -> legal P m -> key l = key m -> Permutation l m.
Proof.
  intros l m Hl Hm E. apply NoDup_Permutation; [apply legal_nodup; auto..|].
  assert (K : forall a b p, legal P a -> legal P b -> key a = key b -> In p a -> In p b).
  { intros a b p Ha Hb Ek I. assert (F : fits P p = true) by (apply (legal_fits a); auto).
    apply (proj1 (holds_spec b p Hb F)). rewrite <- key_bits, <- Ek, key_bits; auto. apply holds_spec; auto. }
  intros p. split; eauto.
Qed.

(** ** Mirror images *)

(** What has to hold of a map of pieces so that it maps moves to moves. The identity is such a map. *)
Record symmetric (im : piece -> piece) (turn : direction -> direction) : Prop := Symmetric {
  im_fits : forall p, fits P p = true -> fits P (im p) = true;
  im_back : forall p, fits P p = true -> im (im p) = p;
  im_apart : forall p q, fits P p = true -> fits P q = true -> apart P p q = true -> apart P (im p) (im q) = true;
  im_step : forall d p q, fits P p = true -> step P [] d p = Some q -> step P [] (turn d) (im p) = Some (im q);
  im_solved : forall l, legal P l -> solved l -> solved (map im l)
}.

Lemma symmetric_id : symmetric (fun p => p) (fun d => d).
Proof. constructor; auto. intros. rewrite map_id. auto. Qed.

Section Mirror.
Variable im : piece -> piece.
Variable turn : direction -> direction.
Hypothesis sym : symmetric im turn.

Lemma im_inj : forall p q, fits P p = true -> fits P q = true -> im p = im q -> p = q.
Proof. intros p q Fp Fq E. rewrite <- (im_back _ _ sym p), <- (im_back _ _ sym q); auto. congruence. Qed.

Lemma im_legal : forall l, legal P l -> legal P (map im l).
Proof.
  induction l as [|p l IH]; simpl; auto. intros (F & A & R). split; [apply (im_fits _ _ sym); auto|]. split; auto.
  apply forallb_apart. intros q I. apply in_map_iff in I. destruct I as (q' & <- & I).
  apply (im_apart _ _ sym); auto; [eapply legal_fits; eauto|]. apply (proj1 (forallb_apart _ _) A); auto.
Qed.

Lemma im_im : forall l, legal P l -> map im (map im l) = l.
Proof.
  induction l as [|p l IH]; simpl; auto. intros (F & A & R). rewrite (im_back _ _ sym), IH; auto.
Qed.

Lemma im_step_others : forall others d p q, (forall o, In o others -> fits P o = true) -> fits P p = true ->
  step P others d p = Some q -> step P (map im others) (turn d) (im p) = Some (im q).
Proof.
  intros others d p q Fo Fp H. pose proof (step_fits _ _ _ _ H) as Fq. apply step_spec in H. destruct H as [H A].
  apply step_spec. split; [apply (im_step _ _ sym); auto|].
  apply forallb_apart. intros o I. apply in_map_iff in I. destruct I as (o' & <- & I).
  apply (im_apart _ _ sym); auto. apply (proj1 (forallb_apart _ _) A); auto.
Qed.

Lemma im_path : forall others ds p q, (forall o, In o others -> fits P o = true) -> fits P p = true ->
  path P others ds p q -> path P (map im others) (map turn ds) (im p) (im q).
Proof.
  intros others ds p q Fo Fp H. induction H; [constructor|]. specialize (IHpath Fp).
  assert (fits P q = true) by (destruct (path_end _ _ _ _ H) as [->|[? _]]; auto).
  econstructor; [apply IHpath|apply in_map; eauto|]. apply im_step_others; auto.
Qed.

Lemma path_more : forall others ds es p q, (forall d, In d ds -> In d es) ->
  path P others ds p q -> path P others es p q.
Proof. induction 2; [constructor|]. econstructor; eauto. Qed.

Lemma im_goes : forall m others p q, (forall o, In o others -> fits P o = true) -> fits P p = true ->
  goes P m others p q -> goes P m (map im others) (im p) (im q).
Proof.
  destruct m; simpl; intros others p q Fo Fp H.
  - destruct H as [d H]. exists (turn d). apply im_step_others; auto.
  - destruct H as [d H]. exists (turn d). apply (im_path _ [d]); auto.
  - eapply path_more; [|eapply im_path; eauto]. intros d _. destruct d; simpl; auto.
Qed.

Lemma im_move : forall m a b, legal P a -> move P m a b -> move P m (map im a) (map im b).
Proof.
  intros m a b H M. destruct M as [a p q b G Ne]. pose proof (legal_fits _ p H (in_elt _ _ _)) as Fp.
  apply legal_middle in H. destruct H as (_ & _ & R).
  assert (Fq : fits P q = true) by (apply (goes_end _ _ _ _ G Ne)).
  rewrite !map_app. simpl. constructor.
  - rewrite <- map_app. apply im_goes; auto. intros o I. eapply legal_fits; eauto.
  - intros E. apply Ne. apply im_inj; auto.
Qed.

(** Layouts that are mirror images count as one: the lower sum is that of both. *)
Definition class (l : layout) : N := N.min (key l) (key (map im l)).

Lemma class_perm : forall l m, Permutation l m -> class l = class m.
Proof. intros. unfold class. rewrite (key_perm l m), (key_perm (map im l) (map im m)); auto. apply Permutation_map; auto. Qed.

Lemma class_im : forall l, legal P l -> class (map im l) = class l.
Proof. intros. unfold class. rewrite im_im; auto. apply N.min_comm. Qed.

Lemma class_inj : forall l m, legal P l -> legal P m -> class l = class m ->
  Permutation l m \/ Permutation l (map im m).
Proof.
  intros l m Hl Hm E. pose proof (im_legal _ Hl) as Il. pose proof (im_legal _ Hm) as Im. unfold class in E.
  assert (Q : key l = key m \/ key l = key (map im m) \/ key (map im l) = key m \/
              key (map im l) = key (map im m)) by lia.
  destruct Q as [Q|[Q|[Q|Q]]]; apply key_inj in Q; auto.
  - right. rewrite <- (im_im l); auto. apply Permutation_map. auto.
  - left. rewrite <- (im_im l), <- (im_im m); auto. apply Permutation_map. auto.
Qed.

(** Layouts of one class have moves to the same classes. *)
Lemma class_move : forall m l l' k, legal P l -> legal P k -> class l = class k -> move P m l l' ->
  exists k', move P m k k' /\ class k' = class l'.
Proof.
  intros m l l' k Hl Hk E M. destruct (class_inj _ _ Hl Hk E) as [Q|Q].
  - destruct (move_perm _ _ _ _ Q M) as (k' & M' & Q'). exists k'. split; auto. symmetry. apply class_perm; auto.
  - destruct (move_perm _ _ _ _ Q M) as (k' & M' & Q').
    pose proof (legal_move _ _ _ Hl M) as Hl'. pose proof (legal_perm _ _ Q' Hl') as Hk'.
    exists (map im k'). split.
    + rewrite <- (im_im k); auto. apply im_move; auto. apply im_legal; auto.
    + rewrite class_im; auto. symmetry. apply class_perm; auto.
Qed.

Lemma class_solved : forall l k, legal P l -> legal P k -> class l = class k -> solved l -> solved k.
Proof.
  intros l k Hl Hk E Sl. destruct (class_inj _ _ Hl Hk E) as [Q|Q]; [eapply solved_perm; eauto|].
  pose proof (solved_perm _ _ Q Sl) as Sm. rewrite <- (im_im k); auto. apply (im_solved _ _ sym); auto.
  apply im_legal; auto.
Qed.

End Mirror.

End Board.
