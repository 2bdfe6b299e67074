(* A file taken apart into the fields that the proved checker reads. Refuses what is not of the form; what the fields say
   is the checker's business. *)

open Json

exception Refused of string

let demand good why = if not good then raise (Refused why)
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

let field fields name = match List.assoc_opt name fields with Some v -> v | None -> raise (Refused "a field is missing")
let optional one = function Null -> None | json -> Some (one json)

let common =
  [ "name"; "width"; "height"; "walls"; "gates"; "kinds"; "start"; "goal"; "metric"; "mirror"; "length"; "layouts" ]

let exactly fields names =
  demand (List.sort compare (List.map fst fields) = List.sort compare names) "a field is missing, or there is one too many"

(* What both kinds of files say: the puzzle. *)
let puzzle fields =
  let field = field fields in
  ignore (text (field "name"));
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
    c_length = optional natural (field "length");
    c_solution = [];
    c_layouts = natural (field "layouts");
    c_solutions = None;
    c_patterns = None;
    c_heights = [];
  }

let proof fields packed =
  let length = optional natural (field fields "length") in
  let none = length = None || length = Some Z.zero in
  let bounded = List.mem_assoc "patterns" fields && not none in
  demand (not (List.mem_assoc "region" fields)) "it is by parity, which the checkers in Python and JavaScript read";
  exactly fields (common @ if length = None then [] else [ "solution"; (if bounded then "patterns" else "solutions") ]);
  demand (not none || packed = "") "something is behind the header";
  let c = puzzle fields and field = field fields in
  {
    c with
    c_solution = (if length = None then [] else list move (field "solution"));
    c_solutions = (if length = None || bounded then None else Some (natural (field "solutions")));
    c_patterns = (if bounded then Some (list (list natural) (field "patterns")) else None);
    c_heights = (if none then [] else bytes (Inflate.unpack packed (most_bytes c.c_layouts)));
  }

let cut json =
  let which, crossed = pair text (list (list place)) json in
  demand (which = "every" || which = "shortest") "passes speaks of every or of shortest";
  { Checker.only_shortest = which = "shortest"; crossed }

(* A table, and the bytes of its distances. *)
let table fields packed =
  let c = puzzle fields and field = field fields in
  let passes = c.c_length <> None && List.mem_assoc "passes" fields in
  let more = [ "unsolvable"; "farthest"; "hardest" ] @ if passes then [ "passes" ] else [] in
  exactly fields (common @ more @ if c.c_length = None then [] else [ "solutions" ]);
  let none = c.c_length = None && Checker.two_way c in
  demand (not none || packed = "") "something is behind the header";
  ( {
      Checker.t_puzzle = { c with c_solutions = (if c.c_length = None then None else Some (natural (field "solutions"))) };
      t_unsolvable = natural (field "unsolvable");
      t_farthest = optional natural (field "farthest");
      t_hardest = natural (field "hardest");
      t_passes = (if passes then list cut (field "passes") else []);
    },
    if none then "" else Inflate.unpack packed (most_bytes c.c_layouts) )

type t = Proof of Checker.certificate | Table of Checker.table_ * string

let kinds =
  [ ("huarong proof 1\n", fun fields packed -> Proof (proof fields packed));
    ("huarong table 1\n", fun fields packed -> let t, values = table fields packed in Table (t, values)) ]

let read (data : string) : t =
  let m = String.length (fst (List.hd kinds)) and n = String.length data - 4 in
  demand (n >= m && List.mem_assoc (String.sub data 0 m) kinds) "this is no certificate";
  let told = ref 0 in
  for i = 3 downto 0 do told := (!told lsl 8) lor Char.code data.[n + i] done;
  demand (crc data n = !told) "the file is damaged";
  match String.index_from_opt data m '\n' with
  | Some e when e < n -> (
      try
        match parse (String.sub data m (e - m)) with
        | Object fields ->
            let fields = if List.mem_assoc "name" fields then fields else ("name", Text "") :: fields in
            List.assoc (String.sub data 0 m) kinds fields (String.sub data (e + 1) (n - e - 1))
        | _ -> form ()
      with Json.Bad why | Inflate.Bad why -> raise (Refused why))
  | _ -> raise (Refused "the header does not end")
