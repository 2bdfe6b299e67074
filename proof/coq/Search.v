(** * Going through all layouts, level by level

    The search knows nothing of boards. It is given a graph, a number for each of its nodes (nodes of the same number
    count as one), and which numbers are worth listing at a depth. *)

From Coq Require Import List NArith Bool Lia OrderedTypeEx FMapAVL FMapFacts.
Import ListNotations.
Local Open Scope N_scope.

(** Finite maps over whole numbers: balanced trees, whose [elements] come in rising order. *)
Module M := FMapAVL.Make N_as_OT.
Module MF := FMapFacts.WFacts_fun N_as_OT M.

Lemma mem_add : forall {A} (m : M.t A) k v x, M.mem x (M.add k v m) = (k =? x) || M.mem x m.
Proof.
  intros. rewrite MF.add_b. unfold MF.eqb. destruct (MF.eq_dec k x) as [e|e], (N.eqb_spec k x); auto; contradiction.
Qed.

(** ** Loops that end when they are done

    [repeat n f a] calls [f] at most about [2 ^ size n] times. Nothing has to be proved about how often that is: if it
    does not do, the result is [inl], which every caller refuses. *)
Fixpoint repeat {A B} (n : positive) (f : A -> A + B) (a : A) : A + B :=
  match n with
  | xH => f a
  | xO m => match repeat m f a with inl b => repeat m f b | r => r end
  | xI m => match f a with
            | inl b => match repeat m f b with inl c => repeat m f c | r => r end
            | r => r
            end
  end.

Lemma repeat_inv : forall {A B} (I : A -> Prop) (Q : B -> Prop) (f : A -> A + B),
  (forall a, I a -> match f a with inl b => I b | inr r => Q r end) ->
  forall n a, I a -> match repeat n f a with inl b => I b | inr r => Q r end.
Proof.
  intros A B I Q f H. induction n as [m IH|m IH|]; simpl; intros a Ia.
  - pose proof (H a Ia). destruct (f a) as [b|]; auto.
    pose proof (IH b H0). destruct (repeat m f b); auto. apply IH; auto.
  - pose proof (IH a Ia). destruct (repeat m f a); auto. apply IH; auto.
  - apply H; auto.
Qed.

Lemma repeat_end : forall {A B} (I : A -> Prop) (Q : B -> Prop) (f : A -> A + B),
  (forall a, I a -> match f a with inl b => I b | inr r => Q r end) ->
  forall n a r, I a -> repeat n f a = inr r -> Q r.
Proof. intros A B I Q f H n a r Ia E. pose proof (repeat_inv I Q f H n a Ia) as R. rewrite E in R. exact R. Qed.

Definition plenty : positive := 1099511627776.
Global Opaque plenty.

Section Search.

(** The graph, of which the theorem speaks. *)
Variable L : Type.
Variable mv : L -> L -> Prop.
Variable lawful : L -> Prop.
Variable goal : L -> Prop.
Variable number : L -> N.
Variable first : L.

(** What the program computes with: [S] stands for nodes, [H] for ways to them. *)
Variables S H : Type.
Variable den : S -> L.
Variable fine : S -> Prop.
Variable succ : S -> option (list H).
Variable arrive : H -> S.
Variable leads : H -> N.
Variable goalb : N -> bool.
Variable keep : N -> N -> option bool.
Variable numbered : S -> N.

Hypothesis lawful_step : forall a b, lawful a -> mv a b -> lawful b.
Hypothesis numbered_spec : forall s, fine s -> numbered s = number (den s).
Hypothesis succ_spec : forall s hs, fine s -> succ s = Some hs ->
  (forall h, In h hs -> fine (arrive h) /\ leads h = number (den (arrive h))) /\
  (forall l l', lawful l -> number l = number (den s) -> mv l l' -> exists h, In h hs /\ leads h = number l').
Hypothesis goalb_spec : forall l, lawful l -> goal l -> goalb (number l) = true.
Hypothesis keep_less : forall i k, keep i k = Some false -> keep (i + 1) k = Some false.

(** What has been found: the next level, all numbers, and how many more there may be. *)
Record found := Found { next : list S; known : M.t unit; room : N }.

Fixpoint absorb (depth : N) (hs : list H) (f : found) : option found :=
  match hs with
  | [] => Some f
  | h :: hs =>
      if M.mem (leads h) (known f) then absorb depth hs f
      else match keep depth (leads h) with
           | None => None
           | Some false => absorb depth hs f
           | Some true =>
               if room f =? 0 then None
               else absorb depth hs (Found (arrive h :: next f) (M.add (leads h) tt (known f)) (room f - 1))
           end
  end.

Fixpoint expand (depth : N) (level : list S) (f : found) : option found :=
  match level with
  | [] => Some f
  | s :: level =>
      match succ s with
      | None => None
      | Some hs => match absorb depth hs f with None => None | Some f => expand depth level f end
      end
  end.

(** The depth of the current level, it, what is known, and the levels gone through, the last one first. *)
Record frontier := Frontier { depth : N; current : list S; seen : M.t unit; left : N; before : list (list S) }.

(** A goal among the levels, or more layouts than there may be, is the end, without a result. *)
Definition deeper (a : frontier) : frontier + option frontier :=
  match current a with
  | [] => inr (Some a)
  | _ :: _ =>
      if existsb (fun s => goalb (numbered s)) (current a) then inr None
      else match expand (depth a + 1) (current a) (Found [] (seen a) (left a)) with
           | None => inr None
           | Some f => inl (Frontier (depth a + 1) (next f) (known f) (room f) (current a :: before a))
           end
  end.

Definition search (s : S) (most : N) : option frontier :=
  if most =? 0 then None
  else match repeat plenty deeper (Frontier 0 [s] (M.add (numbered s) tt (M.empty unit)) (most - 1) []) with
       | inr r => r
       | inl _ => None
       end.

(** What is reached in [i] moves past numbers that are worth listing. *)
Inductive lively : N -> L -> Prop :=
| lively_first : lively 0 first
| lively_next : forall i l l', lively i l -> mv l l' -> keep (i + 1) (number l') <> Some false -> lively (i + 1) l'.

Hypothesis lawful_first : lawful first.

Lemma lively_lawful : forall i l, lively i l -> lawful l.
Proof. induction 1; eauto. Qed.

(** The numbers [ks] that are known contain the successors of [l] that are worth listing. *)
Definition closed (i : N) (ks : M.t unit) (l : L) : Prop :=
  forall l', mv l l' -> M.mem (number l') ks = true \/ keep i (number l') = Some false.

Lemma absorb_spec : forall i hs f f',
  absorb i hs f = Some f' ->
  (forall h, In h hs -> fine (arrive h) /\ leads h = number (den (arrive h))) ->
  (forall s, In s (next f) -> fine s) ->
  (forall s, In s (next f') -> fine s) /\
  (forall k, M.mem k (known f) = true -> M.mem k (known f') = true) /\
  (forall k, M.mem k (known f') = true ->
     M.mem k (known f) = true \/ exists s, In s (next f') /\ number (den s) = k) /\
  (forall s, In s (next f) -> In s (next f')) /\
  (forall h, In h hs -> M.mem (leads h) (known f') = true \/ keep i (leads h) = Some false).
Proof.
  induction hs as [|h hs IH]; simpl; intros f f' E Hh Hn.
  - inversion E; subst. split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. intros h [].
  - assert (Hh' : forall h, In h hs -> fine (arrive h) /\ leads h = number (den (arrive h))) by auto.
    destruct (M.mem (leads h) (known f)) eqn:Em.
    + destruct (IH _ _ E Hh' Hn) as (A & B & C & D & F).
      split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. intros h' [->|I]; auto.
    + destruct (keep i (leads h)) as [[|]|] eqn:Ek; try discriminate.
      * destruct (room f =? 0); try discriminate.
        destruct (Hh h (or_introl eq_refl)) as [Lh Nh].
        assert (Hn' : forall s, In s (arrive h :: next f) -> fine s).
        { intros s [<-|I]; auto. }
        destruct (IH _ _ E Hh' Hn') as (A & B & C & D & F). simpl in *.
        assert (B' : forall k, M.mem k (known f) = true -> M.mem k (known f') = true).
        { intros k Hk. apply B. rewrite mem_add, Hk. apply orb_true_r. }
        split; [auto|]. split; [auto|]. split; [|split].
        -- intros k Hk. destruct (C k Hk) as [Q|Q]; auto.
           rewrite mem_add in Q. apply orb_true_iff in Q. destruct Q as [Q|Q]; auto.
           apply N.eqb_eq in Q. subst k. right. exists (arrive h). split; auto.
        -- intros s I. apply D. auto.
        -- intros h' [->|I]; auto. left. apply B. rewrite mem_add, N.eqb_refl. auto.
      * destruct (IH _ _ E Hh' Hn) as (A & B & C & D & F).
        split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. intros h' [->|I]; auto.
Qed.

Lemma expand_spec : forall i level f f',
  expand i level f = Some f' ->
  (forall s, In s level -> fine s) ->
  (forall s, In s (next f) -> fine s) ->
  (forall s, In s (next f') -> fine s) /\
  (forall k, M.mem k (known f) = true -> M.mem k (known f') = true) /\
  (forall k, M.mem k (known f') = true ->
     M.mem k (known f) = true \/ exists s, In s (next f') /\ number (den s) = k) /\
  (forall s, In s (next f) -> In s (next f')) /\
  (forall s l, In s level -> lawful l -> number l = number (den s) -> closed i (known f') l).
Proof.
  induction level as [|s level IH]; simpl; intros f f' E Hl Hn.
  - inversion E; subst. split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. intros s l [].
  - destruct (succ s) as [hs|] eqn:Es; try discriminate.
    destruct (absorb i hs f) as [g|] eqn:Ea; try discriminate.
    destruct (succ_spec s hs (Hl s (or_introl eq_refl)) Es) as [S1 S2].
    destruct (absorb_spec _ _ _ _ Ea S1 Hn) as (A & B & C & D & F).
    destruct (IH _ _ E (fun s I => Hl s (or_intror I)) A) as (A' & B' & C' & D' & F').
    split; [auto|]. split; [auto|]. split; [|split; [auto|]].
    + intros k Hk. destruct (C' k Hk) as [Q|Q]; auto. destruct (C k Q) as [Q'|(t & I & Et)]; auto.
      right. exists t. auto.
    + intros s' l [->|I] Ll El; eauto. intros l' Hm.
      destruct (S2 l l' Ll El Hm) as (h & Ih & Eh). destruct (F h Ih) as [Q|Q]; rewrite Eh in Q; auto.
Qed.

Lemma closed_later : forall i ks l, closed i ks l -> closed (i + 1) ks l.
Proof. intros i ks l Hc l' Hm. destruct (Hc l' Hm); auto. Qed.

Record good (a : frontier) : Prop := Good {
  good_current : forall s, In s (current a) -> fine s;
  good_known : forall l, lively (depth a) l -> M.mem (number l) (seen a) = true;
  good_closed : forall l, lawful l -> M.mem (number l) (seen a) = true ->
    (exists s, In s (current a) /\ number (den s) = number l) \/ (~ goal l /\ closed (depth a) (seen a) l);
  good_before : forall i l, i < depth a -> lively i l -> ~ goal l
}.

Lemma lively_pred : forall i l, lively (i + 1) l ->
  exists l0, lively i l0 /\ mv l0 l /\ keep (i + 1) (number l) <> Some false.
Proof. intros i l Hl. inversion Hl; [lia|]. replace i with i0 by lia. eauto. Qed.

Lemma deeper_good : forall a, good a ->
  match deeper a with
  | inl b => good b
  | inr None => True
  | inr (Some b) => forall i l, lively i l -> ~ goal l
  end.
Proof.
  intros a [G1 G2 G3 G4]. unfold deeper. destruct (current a) as [|s0 rest] eqn:Ec.
  - (* Nothing is left: all that is known is closed, so all that will ever be reached is known. *)
    assert (K : forall j l, lively (depth a + j) l -> M.mem (number l) (seen a) = true /\ ~ goal l).
    { induction j as [|j IH] using N.peano_ind; intros l Hl.
      - rewrite N.add_0_r in Hl. pose proof (G2 l Hl) as Hk. split; auto.
        destruct (G3 l (lively_lawful _ _ Hl) Hk) as [(s & [] & _)|[Q _]]; auto.
      - replace (depth a + N.succ j) with ((depth a + j) + 1) in Hl by lia.
        destruct (lively_pred _ _ Hl) as (l0 & H0 & Hm & Hk). destruct (IH l0 H0) as [K0 _].
        destruct (G3 l0 (lively_lawful _ _ H0) K0) as [(s & [] & _)|[_ Q]].
        assert (Kl : M.mem (number l) (seen a) = true).
        { destruct (Q l Hm) as [R|R]; auto. exfalso. apply Hk.
          clear - R keep_less. replace (depth a + j + 1) with (depth a + N.succ j) by lia.
          induction (N.succ j) as [|n IHn] using N.peano_ind; [rewrite N.add_0_r; auto|].
          replace (depth a + N.succ n) with (depth a + n + 1) by lia. auto. }
        split; auto. destruct (G3 l (lively_lawful _ _ Hl) Kl) as [(s & [] & _)|[R _]]; auto. }
    intros i l Hl. destruct (N.lt_ge_cases i (depth a)) as [Q|Q]; eauto.
    replace i with (depth a + (i - depth a)) in Hl by lia. apply (K _ _ Hl).
  - destruct (existsb _ _) eqn:Eg; auto.
    destruct (expand _ _ _) as [f|] eqn:Ee; auto.
    assert (NG : forall s l, In s (s0 :: rest) -> lawful l -> number l = number (den s) -> ~ goal l).
    { intros s l I Ll El Gl. assert (T : existsb (fun s => goalb (numbered s)) (s0 :: rest) = true).
      { apply existsb_exists. exists s. split; auto. rewrite numbered_spec, <- El; auto. }
      congruence. }
    destruct (expand_spec _ _ _ _ Ee G1 (fun s I => match I with end)) as (A & B & C & _ & F).
    constructor; simpl in *.
    + auto.
    + intros l Hl. destruct (lively_pred _ _ Hl) as (l0 & H0 & Hm & Hk).
      pose proof (lively_lawful _ _ H0) as L0. pose proof (G2 l0 H0) as K0.
      destruct (G3 l0 L0 K0) as [(s & I & E)|[_ Q]].
      * destruct (F s l0 I L0 (eq_sym E) l Hm) as [R|R]; [auto|contradiction].
      * destruct (Q l Hm) as [R|R]; [auto|apply keep_less in R; contradiction].
    + intros l Ll Hk. destruct (C _ Hk) as [Q|(s & I & E)]; [|left; exists s; auto].
      right. destruct (G3 l Ll Q) as [(s & I & E)|[R R']].
      * split; [eapply NG; eauto|]. eapply F; eauto.
      * split; auto. apply closed_later. intros l' Hm. destruct (R' l' Hm); auto.
    + intros i l Hi Hl. destruct (N.eq_dec i (depth a)) as [->|Ne]; [|apply (G4 i); auto; lia].
      pose proof (lively_lawful _ _ Hl) as Ll.
      destruct (G3 l Ll (G2 l Hl)) as [(s & I & E)|[R _]]; auto. eapply NG; eauto.
Qed.

Theorem search_spec : forall s most r,
  fine s -> den s = first -> search s most = Some r -> forall i l, lively i l -> ~ goal l.
Proof.
  intros s most r Fs Ed Es. unfold search in Es. destruct (most =? 0); try discriminate.
  destruct (repeat plenty deeper _) as [b|o] eqn:E; [discriminate|]. subst o.
  refine (repeat_end good (fun r => match r with None => True | Some _ => forall i l, lively i l -> ~ goal l end)
    deeper deeper_good _ _ _ _ E).
  constructor; simpl.
  - intros t [<-|[]]; auto.
  - intros l Hl. assert (l = first) by (inversion Hl; auto; lia). subst l.
    rewrite mem_add, numbered_spec, Ed, N.eqb_refl; auto.
  - intros l Ll Hk. left. exists s. split; auto. rewrite mem_add, numbered_spec in Hk; auto.
    apply orb_true_iff in Hk. destruct Hk as [Hk|Hk]; [apply N.eqb_eq; auto|].
    rewrite MF.empty_a in Hk. discriminate.
  - intros. lia.
Qed.

(** What holds of the first node, and of each that is next to one of which it holds, holds of all nodes gone through. *)
Theorem search_all : forall Q : S -> Prop,
  (forall s hs h, Q s -> succ s = Some hs -> In h hs -> Q (arrive h)) ->
  forall s most r, Q s -> search s most = Some r -> forall l t, In l (before r) -> In t l -> Q t.
Proof.
  intros Q Step.
  assert (Absorb : forall i hs f f', absorb i hs f = Some f' -> (forall h, In h hs -> Q (arrive h)) ->
    (forall s, In s (next f) -> Q s) -> forall s, In s (next f') -> Q s).
  { induction hs as [|h hs IH]; simpl; intros f f' E Hh Hf; [injection E as <-; auto|].
    destruct (M.mem _ _); [eapply IH; eauto|]. destruct (keep i (leads h)) as [[|]|]; [|eapply IH; eauto|discriminate].
    destruct (room f =? 0); [discriminate|]. eapply IH; eauto. intros s [<-|I]; auto. }
  assert (Expand : forall i level f f', expand i level f = Some f' -> (forall s, In s level -> Q s) ->
    (forall s, In s (next f) -> Q s) -> forall s, In s (next f') -> Q s).
  { induction level as [|s level IH]; simpl; intros f f' E Hl Hf; [injection E as <-; auto|].
    destruct (succ s) as [hs|] eqn:Es; [|discriminate]. destruct (absorb i hs f) as [g|] eqn:Ea; [|discriminate].
    eapply IH; eauto. }
  intros s most r Fs Es. unfold search in Es. destruct (most =? 0); [discriminate|].
  destruct (repeat plenty deeper _) as [b|o] eqn:E; [discriminate|]. subst o.
  pose (I := fun a => (forall t, In t (current a) -> Q t) /\ forall l t, In l (before a) -> In t l -> Q t).
  assert (R : match Some r with None => True | Some r => I r end).
  { refine (repeat_end I (fun o => match o with None => True | Some r => I r end) deeper _ _ _ _ _ E).
    - intros a [I1 I2]. unfold deeper. destruct (current a) as [|s0 rest] eqn:Ec; [split; rewrite ?Ec; auto|].
      destruct (existsb _ _); auto. destruct (expand _ _ _) as [f|] eqn:Ee; auto.
      split; simpl; [eapply Expand; eauto; intros t []|]. intros l t [<-|Il] It; eauto.
    - split; simpl; [intros t [<-|[]]; auto|intros l t []]. }
  apply R.
Qed.

End Search.
