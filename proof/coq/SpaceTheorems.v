(** * What is found of all layouts of some pieces is true *)

From Coq Require Import List ZArith NArith Bool Lia Permutation FMapPositive.
From Huarong Require Import Rules Board Search Hops Patterns Checker Theorems Tables TableTheorems Spaces.
Import ListNotations.
Local Open Scope N_scope.


Lemma same_image_map : forall l, map same_image l = l.
Proof. induction l as [|p l IH]; cbn [map]; auto. rewrite IH. auto. Qed.

Lemma class_plain : forall P l, class P same_image l = key P l.
Proof. intros. unfold class. rewrite same_image_map. apply N.min_id. Qed.

Lemma NoDup_halves : forall {A} (l k : list A), NoDup (l ++ k) -> NoDup l /\ NoDup k.
Proof.
  induction l as [|a l IH]; cbn [app]; intros k D; [split; auto; constructor|]. inversion D as [|x y N D']; subst.
  destruct (IH k D'). split; auto. constructor; auto. intros I. apply N. apply in_app_iff. auto.
Qed.

Lemma NoDup_part : forall {A B} (f : A -> list B) ks k, NoDup (flat_map f ks) -> In k ks -> NoDup (f k).
Proof.
  induction ks as [|j ks IH]; intros k D I; [contradiction|]. cbn [flat_map] in D. destruct I as [->|I].
  - apply (NoDup_halves _ _ D).
  - apply IH; auto. apply (NoDup_halves _ _ D).
Qed.

Lemma NoDup_of_map : forall {A B} (f : A -> B) l, NoDup (map f l) -> NoDup l.
Proof.
  induction l as [|a l IH]; cbn [map]; intros D; constructor; inversion D; subst; auto. intros I. apply H1. apply in_map. auto.
Qed.

Lemma legal_apart : forall P l p q, legal P l -> In p l -> In q l -> p <> q -> apart P p q = true.
Proof.
  induction l as [|x l IH]; cbn [legal In]; intros p q H I J Ne; [contradiction|]. destruct H as (F & A & R).
  rewrite forallb_forall in A. destruct I as [->|I], J as [->|J]; auto. apply apart_sym. auto.
Qed.

(** ** The pieces of a layout, kind by kind *)

Lemma of_kind_in : forall k l p, In p (of_kind k l) <-> In p l /\ sort p = k.
Proof. intros. unfold of_kind. rewrite filter_In, N.eqb_eq. tauto. Qed.

Lemma fits_kind : forall P p, fits P p = true -> In (sort p) (kinds_of P).
Proof.
  intros P p F. unfold fits, kind_of in F. destruct (nth_error _ _) eqn:E; [|discriminate].
  unfold kinds_of. apply in_map_iff. exists (N.to_nat (sort p)). split; [lia|]. apply in_seq.
  assert (nth_error (kinds P) (N.to_nat (sort p)) <> None) as Q by congruence. apply nth_error_Some in Q. lia.
Qed.

Lemma as_many_same : forall P l, legal P l -> legal P (start P) -> as_many P l = true -> same_pieces l (start P).
Proof.
  intros P l Hl Hs H k. unfold as_many in H. rewrite forallb_forall in H.
  assert (K : forall l, legal P l -> ~ In k (kinds_of P) -> of_kind k l = []).
  { intros l' Hl' N. destruct (of_kind k l') as [|p r] eqn:E; auto. exfalso. apply N.
    assert (I : In p (of_kind k l')) by (rewrite E; left; auto). apply of_kind_in in I. destruct I as [I <-].
    apply fits_kind. eapply legal_fits; eauto. }
  destruct (in_dec N.eq_dec k (kinds_of P)) as [I|I].
  - specialize (H k I). apply N.eqb_eq in H. rewrite !count_length in H. unfold of_kind in H. lia.
  - pose proof (K l Hl I) as A. pose proof (K (start P) Hs I) as B. unfold of_kind in A, B. rewrite A, B. auto.
Qed.

Lemma same_move : forall P m a b, move P m a b -> same_pieces b a.
Proof.
  intros P m a b M k. destruct M as [a p q b G Ne]. rewrite !filter_app, !app_length. cbn [filter].
  rewrite (goes_sort _ _ _ _ _ G). destruct (sort p =? k); auto.
Qed.

Lemma same_plays : forall P m n a b, plays P m n a b -> same_pieces b a.
Proof. induction 1 as [a|n a b d _ IH M]; intros k; auto. rewrite (same_move _ _ _ _ M k). apply IH. Qed.

Lemma same_perm : forall a b, Permutation a b -> same_pieces a b.
Proof. intros a b Q k. induction Q; cbn [filter]; auto; try congruence; destruct (sort _ =? k); try destruct (sort _ =? k); simpl; congruence. Qed.

(** ** Every layout is laid *)

Section Laid.
Variable P : puzzle.
Hypothesis reg : regular P.
Variable l : layout.
Hypothesis Hl : legal P l.

Let slot_ := slot_of P same_image.

Fixpoint chosen (its : list (option slot)) : list slot :=
  match its with
  | [] => []
  | None :: its => chosen its
  | Some s :: its => if lies l (who s) then s :: chosen its else chosen its
  end.

Fixpoint fills (its : list (option slot)) (ns : list N) : Prop :=
  match its with
  | [] => True
  | None :: its => match ns with n :: ns => n = 0 /\ fills its ns | [] => False end
  | Some s :: its =>
      if lies l (who s) then match ns with n :: ns => 0 < n /\ fills its (n - 1 :: ns) | [] => False end else fills its ns
  end.

Lemma laid_keeps : forall its ns taken lie found_ x, In x found_ -> In x (laid its ns taken lie found_).
Proof.
  induction its as [|[p|] its IH]; cbn [laid]; intros ns taken lie found_ x I; [right; auto| |].
  - destruct ns as [|n ns]; auto. destruct (_ && _); auto.
  - destruct ns as [|n ns]; auto. destruct (n =? 0); auto.
Qed.

Lemma laid_all : forall its ns taken lie found_, fills its ns -> takes P taken (map who lie) ->
  (forall s, In s lie -> In (who s) l) -> (forall s, In (Some s) its -> right_slot P same_image s) ->
  NoDup (map who lie ++ map who (chosen its)) -> In (map who (rev (chosen its) ++ lie)) (laid its ns taken lie found_).
Proof.
  induction its as [|[p|] its IH]; cbn [laid chosen fills]; intros ns taken lie found_ Fi Tk L R D; [left; auto| |].
  - destruct (lies l (who p)) eqn:E.
    + destruct ns as [|n ns]; [contradiction|]. destruct Fi as [Ne Fi]. apply lies_spec in E.
      destruct (R p (or_introl eq_refl)) as [Ep Fp]. cbn [map] in D.
      assert (Nl : ~ In (who p) (map who lie)).
      { intros I. apply NoDup_remove_2 in D. apply D. apply in_app_iff. auto. }
      assert (Fr : free taken p = true).
      { rewrite Ep. rewrite (free_spec P same_image taken (map who lie)); auto.
        - apply forallb_apart. intros q I. apply in_map_iff in I. destruct I as (s & <- & I).
          apply (legal_apart P l); auto. intros Q. apply Nl. rewrite Q. apply in_map. auto.
        - intros o I. apply in_map_iff in I. destruct I as (s & <- & I). eapply legal_fits; eauto. }
      assert (Mp : takes P (mask p) [who p]) by (rewrite Ep; apply takes_one).
      apply N.ltb_lt in Ne. rewrite Ne, Fr. cbn [andb rev]. rewrite <- app_assoc. cbn [app]. apply IH; auto.
      * cbn [map]. eapply (takes_perm P); [|apply takes_lor; [apply Tk|apply Mp]]. intros q. rewrite in_app_iff. simpl. tauto.
      * intros s [<-|I]; auto.
      * intros s I. apply R. right. auto.
      * cbn [map app]. eapply Permutation_NoDup; [|apply D]. apply Permutation_sym, Permutation_middle.
    + set (f := laid its ns taken lie found_). assert (I : In (map who (rev (chosen its) ++ lie)) f).
      { apply IH; auto. intros s I. apply R. right. auto. }
      destruct ns as [|n ns]; auto. destruct (_ && _); auto. apply laid_keeps. auto.
  - destruct ns as [|n ns]; [contradiction|]. destruct Fi as [-> Fi]. cbn [N.eqb]. apply IH; auto.
    intros s I. apply R. right. auto.
Qed.

Lemma fills_group : forall ps rest n ns, n = N.of_nat (List.length (filter (lies l) ps)) -> fills rest ns ->
  fills (map (fun p => Some (slot_ p)) ps ++ None :: rest) (n :: ns).
Proof.
  induction ps as [|p ps IH]; cbn [map app fills filter]; intros rest n ns E H.
  - split; auto.
  - unfold slot_ at 1. cbn [who slot_of]. destruct (lies l p); cbn [List.length] in E.
    + split; [lia|]. apply IH; auto. lia.
    + apply IH; auto.
Qed.

Lemma fills_all : forall ks f, (forall k, In k ks -> f k = N.of_nat (List.length (filter (lies l) (of_kind k (places P))))) ->
  fills (flat_map (fun k => map (fun p => Some (slot_ p)) (of_kind k (places P)) ++ [None]) ks) (map f ks).
Proof.
  induction ks as [|k ks IH]; intros f H; cbn [flat_map map]; [exact I|]. rewrite <- app_assoc. cbn [app].
  apply fills_group; [apply H; left; auto|]. apply IH. intros j I. apply H. right. auto.
Qed.

Lemma chosen_all : forall ks,
  map who (chosen (flat_map (fun k => map (fun p => Some (slot_ p)) (of_kind k (places P)) ++ [None]) ks)) =
  filter (lies l) (flat_map (fun k => of_kind k (places P)) ks).
Proof.
  assert (K : forall ps rest, map who (chosen (map (fun p => Some (slot_ p)) ps ++ None :: rest)) = filter (lies l) ps ++ map who (chosen rest)).
  { induction ps as [|p ps IH]; intros rest; cbn [map app chosen filter]; auto. unfold slot_ at 1. cbn [who slot_of].
    destruct (lies l p); [cbn [map app]; f_equal|]; auto. }
  induction ks as [|k ks IH]; auto. cbn [flat_map]. rewrite <- app_assoc. cbn [app]. rewrite K, IH, filter_app. auto.
Qed.

Lemma laid_somewhere : NoDup (grouped P) -> same_pieces l (start P) -> exists k, In k (all_layouts P) /\ Permutation l k.
Proof.
  intros D S. exists (map who (rev (chosen (items P)) ++ [])). split.
  - apply laid_all.
    + unfold items, numbers. apply fills_all. intros k Ik. rewrite count_length. f_equal.
      transitivity (List.length (of_kind k l)); [symmetry; apply (S k)|]. apply Permutation_length. apply NoDup_Permutation.
      * apply NoDup_filter. eapply legal_nodup; eauto.
      * apply NoDup_filter. apply (NoDup_part (fun k => of_kind k (places P)) (kinds_of P)); auto.
      * intros p. rewrite filter_In, lies_spec, !of_kind_in. split; [|tauto]. intros [I E]. split; auto. split; auto.
        apply places_all; auto. eapply legal_fits; eauto.
    + apply takes_nil.
    + intros s [].
    + intros s I. unfold items in I. apply in_flat_map in I. destruct I as (k & _ & I). apply in_app_iff in I.
      destruct I as [I|[I|[]]]; [|discriminate]. apply in_map_iff in I. destruct I as (p & E & I). injection E as <-.
      apply right_slot_of. apply of_kind_in in I. apply places_fit. tauto.
    + cbn [map app]. unfold items. rewrite chosen_all. apply NoDup_filter. auto.
  - rewrite app_nil_r, map_rev. eapply Permutation_trans; [|apply Permutation_rev]. unfold items. rewrite chosen_all.
    apply NoDup_Permutation; [eapply legal_nodup; eauto|apply NoDup_filter; auto|]. intros p. rewrite filter_In, lies_spec.
    split; [|tauto]. intros I. split; auto. assert (F : fits P p = true) by (eapply legal_fits; eauto).
    apply in_flat_map. exists (sort p). split; [apply fits_kind; auto|]. apply of_kind_in. split; auto. apply places_all; auto.
Qed.

End Laid.

(** ** Components *)

Section Found.
Variable c : certificate.
Variable rows : list (state * N).
Variable heads : list layout.
Hypothesis found : check_space c = Some (rows, heads).

Let P := puzzle_of c.
Let m := c_metric c.
Let T := tabled P same_image (places P).
Let fine := fine P same_image false.

Let right : right_table P same_image T.
Proof. apply tabled_right. intros p. apply places_fit. Qed.

(** What holds of each row: it can be reached from one of the heads, whose number it has. *)
Definition reached_by (hs : list layout) (s : state) (i : N) : Prop :=
  fine s /\ exists f n, In f hs /\ key P f = i /\ plays P m n f (den s).

Lemma fold_rows : forall (states : list state) (i : N) rows s j,
  In (s, j) (fold_left (fun a s => (s, i) :: a) states rows) -> (In s states /\ j = i) \/ In (s, j) rows.
Proof.
  induction states as [|x states IH]; cbn [fold_left]; intros i rs s j I; auto.
  destruct (IH _ _ _ _ I) as [[J ->]|[J|J]]; [left; split; auto; right; auto| |auto].
  injection J as -> ->. left. split; auto. left. auto.
Qed.

Lemma parted_spec : regular P -> forall ls known_ rs hs rs' hs', parted c P T ls known_ rs hs = Some (rs', hs') ->
  (forall s i, In (s, i) rs -> reached_by hs s i) -> (forall f, In f hs -> legal P f /\ as_many P f = true) ->
  (forall s i, In (s, i) rs' -> reached_by hs' s i) /\ (forall f, In f hs' -> legal P f /\ as_many P f = true).
Proof.
  intros reg. induction ls as [|l ls IH]; cbn [parted]; intros known_ rs hs rs' hs' E R L.
  - injection E as <- <-. auto.
  - destruct (M.mem _ _); [eapply IH; eauto|]. destruct (legal_b P l && as_many P l) eqn:G; [|discriminate].
    apply andb_true_iff in G. destruct G as [G1 G2]. apply legal_b_spec in G1.
    destruct (reached_from _ _ _) as [states|] eqn:Es; [|discriminate]. eapply IH; [apply E| |].
    + intros s i I. apply fold_rows in I. destruct I as [[I ->]|I].
      * unfold reached_from in Es. destruct (search _ _ _ _ _ _ _ _ _ _) as [f|] eqn:Ef; [|discriminate]. injection Es as <-.
        apply flat_in in I. destruct I as (lv & Il & I).
        assert (K : fine s /\ exists n, plays P m n l (den s)).
        { refine (search_all state hop (steps m T) arrive leads _ _ numbered
            (fun s => fine s /\ exists n, plays P m n l (den s)) _ _ _ _ _ Ef lv s Il I).
          - intros a hs0 h [Fa [n Pl]] Ea Ih.
            destruct (hops_spec P same_image false T reg (fun _ _ => eq_refl) right m a hs0 Fa Ea) as [A _].
            destruct (A h Ih) as [Fh M]. split; auto. exists (S n). econstructor; eauto.
          - split; [apply fine_state_of; auto|]. exists O. rewrite den_state_of. constructor. }
        destruct K as [Fs [n Pl]]. split; auto. exists l, n. split; [left; auto|auto].
      * destruct (R s i I) as (Fs & f & n & If & K). split; auto. exists f, n. split; [right; auto|auto].
    + intros f [<-|I]; auto.
Qed.

Record known_facts (C : M.t N) : Prop := Known {
  k_form : form P;
  k_two_way : two_way c = true;
  k_grouped : NoDup (grouped P);
  k_rows : forall s i, In (s, i) rows -> reached_by heads s i;
  k_heads : forall f, In f heads -> legal P f /\ as_many P f = true;
  k_entered : entered rows (M.empty N) = Some C;
  k_apart : NoDup (map (key P) heads);
  k_closed : forall s i, In (s, i) rows -> exists hs, steps m T s = Some hs /\ forall h, In h hs -> M.find (leads h) C = Some i;
  k_all : forall l, In l (all_layouts P) -> exists i, M.find (key P l) C = Some i;
  k_own : forall f, In f heads -> M.find (key P f) C = Some (key P f)
}.

Lemma numbered_plain : forall s, fine s -> numbered s = key P (den s).
Proof. intros s Fs. rewrite <- class_plain. apply (numbered_spec P same_image false); auto. Qed.

Lemma known : exists C, known_facts C.
Proof.
  pose proof found as H. unfold check_space in H. fold P T m in H.
  destruct (formed c) eqn:Ef; [|discriminate]. destruct (two_way c) eqn:Ew; [|discriminate].
  destruct (distinct _ _) eqn:Ed; [|discriminate]. cbn [andb] in H. pose proof (formed_form c Ef) as F. fold P in F.
  destruct (parted _ _ _ _ _ _ _) as [[rs hs]|] eqn:Ep; [|discriminate].
  destruct (entered rs _) as [C|] eqn:Ec; [|discriminate]. destruct (entered (map _ _) _) as [D|] eqn:Eh; [|discriminate].
  destruct (_ && _) eqn:Ek; [|discriminate]. injection H as -> ->. exists C.
  apply andb_true_iff in Ek. destruct Ek as [Ek E3]. apply andb_true_iff in Ek. destruct Ek as [E1 E2].
  rewrite forallb_forall in E1, E2, E3.
  destruct (parted_spec (form_regular _ F) _ _ _ _ _ _ Ep) as [R L]; [intros s i []|intros f []|].
  constructor; auto.
  - apply distinct_NoDup in Ed. eapply NoDup_of_map; eauto.
  - destruct (entered_spec _ _ _ Eh) as (_ & _ & _ & _ & N). rewrite map_map in N. cbn [fst] in N.
    erewrite map_ext_in; [apply N|]. intros f I. symmetry. rewrite numbered_plain; [rewrite den_state_of; auto|].
    apply fine_state_of. apply L. auto.
  - intros s i I. specialize (E1 (s, i) I). cbn [fst snd] in E1. destruct (steps m T s) as [hs|]; [|discriminate].
    exists hs. split; auto. rewrite forallb_forall in E1. intros h Ih. apply same_option_spec. apply E1; auto.
  - intros l I. specialize (E2 l I). rewrite MF.mem_find_b in E2. destruct (M.find (key P l) C) as [i|]; [|discriminate]. eauto.
  - intros f I. apply same_option_spec. apply E3. auto.
Qed.

Let F : form P.
Proof. destruct known as [C K]. apply (k_form C K). Qed.

Let row_key : forall C, known_facts C -> forall s i, In (s, i) rows -> M.find (key P (den s)) C = Some i.
Proof.
  intros C K s i I. destruct (entered_spec _ _ _ (k_entered C K)) as (A & _). rewrite <- (A s i I). f_equal.
  symmetry. apply numbered_plain. apply (k_rows C K s i I).
Qed.

Let key_row : forall C, known_facts C -> forall l i, legal P l -> M.find (key P l) C = Some i ->
  exists s, In (s, i) rows /\ Permutation l (den s).
Proof.
  intros C K l i Hl E. destruct (entered_spec _ _ _ (k_entered C K)) as (_ & _ & B & _).
  destruct (B _ _ E) as [Q|(s & I & Q)]; [rewrite MF.empty_o in Q; discriminate|]. exists s. split; auto.
  destruct (k_rows C K s i I) as (Fs & _). apply (key_inj P (form_regular _ F)); auto; [apply Fs|].
  rewrite <- Q. apply numbered_plain. auto.
Qed.

Let stays_in : forall C, known_facts C -> forall n l k, plays P m n l k -> legal P l -> forall i,
  M.find (key P l) C = Some i -> M.find (key P k) C = Some i.
Proof.
  intros C K. induction 1 as [l|n l b k Pl IH M]; intros Hl i E; auto. specialize (IH Hl i E).
  assert (Hb : legal P b) by (eapply legal_plays; eauto). destruct (key_row C K b i Hb IH) as (s & I & Q).
  destruct (move_perm P m _ _ _ Q M) as (k' & M' & Q'). destruct (k_closed C K s i I) as (hs & Es & A).
  destruct (k_rows C K s i I) as (Fs & _).
  destruct (hops_spec P same_image false T (form_regular _ F) (fun _ _ => eq_refl) right m s hs Fs Es) as [A1 A2].
  destruct (A2 k' M') as (h & Ih & Eh). rewrite <- (A h Ih). f_equal. rewrite (key_perm P _ _ Q'), <- Eh, <- class_plain.
  destruct (A1 h Ih) as [Fh _]. symmetry. apply (numbered_spec P same_image false (fun _ _ => eq_refl) (arrive h) Fh).
Qed.

Let has_row : forall C, known_facts C -> forall l, legal P l -> same_pieces l (start P) -> exists i, M.find (key P l) C = Some i.
Proof.
  intros C K l Hl S. destruct (laid_somewhere P (form_regular _ F) l Hl (k_grouped C K) S) as (k & I & Q).
  rewrite (key_perm P _ _ Q). apply (k_all C K). auto.
Qed.

Let head_same : forall f, In f heads -> legal P f /\ same_pieces f (start P).
Proof.
  destruct known as [C K]. intros f I. destruct (k_heads C K f I) as [L A]. split; auto.
  apply as_many_same; auto. apply (form_start _ F).
Qed.

(** Every listed layout has the pieces of the start, *)
Theorem space_sound : forall s i, In (s, i) rows -> legal P (den s) /\ same_pieces (den s) (start P).
Proof.
  destruct known as [C K]. intros s i I. destruct (k_rows C K s i I) as ([L _] & f & n & If & _ & Pl). split; auto.
  intros k. rewrite (same_plays _ _ _ _ _ Pl k). apply (head_same f If).
Qed.

(** every layout with these pieces is listed, *)
Theorem space_complete : forall l, legal P l -> same_pieces l (start P) -> exists s i, In (s, i) rows /\ Permutation l (den s).
Proof.
  destruct known as [C K]. intros l Hl S. destruct (has_row C K l Hl S) as [i E].
  destruct (key_row C K l i Hl E) as (s & I & Q). eauto.
Qed.

(** and none is listed twice. *)
Theorem space_once : differ (@Permutation piece) (map (fun r => den (fst r)) rows).
Proof.
  destruct known as [C K]. destruct (entered_spec _ _ _ (k_entered C K)) as (_ & _ & _ & _ & N).
  assert (A : forall r, In r rows -> numbered (fst r) = key P (den (fst r))).
  { intros [s i] I. apply numbered_plain. apply (k_rows C K s i I). }
  clear - A N. revert A N. induction rows as [|r l IH]; cbn [map differ]; intros A N; auto.
  inversion N as [|x y Nx Ny]; subst. split; [|apply IH; auto; intros; apply A; right; auto].
  intros b I S. apply in_map_iff in I. destruct I as (r' & <- & I). apply Nx. apply in_map_iff. exists r'. split; auto.
  rewrite (A r), (A r'); [|right; auto|left; auto]. symmetry. apply key_perm. auto.
Qed.

(** Each component has a head: it leads to every layout of its component, and each of these back to it, *)
Theorem components_reached : forall l, legal P l -> same_pieces l (start P) ->
  exists f, In f heads /\ leads_to P m f l /\ leads_to P m l f.
Proof.
  destruct known as [C K]. intros l Hl S. destruct (has_row C K l Hl S) as [i E].
  destruct (key_row C K l i Hl E) as (s & I & Q). destruct (k_rows C K s i I) as (Fs & f & n & If & Ei & Pl).
  exists f. split; auto. destruct (head_same f If) as [Hf _]. split; [exists n, (den s); split; auto; apply Permutation_sym; auto|].
  assert (Pb : plays P m n (den s) f).
  { apply plays_back; auto. intros kd d Ik. eapply two_way_back; [apply (k_two_way C K)|apply Ik]. }
  clear - Pb Q. revert l Q. assert (G : forall n a b, plays P m n a b -> forall l, Permutation l a -> exists k, plays P m n l k /\ Permutation k b).
  { clear. induction 1 as [a|n a b d Pl IH M]; intros l Q; [exists l; split; auto; constructor|].
    destruct (IH l Q) as (k & Pk & Qk). destruct (move_perm P m _ _ _ (Permutation_sym Qk) M) as (k' & M' & Q').
    exists k'. split; [econstructor; eauto|apply Permutation_sym; auto]. }
  intros l Q. destruct (G _ _ _ Pb l Q) as (k & Pk & Qk). exists n, k. auto.
Qed.

(** and no head leads to another: there are as many components as heads. *)
Theorem components_differ : differ (leads_to P m) heads /\ (forall f, In f heads -> legal P f /\ same_pieces f (start P)).
Proof.
  destruct known as [C K]. split; [|apply head_same].
  assert (A : forall f g, In f heads -> In g heads -> leads_to P m f g -> key P f = key P g).
  { intros f g If Ig (n & k & Pl & Q). destruct (head_same f If) as [Hf _].
    pose proof (stays_in C K n f k Pl Hf _ (k_own C K f If)) as E. rewrite (key_perm P _ _ Q), (k_own C K g Ig) in E. congruence. }
  pose proof (k_apart C K) as N. clear - A N. revert A N. induction heads as [|f l IH]; cbn [map differ]; intros A N; auto.
  inversion N as [|x y Nx Ny]; subst. split; [|apply IH; auto; intros f' g I J; apply A; right; auto].
  intros g I S. apply Nx. rewrite (A f g); auto; [apply in_map; auto|left; auto|right; auto].
Qed.

(** The layouts of a component are those with the number of its head. *)
Theorem component_members : forall f l, In f heads -> legal P l -> leads_to P m f l <-> exists s, In (s, key P f) rows /\ Permutation l (den s).
Proof.
  destruct known as [C K]. intros f l If Hl. split.
  - intros (n & k & Pl & Q). destruct (head_same f If) as [Hf _]. apply (key_row C K); auto.
    rewrite <- (key_perm P _ _ Q). apply (stays_in C K n f k Pl Hf). apply (k_own C K). auto.
  - intros (s & I & Q). destruct (k_rows C K s _ I) as (Fs & g & n & Ig & Ek & Pl).
    assert (g = f).
    { pose proof (k_apart C K) as N. clear - N Ig If Ek. induction heads as [|x l IH]; [contradiction|].
      cbn [map] in N. inversion N as [|y z Ny Nz]; subst.
      destruct Ig as [->|Ig], If as [->|If]; auto; exfalso; apply Ny; [rewrite Ek|rewrite <- Ek]; apply in_map; auto. }
    subst g. exists n, (den s). split; auto. apply Permutation_sym. auto.
Qed.

End Found.

Print Assumptions space_sound.
Print Assumptions space_complete.
Print Assumptions space_once.
Print Assumptions components_reached.
Print Assumptions components_differ.
Print Assumptions component_members.
