(* huarong-check FILE ...: what the proved checker says of certificates. *)

let usage =
  "usage: huarong-check FILE ...\n\
  \       huarong-check --at-least FILE ...     also files whose solution is empty\n\
  \       huarong-check --space FILE ...        all layouts of the pieces, and their components\n\
  \       huarong-check --verdicts              paths on standard input, one a line\n"

let load path =
  if Sys.is_directory path then raise (Sys_error (path ^ ": Is a directory"));
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () -> really_input_string file (in_channel_length file))

let grouped n =
  let s = Z.to_string n in
  let k = String.length s in
  String.concat "" (List.init k (fun i -> (if i > 0 && (k - i) mod 3 = 0 then "," else "") ^ String.make 1 s.[i]))

type found = One of Checker.certificate * Checker.verdict | All of Checker.table_ * (Checker.state * Checker.value) list

(* The form asks for a solution wherever there is a length; without one, no more is proved than that none is shorter. *)
let judged ?(at_least = false) path =
  let refused = Error "the proof does not hold" in
  try
    match Certificate.read (load path) with
    | Proof c -> (
        match Checker.check c with
        | Refused -> refused
        | AtLeast _ when not at_least -> Error "there is no solution in it"
        | verdict -> Ok (One (c, verdict)))
    | Table (t, bytes) -> (
        match Checker.check_table (Distances.guess t.t_puzzle bytes) t with
        | None -> refused
        | Some rows -> Ok (All (t, rows)))
  with Certificate.Refused why -> Error why

let metric c = match c.Checker.c_metric with Step -> "steps" | Slide -> "slides" | Move -> "moves"

let statement (c, verdict) =
  match verdict with
  | Checker.Optimal n -> Printf.sprintf "Theorem. %s %s solve it, and no fewer do." (grouped n) (metric c)
  | Unsolvable -> "Theorem. There is no solution."
  | AtLeast n -> Printf.sprintf "Theorem. No solution has fewer than %s %s." (grouped n) (metric c)
  | Refused -> assert false

let folded c = if c.Checker.c_mirror then " (mirror images counted once)" else ""

let moves n c = if Z.equal n Z.one then "1 " ^ String.sub (metric c) 0 (String.length (metric c) - 1) else grouped n ^ " " ^ metric c

(* The theorems about a table, each with its name in TableTheorems.v. *)
let theorems (t : Checker.table_) =
  let c = t.t_puzzle in
  let say name text = Printf.sprintf "Theorem %s. %s" name text in
  let start =
    match (c.c_length, c.c_solutions) with
    | Some n, Some w ->
        [ say "start_exact" (Printf.sprintf "The start is %s from the nearest goal: there is a way of that length, and no shorter one." (moves n c));
          say "start_solutions" (Printf.sprintf "The number of shortest solutions of the start is %s." (grouped w)) ]
    | _ -> [ say "start_exact" "No goal can be reached from the start." ]
  in
  let farthest =
    match t.t_farthest with
    | Some n ->
        Printf.sprintf "The hardest layouts in reach are %s from the nearest goal; their number is %s%s." (moves n c)
          (grouped t.t_hardest) (folded c)
    | None -> "No layout in reach can be solved."
  in
  let passes i (u : Checker.cut) =
    let name, which = if u.only_shortest then ("every_shortest_solution_passes", "shortest ") else ("every_solution_passes", "") in
    say name (Printf.sprintf "Every %ssolution from the start passes a layout of cut %d." which (i + 1))
  in
  start
  @ [ say "reachable_listed, listed_reachable, listed_once"
        (Printf.sprintf "The start can reach exactly the listed layouts; their number is %s%s." (grouped c.c_layouts) (folded c));
      say "distances_exact"
        (Printf.sprintf "The distance of each listed layout to the nearest goal, in %s, is right." (metric c));
      say "solutions_exact" "The number of shortest solutions of each listed layout is right.";
      say "unsolvable_counted" (Printf.sprintf "The number of listed layouts without a solution is %s." (grouped t.t_unsolvable));
      say "farthest_exact" farthest ]
  @ (if c.c_mirror then [ say "mirror_images_equal" "Mirror images are equally far from the goals." ] else [])
  @ (if Checker.two_way c then [ say "components_apart" "No listed layout can be reached from a layout that is not listed." ] else [])
  @ List.mapi passes t.t_passes

(* A line of JSON, like those of the other two checkers: null, or length, number of solutions and layouts. *)
let row path =
  match judged path with
  | Error _ | (exception (Sys_error _ | Stack_overflow | Out_of_memory)) -> "null"
  | Ok found ->
      let c = match found with One (c, _) -> c | All (t, _) -> t.t_puzzle in
      let length = match found with One (_, Optimal n) -> Some n | One _ -> None | All _ -> c.c_length in
      let length = match length with Some n -> Z.to_string n | None -> "null" in
      let ways = match c.c_solutions with Some n -> "\"" ^ Z.to_string n ^ "\"" | None -> "null" in
      Printf.sprintf "[%s,%s,%s]" length ways (Z.to_string c.c_layouts)

(* What holds of all layouts with the pieces of the start, whatever the file says of them. *)
let space path =
  match Certificate.read (load path) with
  | exception Certificate.Refused why -> Error why
  | Proof c | Table ({ t_puzzle = c; _ }, _) -> (
      match Checker.check_space c with
      | None -> Error "the start is not sound, or a kind may not slide back"
      | Some (rows, heads) ->
          let sizes = Distances.Keys.create 1000 in
          let more (_, i) = Distances.Keys.replace sizes i (1 + Option.value ~default:0 (Distances.Keys.find_opt sizes i)) in
          List.iter more rows;
          let largest = Distances.Keys.fold (fun _ n found -> max n found) sizes 0 in
          let alike = Distances.Keys.fold (fun _ n found -> if n = largest then found + 1 else found) sizes 0 in
          let many n = grouped (Z.of_int n) in
          Ok
            [ Printf.sprintf "Theorem space_sound, space_complete, space_once. The number of all layouts of these pieces is %s."
                (many (List.length rows));
              Printf.sprintf "Theorem components_reached, components_differ. The number of their components is %s."
                (many (List.length heads));
              Printf.sprintf "Theorem component_members. The size of the largest component is %s; the number of components of that size is %s." (many largest)
                (many alike) ])

let tabled ~at_least path =
  let checked c = Printf.sprintf "Checked: %s layouts%s, with all their moves." (grouped c.Checker.c_layouts) (folded c) in
  match judged ~at_least path with
  | Ok (One (c, verdict)) -> Ok [ statement (c, verdict); checked c ]
  | Ok (All (t, _)) -> Ok (theorems t @ [ checked t.t_puzzle ])
  | Error why -> Error why

let one say path =
  match say path with
  | Ok lines -> List.iter print_endline lines; true
  | Error why ->
      Printf.eprintf "REFUSED: %s\n" why;
      false
  | exception Sys_error why ->
      Printf.eprintf "huarong-check: %s\n" why;
      false
  | exception (Stack_overflow | Out_of_memory) ->
      Printf.eprintf "huarong-check: %s takes more memory than there is\n" path;
      false

let all say files = if not (List.for_all Fun.id (List.map (one say) files)) then exit 1

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [ "--help" ] -> print_string usage
  | [] | [ "--at-least" ] | [ "--space" ] -> prerr_string usage; exit 2
  | [ "--verdicts" ] ->
      (try while true do print_endline (row (input_line stdin)) done with End_of_file -> ())
  | "--at-least" :: files -> all (tabled ~at_least:true) files
  | "--space" :: files -> all space files
  | files -> all (tabled ~at_least:false) files
