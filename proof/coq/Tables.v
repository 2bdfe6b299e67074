(** * The checker of tables

    [check_table] takes a certificate of a table as [docs/en/reference/certificates.md] describes it, with its text and compressed bytes
    already taken apart, and gives the layouts that it has checked, each with its value. *)

From Coq Require Import List ZArith NArith Bool.
From Huarong Require Import Rules Board Search Hops Patterns Checker.
Import ListNotations.
Local Open Scope N_scope.

(** The distance of a layout to the nearest goal, if there is one, and the number of its shortest solutions. *)
Record value := Value { dist : option N; many : N }.

(** A cut: whether it is meant for shortest solutions only, and its alternatives. *)
Record cut := Cut { only_shortest : bool; crossed : list (list (N * N)) }.

(** The puzzle is told as in any certificate; of its fields [c_solution], [c_patterns] and [c_heights] do not matter. *)
Record table_ := Table {
  t_puzzle : certificate;
  t_unsolvable : N;
  t_farthest : option N;
  t_hardest : N;
  t_passes : list cut
}.

Definition same_option (a b : option N) : bool :=
  match a, b with Some a, Some b => a =? b | None, None => true | _, _ => false end.

Section Checks.
Variable c : certificate.
Variable P : puzzle.
Variable T : table.
Variable gs : list N.

(** All layouts that the start can reach. *)
Definition explored (s : state) : option (list state) :=
  match search _ _ (successors c T) arrive leads (fun _ => false) (fun _ _ => Some true) numbered s (c_layouts c) with
  | Some f => Some (flat (before _ f))
  | None => None
  end.

(** The values by numbers of layouts, of which none may come twice. *)
Fixpoint entered {A} (rows : list (state * A)) (V : M.t A) : option (M.t A) :=
  match rows with
  | [] => Some V
  | (s, v) :: rows => if M.mem (numbered s) V then None else entered rows (M.add (numbered s) v V)
  end.

Variable V : M.t value.

(** Whether the layout of a number may lie beside one of a distance: it is listed, and not more than one nearer. *)
Definition beside (own : option N) (k : N) : bool :=
  match M.find k V with
  | None => false
  | Some v => match own, dist v with _, None => true | None, Some _ => false | Some d, Some e => d <=? e + 1 end
  end.

(** Whether the layout of a number is at distance [d]. *)
Definition at_distance (d k : N) : bool := match M.find k V with Some v => same_option (dist v) (Some d) | None => false end.

Definition many_from (k : N) : N := match M.find k V with Some v => many v | None => 0 end.

Definition total_of (l : list N) : N := fold_right N.add 0 l.

(** Whether a layout's value fits those of the layouts around it. *)
Definition fits_in (s : state) (v : value) : bool :=
  match successors c T s with
  | None => false
  | Some hs =>
      distinct N.eqb (map to_sum hs) && forallb (fun h => beside (dist v) (leads h)) hs
      && match dist v with
         | None => negb (is_goal gs (sum s)) && (many v =? 0)
         | Some d =>
             if d =? 0 then is_goal gs (sum s) && (many v =? 1)
             else let near := filter (fun h => at_distance (d - 1) (leads h)) hs in
                  negb (is_goal gs (sum s)) && negb (nothing near)
                  && (many v =? total_of (map (fun h => many_from (leads h)) near))
         end
  end.

(** ** Cuts *)

(** Whether a move between layouts of two numbers goes one nearer. *)
Definition nearing_ (a b : N) : bool :=
  match M.find b V with
  | Some v => match dist v with Some e => at_distance (e + 1) a | None => false end
  | None => false
  end.

(** The moves that do not enter the cut. Here each layout counts by itself: its mirror image may be elsewhere. *)
Definition past (shortest_ : bool) (cs : list N) (s : state) : option (list hop) :=
  match successors c T s with
  | None => None
  | Some hs => Some (filter (fun h => negb (is_goal cs (to_sum h))
                                      && (negb shortest_ || nearing_ (numbered s) (leads h))) hs)
  end.

Definition cuts (shortest_ : bool) (cs : list N) (s : state) : bool :=
  is_goal cs (sum s)
  || match search _ _ (past shortest_ cs) arrive to_sum (is_goal gs) (fun _ _ => Some true) sum s (2 * c_layouts c) with
     | Some _ => true
     | None => false
     end.

Definition good_cut (s : state) (u : cut) : bool :=
  let alternatives := map (map (piece_of (c_width c))) (crossed u) in
  (0 <? count (crossed u))
  && forallb (fun g => (0 <? count g) && forallb (piece_on_board c) g) (crossed u)
  && forallb (forallb (fits P)) alternatives
  && cuts (only_shortest u) (map (bits_of P) alternatives) s.

End Checks.

(** ** The counts *)

Definition is_far (d : option N) (r : state * value) : bool := same_option (dist (snd r)) d.

Definition counted (f : state * value -> bool) (rows : list (state * value)) : N :=
  fold_left (fun n r => if f r then n + 1 else n) rows 0.

Definition farthest_holds (t : table_) (rows : list (state * value)) : bool :=
  match t_farthest t with
  | None => forallb (is_far None) rows && (t_hardest t =? 0)
  | Some n =>
      forallb (fun r => match dist (snd r) with Some d => d <=? n | None => true end) rows
      && (0 <? t_hardest t) && (counted (is_far (Some n)) rows =? t_hardest t)
  end.

(** Two lists side by side, as dist as both go, the last one first. *)
Fixpoint paired {A B} (l : list A) (m : list B) (found_ : list (A * B)) : list (A * B) :=
  match l, m with a :: l, b :: m => paired l m ((a, b) :: found_) | _, _ => found_ end.

(** [guess] says which values the layouts have; nothing is expected of it. *)
Definition check_table (guess : (state -> option (list hop)) -> list state -> list value) (t : table_)
  : option (list (state * value)) :=
  let c := t_puzzle t in
  let P := puzzle_of c in
  if formed c then
    match mirroring c P (places P) with
    | None => None
    | Some im =>
        let T := tabled P im (places P) in
        let s := state_of P im (c_mirror c) (start P) in
        let gs := map (bits_of P) (goals P) in
        match explored c T s with
        | None => None
        | Some states =>
            let rows := paired states (guess (successors c T) states) [] in
            match entered rows (M.empty value) with
            | None => None
            | Some V =>
                if (count rows =? c_layouts c)
                   && forallb (fun r => fits_in c T gs V (fst r) (snd r)) rows
                   && match M.find (numbered s) V with
                      | Some v => same_option (dist v) (c_length c)
                                  && match c_length c, c_solutions c with
                                     | Some n, Some w => (n <? 65535) && (many v =? w)
                                     | None, None => nothing (t_passes t)
                                     | _, _ => false
                                     end
                      | None => false
                      end
                   && (counted (is_far None) rows =? t_unsolvable t)
                   && farthest_holds t rows
                   && forallb (good_cut c P T gs V s) (t_passes t)
                then Some rows else None
            end
        end
    end
  else None.
