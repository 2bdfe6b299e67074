(* A file taken apart into the fields that the proved checker reads. Refuses what is not of the form; what the fields say
   is the checker's business. *)

open Json

exception Refused of string

let demand good why = if not good then raise (Refused why)
let magic = "huarong proof 1\n"

let crc (s : string) last =
  let table =
    Array.init 256 (fun n ->
        let n = ref n in
        for _ = 1 to 8 do n := if !n land 1 = 1 then (!n lsr 1) lxor 0xEDB88320 else !n lsr 1 done;
        !n)
  in
  let sum = ref 0xffffffff in
  for i = 0 to last - 1 do sum := table.((!sum lxor Char.code s.[i]) land 255) lxor (!sum lsr 8) done;
  !sum lxor 0xffffffff

let form () = raise (Refused "a field has another form")
let list one = function List l -> List.map one l | _ -> form ()
let whole = function Number n -> n | _ -> form ()
let natural = function Number n when Z.sign n >= 0 -> n | _ -> form ()
let truth = function Bool b -> b | _ -> form ()
let text = function Text s -> s | _ -> form ()
let pair a b = function List [ x; y ] -> (a x, b y) | _ -> form ()
let place = pair natural natural
let move = function List [ k; a; b ] -> ((natural k, natural a), natural b) | _ -> form ()
let way = function 'U' -> Checker.Up | 'D' -> Down | 'L' -> Left | 'R' -> Right | _ -> form ()

let kind = function
  | List [ cells; ways; opens ] ->
      let ways = List.map way (List.of_seq (String.to_seq (text ways))) in
      { Checker.shape = list (pair whole whole) cells; ways; opens = truth opens }
  | _ -> form ()

let metric json = match text json with "step" -> Checker.Step | "slide" -> Slide | "move" -> Move | _ -> form ()

let bytes s =
  let found = ref [] in
  for i = String.length s - 1 downto 0 do found := Z.of_int (Char.code s.[i]) :: !found done;
  !found

(* The height of a move that cannot be taken back takes two bytes, that of any other two bits. *)
let most_bytes layouts = if Z.lt layouts (Z.of_int (1 lsl 31)) then (2 * Z.to_int layouts) + 1 else 0

let header fields packed =
  let fields = if List.mem_assoc "name" fields then fields else ("name", Text "") :: fields in
  let field name = match List.assoc_opt name fields with Some v -> v | None -> raise (Refused "a field is missing") in
  let length = match field "length" with Null -> None | n -> Some (natural n) in
  let bounded = List.mem_assoc "patterns" fields && length <> None && length <> Some Z.zero in
  let always = [ "name"; "width"; "height"; "walls"; "gates"; "kinds"; "start"; "goal"; "metric"; "mirror"; "length"; "layouts" ] in
  let more = if length = None then [] else [ "solution"; (if bounded then "patterns" else "solutions") ] in
  demand (not (List.mem_assoc "region" fields)) "it is by parity, which the checkers in Python and JavaScript read";
  demand (List.sort compare (List.map fst fields) = List.sort compare (always @ more)) "a field is missing, or there is one too many";
  ignore (text (field "name"));
  let c_layouts = natural (field "layouts") in
  let none = length = None || length = Some Z.zero in
  demand (not none || packed = "") "something is behind the header";
  {
    Checker.c_width = natural (field "width");
    c_height = natural (field "height");
    c_walls = list natural (field "walls");
    c_gates = list natural (field "gates");
    c_kinds = list kind (field "kinds");
    c_start = list place (field "start");
    c_goal = list (list place) (field "goal");
    c_metric = metric (field "metric");
    c_mirror = truth (field "mirror");
    c_length = length;
    c_solution = (if length = None then [] else list move (field "solution"));
    c_layouts;
    c_solutions = (if length = None || bounded then None else Some (natural (field "solutions")));
    c_patterns = (if bounded then Some (list (list natural) (field "patterns")) else None);
    c_heights = (if none then [] else bytes (Inflate.unpack packed (most_bytes c_layouts)));
  }

let read (data : string) : Checker.certificate =
  let m = String.length magic and n = String.length data - 4 in
  demand (n >= m && String.sub data 0 m = magic) "this is no certificate";
  let told = ref 0 in
  for i = 3 downto 0 do told := (!told lsl 8) lor Char.code data.[n + i] done;
  demand (crc data n = !told) "the file is damaged";
  match String.index_from_opt data m '\n' with
  | Some e when e < n -> (
      try
        match parse (String.sub data m (e - m)) with
        | Object fields -> header fields (String.sub data (e + 1) (n - e - 1))
        | _ -> form ()
      with Json.Bad why | Inflate.Bad why -> raise (Refused why))
  | _ -> raise (Refused "the header does not end")
