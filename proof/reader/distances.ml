(* The distances of a table, found again from its bytes, and the numbers of shortest solutions. Nothing here has to be
   trusted: the proved checker compares each with those around it. *)

module Keys = Hashtbl.Make (struct type t = Z.t let equal = Z.equal let hash = Z.hash end)

let refuse why = raise (Certificate.Refused why)

(* The layouts that moves lead to from each, by their places in the list. *)
let links successors states =
  let at = Keys.create (2 * Array.length states) in
  Array.iteri (fun i s -> Keys.replace at (Checker.numbered s) i) states;
  let link h = match Keys.find_opt at (Checker.leads h) with Some j -> j | None -> refuse "a layout is missing" in
  Array.map (fun s -> match successors s with Some hs -> Array.of_list (List.map link hs) | None -> refuse "no moves") states

(* The number that the file has for each layout, in the order of their keys, of which the list has another. *)
let told (c : Checker.certificate) bytes states =
  let n = Array.length states and byte i = Char.code bytes.[i] in
  let order = Array.init n (fun i -> (Checker.numbered states.(i), i)) in
  Array.sort (fun (a, _) (b, _) -> Z.compare a b) order;
  let two_way = Checker.two_way c in
  if String.length bytes <> if two_way then (n + 3) / 4 else 2 * n then refuse "there are more or fewer distances";
  let value k = if two_way then (byte (k / 4) lsr (2 * (k mod 4))) land 3 else byte (2 * k) + (256 * byte ((2 * k) + 1)) in
  if two_way then
    for k = 0 to (4 * String.length bytes) - 1 do
      if value k > if k < n then 2 else 0 then refuse "a distance modulo 3 is none"
    done;
  let found = Array.make n 0 in
  Array.iteri (fun k (_, i) -> found.(i) <- value k) order;
  found

(* Distances, -1 where there is none. The start comes first, and each layout behind one that a move leads from. *)
let distances (c : Checker.certificate) bytes states links =
  match c.c_length with
  | None when Checker.two_way c -> Array.map (fun _ -> -1) states
  | None -> Array.map (fun d -> if d = 65535 then -1 else d) (told c bytes states)
  | Some _ when not (Checker.two_way c) -> Array.map (fun d -> if d = 65535 then -1 else d) (told c bytes states)
  | Some length ->
      if Z.gt length (Z.of_int 65535) then refuse "the length is too large";
      let found = Array.map (fun _ -> -1) states and told = told c bytes states in
      let length = Z.to_int length in
      if told.(0) <> length mod 3 then refuse "the start has another distance";
      found.(0) <- length;
      Array.iteri
        (fun i near ->
          let its j = found.(i) + ((told.(j) + 4 - (found.(i) mod 3)) mod 3) - 1 in
          let see j = if found.(j) < 0 then if its j < 0 then refuse "a distance is below 0" else found.(j) <- its j in
          Array.iter see near)
        links;
      found

let solutions distances links =
  let order = Array.init (Array.length distances) Fun.id and found = Array.map (fun _ -> Z.zero) distances in
  Array.stable_sort (fun i j -> compare distances.(i) distances.(j)) order;
  let from i d sum j = if distances.(j) = d - 1 then Z.add sum found.(j) else sum in
  let count i d = if d = 0 then Z.one else Array.fold_left (from i d) Z.zero links.(i) in
  Array.iter (fun i -> if distances.(i) >= 0 then found.(i) <- count i distances.(i)) order;
  found

let guess c bytes successors states =
  let states = Array.of_list states in
  let links = links successors states in
  let distances = distances c bytes states links in
  let many = solutions distances links in
  let value i d = { Checker.dist = (if d < 0 then None else Some (Z.of_int d)); many = many.(i) } in
  Array.to_list (Array.mapi value distances)
