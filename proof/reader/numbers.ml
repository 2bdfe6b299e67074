(* The whole numbers of the proved checker: Zarith's, under the names and with the meanings of Coq's. *)

type t = Z.t
type comparison = Eq | Lt | Gt
type positive = XI of positive | XO of positive | XH

let zero = Z.zero

(* Coq's binary form, and back. *)
let rec of_positive = function
  | XH -> Z.one
  | XO p -> Z.shift_left (of_positive p) 1
  | XI p -> Z.succ (Z.shift_left (of_positive p) 1)

let rec to_positive n =
  if Z.equal n Z.one then XH
  else if Z.is_odd n then XI (to_positive (Z.shift_right n 1))
  else XO (to_positive (Z.shift_right n 1))

let of_negative p = Z.neg (of_positive p)
let match_n zero more n = if Z.sign n = 0 then zero () else more (to_positive n)

let match_z zero more less n =
  if Z.sign n = 0 then zero () else if Z.sign n > 0 then more (to_positive n) else less (to_positive (Z.neg n))

let add = Z.add
let sub = Z.sub
let mul = Z.mul
let neg = Z.neg
let max = Z.max
let logand = Z.logand
let logor = Z.logor
let logxor = Z.logxor
let equal = Z.equal
let leq = Z.leq
let lt = Z.lt
let positive_part n = if Z.sign n < 0 then Z.zero else n

(* Of numbers from 0 on: a difference that would be negative is 0, division by 0 gives 0 and leaves all. *)
let minus a b = positive_part (Z.sub a b)
let div a b = if Z.sign b = 0 then Z.zero else Z.div a b
let rem a b = if Z.sign b = 0 then a else Z.rem a b
let shift_left a b = Z.shift_left a (Z.to_int b)
let succ_positive n = to_positive (Z.succ n)

let compare a b =
  let c = Z.compare a b in
  if c = 0 then Eq else if c < 0 then Lt else Gt
