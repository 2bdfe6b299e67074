(* One zlib stream (RFC 1950, RFC 1951), unpacked: nothing before it, behind it, or beyond a number of bytes. *)

exception Bad of string

let bad why = raise (Bad why)

(* A code of Huffman: how many symbols have each length, and the symbols in the order of their codes. *)
type code = { counts : int array; symbols : int array }

(* Too many codes of a length are refused, and so are too few, but for a single code of one bit. *)
let code lengths =
  let counts = Array.make 16 0 in
  Array.iter (fun l -> counts.(l) <- counts.(l) + 1) lengths;
  let left = ref 1 in
  for l = 1 to 15 do
    left := (2 * !left) - counts.(l);
    if !left < 0 then bad "a code has too many symbols"
  done;
  let used = Array.length lengths - counts.(0) in
  if !left > 0 && not (used = 0 || (used = 1 && counts.(1) = 1)) then bad "a code has too few symbols";
  let from = Array.make 17 0 in
  for l = 1 to 15 do from.(l + 1) <- from.(l) + counts.(l) done;
  let symbols = Array.make (max used 1) 0 in
  Array.iteri
    (fun symbol l ->
      if l > 0 then (
        symbols.(from.(l)) <- symbol;
        from.(l) <- from.(l) + 1))
    lengths;
  ({ counts; symbols }, !left > 0)

let bases first extra =
  let at = ref first in
  Array.map (fun bits -> let base = !at in at := base + (1 lsl bits); (base, bits)) extra

let lengths_of =
  let found = bases 3 [| 0; 0; 0; 0; 0; 0; 0; 0; 1; 1; 1; 1; 2; 2; 2; 2; 3; 3; 3; 3; 4; 4; 4; 4; 5; 5; 5; 5; 0 |] in
  found.(28) <- (258, 0);
  found

let distances_of = bases 1 (Array.init 30 (fun i -> if i < 4 then 0 else (i / 2) - 1))
let order = [| 16; 17; 18; 0; 8; 7; 9; 6; 10; 5; 11; 4; 12; 3; 13; 2; 14; 1; 15 |]

(* The two codes of a block that describes none; two of the 32 distances mean nothing. *)
let fixed =
  let literals = Array.init 288 (fun i -> if i < 144 then 8 else if i < 256 then 9 else if i < 280 then 7 else 8) in
  (fst (code literals), fst (code (Array.make 32 5)))

let unpack (data : string) (most : int) : string =
  let at = ref 2 and held = ref 0 and many = ref 0 and out = Buffer.create 65536 in
  let byte () =
    if !at >= String.length data then bad "the stream is cut short";
    incr at;
    Char.code data.[!at - 1]
  in
  let bits n =
    while !many < n do
      held := !held lor (byte () lsl !many);
      many := !many + 8
    done;
    let found = !held land ((1 lsl n) - 1) in
    held := !held lsr n;
    many := !many - n;
    found
  in
  let symbol { counts; symbols } =
    let rec go l value first index =
      if l > 15 then bad "no such code";
      let value = value lor bits 1 in
      let count = counts.(l) in
      if value - count < first then symbols.(index + (value - first))
      else go (l + 1) (value lsl 1) ((first + count) lsl 1) (index + count)
    in
    go 1 0 0 0
  in
  let put c =
    if Buffer.length out >= most then bad "there are too many heights";
    Buffer.add_char out c
  in
  let rec codes (literals, distances) =
    match symbol literals with
    | 256 -> ()
    | s when s < 256 -> put (Char.chr s); codes (literals, distances)
    | s ->
        if s > 285 then bad "no such length";
        let base, extra = lengths_of.(s - 257) in
        let length = base + bits extra in
        let d = symbol distances in
        if d > 29 then bad "no such distance";
        let base, extra = distances_of.(d) in
        let back = base + bits extra in
        if back > Buffer.length out then bad "a distance is too far";
        for _ = 1 to length do put (Buffer.nth out (Buffer.length out - back)) done;
        codes (literals, distances)
  in
  let described () =
    let n = 257 + bits 5 in
    let m = 1 + bits 5 in
    let c = 4 + bits 4 in
    if n > 286 || m > 30 then bad "there are too many codes";
    let short = Array.make 19 0 in
    for i = 0 to c - 1 do short.(order.(i)) <- bits 3 done;
    let short, partial = code short in
    if partial then bad "a code has too few symbols";
    let lengths = Array.make (n + m) 0 in
    let rec fill i =
      if i < n + m then
        match symbol short with
        | s when s < 16 -> lengths.(i) <- s; fill (i + 1)
        | s ->
            if s = 16 && i = 0 then bad "nothing to repeat";
            let value = if s = 16 then lengths.(i - 1) else 0 in
            let times = if s = 16 then 3 + bits 2 else if s = 17 then 3 + bits 3 else 11 + bits 7 in
            if i + times > n + m then bad "there are too many lengths";
            Array.fill lengths i times value;
            fill (i + times)
    in
    fill 0;
    if lengths.(256) = 0 then bad "no end of a block";
    (fst (code (Array.sub lengths 0 n)), fst (code (Array.sub lengths n m)))
  in
  let rec blocks () =
    let last = bits 1 in
    (match bits 2 with
    | 0 ->
        held := 0;
        many := 0;
        let low = byte () in
        let n = low lor (byte () lsl 8) in
        let low = byte () in
        if n lxor (low lor (byte () lsl 8)) <> 0xffff then bad "a length is wrong";
        for _ = 1 to n do put (Char.chr (byte ())) done
    | 1 -> codes fixed
    | 2 -> codes (described ())
    | _ -> bad "no such block");
    if last = 0 then blocks ()
  in
  if String.length data < 2 then bad "the stream is cut short";
  let head = (Char.code data.[0] lsl 8) lor Char.code data.[1] in
  if head mod 31 <> 0 || (head lsr 8) land 15 <> 8 || head lsr 12 > 7 || head land 32 <> 0 then bad "this is no zlib stream";
  blocks ();
  let text = Buffer.contents out and a = ref 1 and b = ref 0 in
  String.iter (fun c -> a := (!a + Char.code c) mod 65521; b := (!b + !a) mod 65521) text;
  let told = List.fold_left (fun sum _ -> (sum lsl 8) lor byte ()) 0 [ (); (); (); () ] in
  if told <> (!b lsl 16) lor !a then bad "the stream's checksum is wrong";
  if !at <> String.length data then bad "something follows the heights";
  text
