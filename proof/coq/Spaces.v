(** * All layouts of some pieces

    [check_space] finds all layouts with the pieces of a start, and their components. No certificate says anything of
    these: all is computed here. *)

From Coq Require Import List ZArith NArith Bool FMapPositive.
From Huarong Require Import Rules Board Search Hops Patterns Checker Tables.
Import ListNotations.
Local Open Scope N_scope.

(** All ways to lay so many pieces of each kind, behind those that lie there and cover [taken]. The places of a kind are
    followed by [None]. *)
Fixpoint laid (items : list (option slot)) (ns : list N) (taken : N) (lie : list slot) (found_ : list layout)
  : list layout :=
  match items with
  | [] => map who lie :: found_
  | None :: items => match ns with n :: ns => if n =? 0 then laid items ns taken lie found_ else found_ | [] => found_ end
  | Some p :: items =>
      let found_ := laid items ns taken lie found_ in
      match ns with
      | n :: ns => if (0 <? n) && free taken p then laid items (n - 1 :: ns) (N.lor taken (mask p)) (p :: lie) found_ else found_
      | [] => found_
      end
  end.

Definition of_kind (k : N) (l : layout) : layout := filter (fun p => sort p =? k) l.

Section Space.
Variable c : certificate.
Variable P : puzzle.

Definition kinds_of : list N := map N.of_nat (seq 0 (List.length (kinds P))).

Definition grouped : list piece := flat_map (fun k => of_kind k (places P)) kinds_of.

Definition items : list (option slot) :=
  flat_map (fun k => map (fun p => Some (slot_of P same_image p)) (of_kind k (places P)) ++ [None]) kinds_of.

Definition numbers : list N := map (fun k => count (of_kind k (start P))) kinds_of.

Definition all_layouts : list layout := laid items numbers 0 [] [].

Definition as_many (l : layout) : bool :=
  forallb (fun k => count (of_kind k l) =? count (of_kind k (start P))) kinds_of.

Variable T : table.

Definition reached_from (s : state) : option (list state) :=
  match search _ _ (steps (c_metric c) T) arrive leads (fun _ => false) (fun _ _ => Some true) numbered s 2147483648 with
  | Some f => Some (flat (before _ f))
  | None => None
  end.

(** Each layout that can be reached, with the number of a layout of its component, which comes behind [heads]. *)
Fixpoint parted (ls : list layout) (known_ : M.t unit) (rows : list (state * N)) (heads : list layout)
  : option (list (state * N) * list layout) :=
  match ls with
  | [] => Some (rows, heads)
  | l :: ls =>
      if M.mem (key P l) known_ then parted ls known_ rows heads
      else if legal_b P l && as_many l then
        match reached_from (state_of P same_image false l) with
        | None => None
        | Some states =>
            parted ls (fold_left (fun a s => M.add (numbered s) tt a) states known_)
              (fold_left (fun a s => (s, key P l) :: a) states rows) (l :: heads)
        end
      else None
  end.

End Space.

Definition check_space (c : certificate) : option (list (state * N) * list layout) :=
  let P := puzzle_of c in
  if formed c && two_way c && distinct N.eqb (map (code P) (grouped P)) then
    let T := tabled P same_image (places P) in
    let all := all_layouts P in
    match parted c P T all (M.empty unit) [] [] with
    | None => None
    | Some (rows, heads) =>
        match entered rows (M.empty N), entered (map (fun l => (state_of P same_image false l, tt)) heads) (M.empty unit) with
        | Some C, Some _ =>
            let is k i := same_option (M.find k C) (Some i) in
            if forallb (fun r => match steps (c_metric c) T (fst r) with
                                 | Some hs => forallb (fun h => is (leads h) (snd r)) hs
                                 | None => false
                                 end) rows
               && forallb (fun l => M.mem (key P l) C) all
               && forallb (fun l => is (key P l) (key P l)) heads
            then Some (rows, heads) else None
        | _, _ => None
        end
    end
  else None.
