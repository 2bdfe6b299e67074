// The values that the modules of the page hand to each other. Only types, for `tsc`: nothing of this file is served.

type Way = string; // U, D, L or R
type Cell = number[]; // [x, y]
type Leg = [way: Way, cells: number];
type Heads = number[];
type Metric = string; // move, slide or step
type Lengths = Partial<Record<Metric, number | null>>; // null: there is no solution; undefined: not known
type Words = Record<string, string>; // the Chinese of English templates
type Progress = (progress: any) => void;

// A puzzle as the server sends it: pieces of some kinds, and a goal of alternatives, each a list of kinds and heads.
interface Kind { shape: Cell[]; directions: string; gates: boolean; mark: string }
interface Piece { kind: number; head: number; symbol: string; label: string; label_en: string }
interface PuzzleData {
  name?: string; name_zh?: string; line?: string; text?: string; table?: string | null; library?: boolean;
  piece_set?: string; width: number; height: number; walls: number[]; gates: number[]; kinds: Kind[]; pieces: Piece[];
  goal: number[][][]; read?: { notation: string; notes: string[]; text: string };
}
type Puzzle = import('../../src/huarong/web/static/rules/puzzle.js').Puzzle;

// A board with its walls and gates as sets of cells.
interface Ground { width: number; height: number; size: number; walls: Set<number>; gates: Set<number> }
type CellsOf = Map<string, Cell[]>; // the cells of each symbol

// Where a piece can go: for each head its distance in cells, and for each last direction the way before it.
type Reach = Map<number, { cells: number; ways: Map<Way, { legs: number; head: number; before: Way }> }>;

// Moves: of piece i between heads; with their path; with the distance after them, and what they cost beside the best.
interface Slide { i: number; from: number; to: number }
interface Move extends Slide { legs: Leg[] }
interface Graded extends Slide { distance: number | null; cost?: number | null }
type Last = { i: number; way: Way } | null; // the piece moved last and its last direction
interface Look { distance: number | null; moves: Graded[] | null; best: Graded[]; source: string }

// A fault of a text: an English template, which is its own key, with its values and its place.
interface FaultData { template: string; line?: number | null; column?: number | null; args: Record<string, any> }

// The board on a page: a piece that is held, and an arrow along a move, of which only the piece may be known.
interface Held {
  i: number; reach: Map<number, unknown>; joined: (head: number, way: Way) => boolean; home: number[]; at: number[];
  grip: number[]; pull?: number[]; pointer: number; far: number; was: boolean; trail: { time: number; at: number[] }[];
}
interface Arrow { i: number; from?: number; to?: number; legs?: Leg[]; sort?: string; why?: unknown }
interface Grade { kind: string; text: string }
type LabelOf = (piece: Piece, shape: Cell[]) => SVGElement | null;

// A puzzle of the library as a row of a list, and the library as the server sends it.
interface Row {
  n: number; id: string; name: string; zh: string; group: string; set: string; best: (number | null)[] | null;
  moves: number | null; rating: number; stars: number; initials: string; keys: string[];
}
type Library = any; // JSON
type Judged = any; // the server's judgement of a file of levels, JSON
interface Levels { text: string; file: string; stop: AbortController; answer: Judged; asked: string }
type Counts = Record<Metric, number>;

// The record of a player's progress (library/progress.js).
interface Result {
  solved: number; first: string; last: string; best: Partial<Counts>; perfect: Metric[]; seconds: number | null;
}
interface Played {
  id: string; play: string; at: string; counts: Partial<Counts>; seconds: number; seen: boolean; perfect: Metric[];
}
interface PlayerRecord {
  version: number; puzzles: Record<string, Result>; favourites: string[]; log: Played[]; days: string[];
  learnt: string[];
}
// A chapter of the book of records; a row has its pieces, metric, length, number of starts, and puzzle.
interface Chapter { name: string; about: string; about_zh: string; rows: [string, Metric, number, number, string][] }

// The playing page: what is known of a puzzle, the mistakes of a game (play/review.js), and one of them.
interface Facts { best: Lengths; solutions: number | null; layouts: number | null; difficulty?: number | null; proved?: number | null }
interface Mistake { n: number; before: Heads; last: Last; move: Move; cost: number }
interface Review { stations: { heads: Heads; move: Move | null }[]; distances: (number | null)[]; mistakes: Mistake[] }
// A sentence about a move (rules/why.js): its kind, its pieces by number, and a number of moves.
interface Because { kind: string; piece?: number; other?: number; key?: number; n?: number }

// The timer: a solve as it is kept, a session of them.
interface Solve { puzzle: string; milliseconds: number; moves: number; metric: Metric; date: string; played: string }
interface TimedSession { begun: string; solves: Solve[] }

// A map: a graph of layouts (map/folding.js) with the figures of the whole, and its bottlenecks, as nodes.
interface MapGraph extends LayoutGraph { known: boolean; reach: number; longest: number }
interface Cut { nodes: number[]; before: number; beyond: number }
interface Bottlenecks { waist: Cut | null; singles: number[]; bridges: number[][]; marked: number[] }
interface Marks { trail: number[]; waists: number[] }
interface Station { node: number; zoom: number; say: () => string }

// A graph of layouts, or of classes of them. `edges` are pairs of nodes and `steps` the steps of each; `distance`
// (NOWHERE where no goal is in reach) and `depth` are the least of a node's layouts; `pick` is one of them, `size` how
// many they are, and `of` says of each layout of the whole map in which node it is (NOWHERE where in none).
interface LayoutGraph {
  n: number; xy: Float32Array; edges: Uint32Array; steps: Uint32Array; distance: Uint32Array; depth: Uint32Array;
  start: number; pick: Uint32Array; size: Uint32Array; of: Uint32Array;
}

// The museum: what the server says of it, a show of an article, the setting that a visitor asked for, and a recording.
interface Museum { shows: Show[]; exhibits: any[]; claims: Record<string, number>; english?: Words; recorded: any }
interface Show {
  name: string; room: string; puzzles: string[]; draws: string[]; jumps: string[]; numbers: boolean;
  option: { name: string; default: number; least: number; most: number } | null;
}
interface Asked { puzzle: string; option: number | null; at: number; to?: string; after?: number }
interface Whole { key: string; steps: number; whole: any }
type Stepper = import('../../src/huarong/web/static/museum/stepper.js').Stepper;
interface Caption { title: string; lines: string[]; code: SVGElement | null } // of a picture to share
