(** * The checker

    [check] takes a certificate as [docs/en/reference/certificates.md] describes it, with its text and compressed bytes already taken apart,
    and says what it proves. *)

From Coq Require Import List ZArith NArith Bool FMapPositive.
From Huarong Require Import Rules Board Search Hops Patterns Crowded.
Import ListNotations.
Local Open Scope N_scope.

(** The fields of the header, and the bytes of the heights. A piece is its kind and the cell of its head, [y * width + x]. *)
Record certificate := Certificate {
  c_width : N;
  c_height : N;
  c_walls : list N;
  c_gates : list N;
  c_kinds : list kind;
  c_start : list (N * N);
  c_goal : list (list (N * N));
  c_metric : metric;
  c_mirror : bool;
  c_length : option N;
  c_solution : list (N * N * N);
  c_layouts : N;
  c_solutions : option N;
  c_patterns : option (list (list N));
  c_heights : list N
}.

(** The puzzle that a certificate speaks of. *)
Definition cell_of (w n : N) : cell := (Z.of_N (n mod w), Z.of_N (n / w)).
Definition piece_of (w : N) (p : N * N) : piece := Piece (fst p) (cell_of w (snd p)).
Definition puzzle_of (c : certificate) : puzzle :=
  let w := c_width c in
  Puzzle (Z.of_N w) (Z.of_N (c_height c)) (map (cell_of w) (c_walls c)) (map (cell_of w) (c_gates c)) (c_kinds c)
         (map (piece_of w) (c_start c)) (map (map (piece_of w)) (c_goal c)).

Inductive verdict := Refused | Optimal (n : N) | Unsolvable | AtLeast (n : N).

(** ** The form *)

Definition size (c : certificate) : N := c_width c * c_height c.
Definition count {A} (l : list A) : N := fold_left (fun n _ => n + 1) l 0.
Definition on_board (c : certificate) (n : N) : bool := n <? size c.
Definition piece_on_board (c : certificate) (p : N * N) : bool := (fst p <? count (c_kinds c)) && on_board c (snd p).

Fixpoint distinct {A} (eq : A -> A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => negb (existsb (eq x) l) && distinct eq l end.

Definition good_kind (c : certificate) (k : kind) : bool :=
  let w := Z.of_N (c_width c) in
  forallb (fun s => (- w <? fst s)%Z && (fst s <? w)%Z && (0 <=? snd s)%Z && (snd s <? Z.of_N (c_height c))%Z
                    && ((0 <? snd s)%Z || (0 <=? fst s)%Z)) (shape k)
  && among (0, 0)%Z (shape k) && distinct same_cell (shape k) && distinct (fun d e => is_way d [e]) (ways k).

Fixpoint legal_b (P : puzzle) (l : layout) : bool :=
  match l with [] => true | p :: l => fits P p && forallb (apart P p) l && legal_b P l end.

Definition formed (c : certificate) : bool :=
  let P := puzzle_of c in
  (0 <? c_width c) && (c_width c <? 4097) && (0 <? c_height c) && (c_height c <? 4097) && (size c <? 4097)
  && forallb (on_board c) (c_walls c) && forallb (on_board c) (c_gates c)
  && (0 <? count (c_kinds c)) && (count (c_kinds c) * size c <? 65536) && forallb (good_kind c) (c_kinds c)
  && forallb (piece_on_board c) (c_start c) && legal_b P (start P)
  && (0 <? count (c_goal c))
  && forallb (fun g => (0 <? count g) && forallb (piece_on_board c) g) (c_goal c)
  && forallb (forallb (fits P)) (goals P)
  && forallb (fun m => piece_on_board c (fst m) && on_board c (snd m)) (c_solution c)
  && (c_layouts c <? 2147483648).

(** ** Places, and mirror images *)

Definition zrange (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

Definition places (P : puzzle) : list piece :=
  flat_map (fun k => flat_map (fun y => filter (fits P) (map (fun x => Piece (N.of_nat k) (x, y)) (zrange (width P))))
                              (zrange (height P)))
           (seq 0 (List.length (kinds P))).

(** How far a kind's last cell of its first row is from its head. *)
Definition reach (k : kind) : Z :=
  fold_right (fun c a => if (snd c =? 0)%Z then Z.max (fst c) a else a) 0%Z (shape k).

Definition inside_of {A} (eq : A -> A -> bool) (l m : list A) : bool := forallb (fun x => existsb (eq x) m) l.

Definition mirror_kinds (a b : kind) : bool :=
  let s := map (fun c => ((reach a - fst c)%Z, snd c)) (shape a) in
  let ds := map turn (ways a) in
  inside_of same_cell s (shape b) && inside_of same_cell (shape b) s
  && inside_of (fun d e => is_way d [e]) ds (ways b) && inside_of (fun d e => is_way d [e]) (ways b) ds
  && eqb (opens a) (opens b).

Fixpoint indices {A} (f : A -> bool) (n : N) (l : list A) : list N :=
  match l with [] => [] | x :: l => if f x then n :: indices f (n + 1) l else indices f (n + 1) l end.

(** For each kind the kind of its mirror image and its reach; [None] where not exactly one kind is that. *)
Fixpoint images (all ks : list kind) : option (list (N * Z)) :=
  match ks with
  | [] => Some []
  | k :: ks =>
      match indices (mirror_kinds k) 0 all, images all ks with
      | [t], Some l => Some ((t, reach k) :: l)
      | _, _ => None
      end
  end.

Definition image (P : puzzle) (ts : list (N * Z)) (p : piece) : piece :=
  match nth_error ts (N.to_nat (sort p)) with
  | Some (t, r) => Piece t ((width P - 1 - (fst (head p) + r))%Z, snd (head p))
  | None => p
  end.

Definition same_piece (p q : piece) : bool := (sort p =? sort q) && same_cell (head p) (head q).

(** Whether a map is what [Board.symmetric] asks for, as far as can be seen at each place of the board. *)
Definition symmetric_b (P : puzzle) (ps : list piece) (im : piece -> piece) : bool :=
  forallb (fun p =>
    fits P (im p) && same_piece (im (im p)) p
    && forallb (fun c => among (flip P c) (covers P p)) (covers P (im p))
    && forallb (fun d => match step P [] d p with
                         | None => true
                         | Some q => match step P [] (turn d) (im p) with
                                     | Some r => same_piece r (im q)
                                     | None => false
                                     end
                         end) around) ps
  && forallb (fun g => existsb (fun h => bits_of P (map im g) =? bits_of P h) (goals P)) (goals P).

Definition mirroring (c : certificate) (P : puzzle) (ps : list piece) : option (piece -> piece) :=
  if c_mirror c then
    match images (kinds P) (kinds P) with
    | None => None
    | Some ts => if symmetric_b P ps (image P ts) then Some (image P ts) else None
    end
  else Some (fun p => p).

(** ** The solution *)

Section Checks.
Variable c : certificate.
Variable P : puzzle.
Variable im : piece -> piece.
Variable T : table.
Variable gs : list N.

Let m := c_metric c.
Let mirrored := c_mirror c.

Definition successors (s : state) : option (list hop) := hops mirrored T m s.

Fixpoint replay (s : state) (moves : list (N * N * N)) : option state :=
  match moves with
  | [] => Some s
  | (k, a, b) :: moves =>
      let before_ := bit (code P (piece_of (c_width c) (k, a))) in
      let after := bit (code P (piece_of (c_width c) (k, b))) in
      match successors s with
      | None => None
      | Some hs =>
          if N.land (sum s) before_ =? 0 then None
          else match find (fun h => to_sum h =? N.lxor (N.lxor (sum s) before_) after) hs with
               | None => None
               | Some h => replay (arrive h) moves
               end
      end
  end.

Definition solves (s : state) (n : N) : bool :=
  (count (c_solution c) =? n)
  && match replay s (c_solution c) with Some s => is_goal gs (sum s) | None => false end.

(** ** All layouts that are nearer *)

Variable bound : N -> option N.

Definition within (n i k : N) : option bool :=
  match bound k with Some b => Some (i + b <? n) | None => None end.

Definition nearer (keep : N -> N -> option bool) (s : state) : option (frontier state) :=
  match search _ _ successors arrive leads (is_goal gs) keep numbered s (c_layouts c) with
  | Some f => if left _ f =? 0 then Some f else None
  | None => None
  end.

(** ** The heights *)

(** A height, or what it is modulo 3; and how many ways lead there. *)
Inductive height_ := Given (r : N) | Known (h : N).
Record info := Info { high : height_; paths : N }.

Definition two_way : bool :=
  forallb (fun k => eqb (is_way Up (ways k)) (is_way Down (ways k))
                    && eqb (is_way Left (ways k)) (is_way Right (ways k))) (c_kinds c).

(** Four heights of each byte, the first in the lowest bits. *)
Definition fours (bytes : list N) : list N :=
  rev_append (fold_left (fun a b => (b / 64) mod 4 :: (b / 16) mod 4 :: (b / 4) mod 4 :: b mod 4 :: a) bytes []) [].

(** One height of two bytes, the lower first, behind those that are found already. *)
Fixpoint pairs (bytes found_ : list N) : option (list N) :=
  match bytes with
  | [] => Some (rev_append found_ [])
  | a :: b :: bytes => pairs bytes (a + 256 * b :: found_)
  | _ => None
  end.

(** Gives the layouts their heights in rising order. Only fewer than four values, all 0, may be left over. *)
Fixpoint assign (ks : list (N * unit)) (hs : list N) (a : M.t info) : option (M.t info) :=
  match ks, hs with
  | [], _ => if (count hs <? 4) && forallb (N.eqb 0) hs then Some a else None
  | (k, _) :: ks, h :: hs =>
      if two_way then if h <? 3 then assign ks hs (M.add k (Info (Given h) 0) a) else None
      else assign ks hs (M.add k (Info (Known h) 0) a)
  | _, [] => None
  end.

Definition given (f : frontier state) : option (M.t info) :=
  if two_way then assign (M.elements (seen _ f)) (fours (c_heights c)) (M.empty _)
  else match pairs (c_heights c) [] with
       | Some hs => if count hs =? c_layouts c then assign (M.elements (seen _ f)) hs (M.empty _) else None
       | None => None
       end.

Definition anchored (n k : N) (a : M.t info) : option (M.t info) :=
  match M.find k a with
  | Some (Info (Given r) _) => if n mod 3 =? r then Some (M.add k (Info (Known n) 1) a) else None
  | Some (Info (Known h) _) => if n =? h then Some (M.add k (Info (Known n) 1) a) else None
  | None => None
  end.

(** What has been told of the heights so far: them, and how many ways lead to goals. *)
Record told := Told { heights : M.t info; total : N }.

(** Looks at one move from a layout of a height; nothing may be lower by more than 1. *)
Definition compare_one (own ways_ : N) (h : hop) (a : told) : option told :=
  let k := leads h in
  match M.find k (heights a) with
  | None =>
      match bound k with
      | None => None
      | Some its =>
          if own <=? its + 1 then
            Some (if (own =? its + 1) && is_goal gs k then Told (heights a) (total a + ways_) else a)
          else None
      end
  | Some (Info (Known its) n) =>
      if own <=? its + 1 then
        Some (if (own =? its + 1) && negb (ways_ =? 0)
              then Told (M.add k (Info (Known its) (n + ways_)) (heights a)) (total a) else a)
      else None
  | Some (Info (Given r) n) =>
      let its := own + ((r + 3 - own mod 3 + 1) mod 3) - 1 in
      Some (Told (M.add k (Info (Known its) (if own =? its + 1 then n + ways_ else n)) (heights a)) (total a))
  end.

Fixpoint compare_all (own ways_ : N) (hs : list hop) (a : told) : option told :=
  match hs with
  | [] => Some a
  | h :: hs => match compare_one own ways_ h a with Some a => compare_all own ways_ hs a | None => None end
  end.

Fixpoint compare_level (level : list state) (a : told) : option told :=
  match level with
  | [] => Some a
  | s :: level =>
      match M.find (numbered s) (heights a), successors s with
      | Some (Info (Known own) ways_), Some hs =>
          if own =? 0 then None
          else match compare_all own ways_ hs a with Some a => compare_level level a | None => None end
      | _, _ => None
      end
  end.

Fixpoint compare_levels (levels : list (list state)) (a : told) : option told :=
  match levels with
  | [] => Some a
  | l :: levels => match compare_level l a with Some a => compare_levels levels a | None => None end
  end.

Definition heights_hold (n : N) (s : state) (f : frontier state) : bool :=
  match given f with
  | None => false
  | Some a =>
      match anchored n (numbered s) a with
      | None => false
      | Some a =>
          match compare_levels (rev_append (before _ f) []) (Told a 0) with
          | None => false
          | Some t => match c_solutions c with Some w => total t =? w | None => true end
          end
      end
  end.

End Checks.

Definition nothing {A} (l : list A) : bool := match l with [] => true | _ => false end.

(** ** Patterns *)

(** Whether a single cell is neither a wall nor covered by a piece of the start. *)
Definition crowded (P : puzzle) : bool :=
  let taken := flat_map (covers P) (start P) ++ walls P in
  count (filter (fun c => negb (among c taken))
    (flat_map (fun y => map (fun x => (x, y)) (zrange (width P))) (zrange (height P)))) =? 1.

Definition groups_formed (c : certificate) (gl : list (list N)) : bool :=
  let n := count (c_kinds c) in
  (0 <? count gl) && forallb (fun g => (count g =? n) && forallb (fun w => w <=? n) g) gl.

(** The lower bounds of a certificate: 0 where it has no patterns. On a crowded board each move is a step, and patterns are
    told in steps. *)
Definition bounding (c : certificate) (P : puzzle) (ps : list piece) (T : table) (gs : list N) : option (N -> option N) :=
  match c_patterns c with
  | None => Some (fun _ => Some 0)
  | Some gl =>
      let m := if crowded P then Step else c_metric c in
      if groups_formed c gl && two_way c && negb (c_mirror c) && (negb (crowded P) || tight P ps) then
        match groups_of P ps m T gs gl with Some groups => Some (bound_of groups) | None => None end
      else None
  end.

(** Whether a certificate gives no solution, and so claims no more than that none is shorter. *)
Definition unsolved (c : certificate) (n : N) : bool := (0 <? n) && (count (c_solution c) =? 0).

Definition check (c : certificate) : verdict :=
  let P := puzzle_of c in
  if formed c then
    let ps := places P in
    match mirroring c P ps with
    | Some im =>
        let T := tabled P im ps in
        let s := state_of P im (c_mirror c) (start P) in
        let gs := map (bits_of P) (goals P) in
        match c_length c with
        | None =>
            match nearer c T gs (fun _ _ => Some true) s with
            | Some _ => if nothing (c_heights c) then Unsolvable else Refused
            | None => Refused
            end
        | Some n =>
            let solved_ := solves c P T gs s n in
            if (n <? 65536) && (solved_ || unsolved c n) then
              if n =? 0 then
                if (c_layouts c =? 0) && nothing (c_heights c)
                   && match c_solutions c with Some w => w =? 1 | None => false end
                then Optimal 0 else Refused
              else match bounding c P ps T gs with
                   | None => Refused
                   | Some bound =>
                       match nearer c T gs (within bound n) s with
                       | Some f => if heights_hold c T gs bound n s f then (if solved_ then Optimal n else AtLeast n) else Refused
                       | None => Refused
                       end
                   end
            else Refused
        end
    | None => Refused
    end
  else Refused.
