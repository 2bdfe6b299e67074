(* huarong-check FILE ...: what the proved checker says of certificates. *)

let usage =
  "usage: huarong-check FILE ...\n\
  \       huarong-check --at-least FILE ...     also files whose solution is empty\n\
  \       huarong-check --verdicts              paths on standard input, one a line\n"

let load path =
  if Sys.is_directory path then raise (Sys_error (path ^ ": Is a directory"));
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () -> really_input_string file (in_channel_length file))

let grouped n =
  let s = Z.to_string n in
  let k = String.length s in
  String.concat "" (List.init k (fun i -> (if i > 0 && (k - i) mod 3 = 0 then "," else "") ^ String.make 1 s.[i]))

(* The form asks for a solution wherever there is a length; without one, no more is proved than that none is shorter. *)
let judged ?(at_least = false) path =
  match Certificate.read (load path) with
  | exception Certificate.Refused why -> Error why
  | c -> ( match Checker.check c with Refused -> Error "the proof does not hold" | AtLeast _ when not at_least -> Error "there is no solution in it" | verdict -> Ok (c, verdict))

let metric c = match c.Checker.c_metric with Step -> "steps" | Slide -> "slides" | Move -> "moves"

let statement (c, verdict) =
  match verdict with
  | Checker.Optimal n -> Printf.sprintf "Theorem. %s %s solve it, and no fewer do." (grouped n) (metric c)
  | Unsolvable -> "Theorem. There is no solution."
  | AtLeast n -> Printf.sprintf "Theorem. No solution has fewer than %s %s." (grouped n) (metric c)
  | Refused -> assert false

(* A line of JSON, like those of the other two checkers: null, or length, number of solutions and layouts. *)
let row path =
  match judged path with
  | Error _ | (exception Sys_error _) -> "null"
  | Ok (c, verdict) ->
      let length = match verdict with Checker.Optimal n -> Z.to_string n | _ -> "null" in
      let ways = match c.Checker.c_solutions with Some n -> "\"" ^ Z.to_string n ^ "\"" | None -> "null" in
      Printf.sprintf "[%s,%s,%s]" length ways (Z.to_string c.c_layouts)

let one ~at_least path =
  match judged ~at_least path with
  | Ok found ->
      let c, _ = found in
      Printf.printf "%s\nChecked: %s layouts%s, with all their moves.\n" (statement found) (grouped c.Checker.c_layouts)
        (if c.c_mirror then " (mirror images counted once)" else "");
      true
  | Error why ->
      Printf.eprintf "REFUSED: %s\n" why;
      false
  | exception Sys_error why ->
      Printf.eprintf "huarong-check: %s\n" why;
      false

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [ "--help" ] -> print_string usage
  | [] | [ "--at-least" ] -> prerr_string usage; exit 2
  | [ "--verdicts" ] ->
      (try while true do print_endline (row (input_line stdin)) done with End_of_file -> ())
  | "--at-least" :: files -> if not (List.for_all Fun.id (List.map (one ~at_least:true) files)) then exit 1
  | files -> if not (List.for_all Fun.id (List.map (one ~at_least:false) files)) then exit 1
