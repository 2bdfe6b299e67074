// The look of <huarong-board>. Words and buttons have the colour of the page around them; the board is light or dark as
// that page's `color-scheme` is, regardless of the system's preference.

export const STYLE = `
:host {
  display: inline-block; width: 20rem; max-width: 100%; font: 1rem/1.4 system-ui, sans-serif;
  color: var(--huarong-ink, inherit); --frame: #7a5c3a; --floor: #efe4cf; --key: #b23a2b; --v: #3f6b5c;
  --h: #3c4f76; --s: #946a22; --o: #5d6670; --on: #fffaf0; --line: #2b2520;
}
:host([hidden]) { display: none; }
@supports (color: light-dark(#000, #fff)) {
  :host {
    --frame: light-dark(#7a5c3a, #5a4630); --floor: light-dark(#efe4cf, #2a2620);
    --key: light-dark(#b23a2b, #d8604e); --v: light-dark(#3f6b5c, #5f9583); --h: light-dark(#3c4f76, #6c83bb);
    --s: light-dark(#946a22, #b38a45); --o: light-dark(#5d6670, #848d98); --on: light-dark(#fffaf0, #14110e);
    --line: light-dark(#2b2520, #ece5d8);
  }
}
svg { display: block; width: 100%; touch-action: none; user-select: none; -webkit-user-select: none; }
.frame { fill: var(--huarong-frame, var(--frame)); }
.wall { fill: color-mix(in srgb, var(--huarong-frame, var(--frame)), #000 25%); }
.floor { fill: var(--huarong-floor, var(--floor)); }
.gate { fill: var(--frame); opacity: .4; }
.pit { fill: none; stroke: rgb(0 0 0 / .06); }
.edge, .sill-shade { fill: none; }
.sill { fill: var(--huarong-floor, var(--floor)); }
.goal-wash { fill: var(--huarong-key, var(--key)); fill-opacity: .08; }
.goal-mark, .jamb, .way { fill: none; stroke: var(--huarong-key, var(--key)); stroke-width: .05; }
.piece { cursor: grab; outline: none; }
.piece path { fill: var(--o); }
.piece.key path { fill: var(--huarong-key, var(--key)); }
.piece.v path { fill: var(--v); }
.piece.h path { fill: var(--h); }
.piece.s path { fill: var(--s); }
.piece:focus-visible path, .piece.held path { stroke: var(--line); stroke-width: .06; }
.piece text { fill: var(--on); text-anchor: middle; pointer-events: none; }
@media (prefers-reduced-motion: no-preference) { .piece { transition: transform .12s; } }
.arrow {
  fill: none; stroke: var(--line); stroke-width: .1; stroke-linecap: round; stroke-linejoin: round;
  pointer-events: none;
}
.row { display: flex; flex-wrap: wrap; gap: .4rem; margin: .5rem 0 0; align-items: center; }
button {
  font: inherit; color: inherit; background: none; border: 1px solid currentColor; border-radius: .4rem;
  padding: .35rem .7rem; min-height: 44px; cursor: pointer;
}
button:disabled { opacity: .45; cursor: default; }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
output { display: block; min-height: 1.4em; margin: .4rem 0 0; }
canvas { display: block; width: 100%; aspect-ratio: 1; margin-top: .5rem; }
`;
