(* JSON of whole numbers and texts, written in the one way that certificates allow: without spaces, as short as can be. *)

type t = Null | Bool of bool | Number of Z.t | Text of string | List of t list | Object of (string * t) list

exception Bad of string

let bad why = raise (Bad why)

(* The number of bytes of the letter at a place; refuses what is not UTF-8. *)
let letter s i =
  let byte k = if i + k < String.length s then Char.code s.[i + k] else 0 in
  let more k = byte k land 0xc0 = 0x80 in
  let a = byte 0 and b = byte 1 in
  if a < 0x80 then 1
  else if a >= 0xc2 && a < 0xe0 && more 1 then 2
  else if a >= 0xe0 && a < 0xf0 && more 1 && more 2 && not ((a = 0xe0 && b < 0xa0) || (a = 0xed && b > 0x9f)) then 3
  else if a >= 0xf0 && a < 0xf5 && more 1 && more 2 && more 3 && not ((a = 0xf0 && b < 0x90) || (a = 0xf4 && b > 0x8f))
  then 4
  else bad "the header is not UTF-8"

(* What a backslash may precede, and what it then means. *)
let escapes = [ ('"', '"'); ('\\', '\\'); ('b', '\b'); ('f', '\012'); ('n', '\n'); ('r', '\r'); ('t', '\t') ]

let parse (s : string) : t =
  let at = ref 0 in
  let peek () = if !at < String.length s then s.[!at] else '\000' in
  let take c = if peek () = c && !at < String.length s then incr at else bad (Printf.sprintf "%C is missing" c) in
  let word w value =
    String.iter take w;
    value
  in
  let hex () =
    let c = peek () in
    incr at;
    match c with '0' .. '9' -> Char.code c - 48 | 'a' .. 'f' -> Char.code c - 87 | _ -> bad "no such escape"
  in
  let text () =
    take '"';
    let found = Buffer.create 16 in
    while peek () <> '"' do
      if peek () = '\\' then (
        incr at;
        let c = peek () in
        incr at;
        match List.assoc_opt c escapes with
        | Some meant -> Buffer.add_char found meant
        | None ->
            if c <> 'u' then bad "no such escape";
            List.iter (fun () -> take '0') [ (); () ];
            let high = hex () in
            let n = (16 * high) + hex () in
            if n > 31 || List.exists (fun (_, meant) -> Char.code meant = n) escapes then bad "an escape that is not needed";
            Buffer.add_char found (Char.chr n))
      else (
        if !at >= String.length s || peek () < ' ' then bad "a text does not end";
        let n = letter s !at in
        Buffer.add_string found (String.sub s !at n);
        at := !at + n)
    done;
    take '"';
    Buffer.contents found
  in
  let number () =
    let from = !at in
    if peek () = '-' then incr at;
    let digits = !at in
    while match peek () with '0' .. '9' -> true | _ -> false do incr at done;
    let n = !at - digits in
    if n = 0 || n > 4300 || (s.[digits] = '0' && (n > 1 || digits > from)) then bad "a number is written otherwise";
    Number (Z.of_string (String.sub s from (!at - from)))
  in
  let rec value deep =
    if deep > 16 then bad "lists in lists";
    match peek () with
    | 'n' -> word "null" Null
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | '"' -> Text (text ())
    | '[' -> List (many '[' ']' (fun () -> value (deep + 1)))
    | '{' ->
        let fields = many '{' '}' (fun () -> let name = text () in take ':'; (name, value (deep + 1))) in
        let names = List.map fst fields in
        if List.length (List.sort_uniq compare names) <> List.length names then bad "a field is there twice";
        Object fields
    | _ -> number ()
  and many : 'a. char -> char -> (unit -> 'a) -> 'a list =
   fun first last one ->
    take first;
    if peek () = last then (take last; [])
    else
      let rec go found =
        let found = one () :: found in
        if peek () = ',' then (take ','; go found) else (take last; List.rev found)
      in
      go []
  in
  let found = value 0 in
  if !at <> String.length s then bad "something follows the header";
  found
