// The look of <huarong-board>. Words and buttons have the colour of the page around them; the board is light or dark as
// that page's `color-scheme` is, regardless of the system's preference.

export const STYLE = `
:host {
  display: inline-block; width: 20rem; max-width: 100%; font: 1rem/1.4 system-ui, sans-serif;
  color: var(--huarong-ink, inherit); --frame: #64482f; --hi: #83623f; --lo: #452f1f; --floor: #decda9; --key: #ad3527;
  --mark: #ad3527; --v: #3b6555; --h: #394c73; --s: #7d5817; --vv: #4e6737; --hh: #655080; --o: #555e68; --on: #fff6e6;
  --line: #2b2520; --pit: rgb(62 40 14 / .062); --cast: rgb(48 30 10 / .2);
}
:host([hidden]), [hidden] { display: none !important; }
@supports (color: light-dark(#000, #fff)) {
  :host {
    --frame: light-dark(#64482f, #4b392b); --hi: light-dark(#83623f, #62503d); --lo: light-dark(#452f1f, #2c2119);
    --floor: light-dark(#decda9, #2b251f); --key: light-dark(#ad3527, #b33c2c); --mark: light-dark(#ad3527, #d8604e);
    --v: light-dark(#3b6555, #3f6d5c); --h: light-dark(#394c73, #465b8a); --s: light-dark(#7d5817, #7f5d20);
    --vv: light-dark(#4e6737, #526a34); --hh: light-dark(#655080, #6c5890); --o: light-dark(#555e68, #606a75);
    --line: light-dark(#2b2520, #ece5d8); --pit: light-dark(rgb(62 40 14 / .062), rgb(0 0 0 / .11));
    --cast: light-dark(rgb(48 30 10 / .2), rgb(0 0 0 / .38));
  }
}
svg { display: block; width: 100%; touch-action: none; user-select: none; -webkit-user-select: none; }
.g-sheen { stop-color: #fff; stop-opacity: .1; } .g-rim { stop-color: #fff; stop-opacity: .3; }
.g-hi { stop-color: var(--huarong-frame, var(--hi)); } .g-wood { stop-color: var(--huarong-frame, var(--frame)); }
.g-lo { stop-color: color-mix(in srgb, var(--huarong-frame, var(--lo)), #000 10%); }
.frame { fill: url(#wood) var(--huarong-frame, var(--frame)); }
.wall { fill: url(#wall) var(--lo); }
.floor, .sill { fill: var(--huarong-floor, var(--floor)); }
.gate { fill: var(--frame); opacity: .4; }
.pit { fill: none; stroke: var(--pit); }
.grain { opacity: .16; } .fibre path { fill: none; stroke: #1c0f04; stroke-width: .014; }
.mitre { fill: none; stroke: var(--lo); stroke-width: .014; opacity: .75; }
.edge { fill: none; stroke: url(#edge); stroke-width: .028; }
.sill-shade { fill: url(#sill) none; }
.goal-wash { fill: var(--huarong-key, var(--mark)); fill-opacity: .08; }
.goal-mark, .jamb, .way {
  fill: none; stroke: var(--huarong-key, var(--mark)); stroke-width: .05; stroke-linecap: round;
}
.piece { cursor: grab; outline: none; --c: var(--o); }
.key { --c: var(--huarong-key, var(--key)); } .v { --c: var(--v); } .h { --c: var(--h); } .s { --c: var(--s); }
.v.long { --c: var(--vv); } .h.long { --c: var(--hh); }
.cast { fill: var(--cast); stroke: var(--cast); stroke-width: .045; }
.face { fill: var(--c); } .side { fill: color-mix(in oklab, var(--c), #000 34%); } .sheen { fill: url(#sheen) none; }
.rim { fill: none; stroke: url(#rim) transparent; stroke-width: .022; }
.groove { fill: none; stroke: #000; stroke-opacity: .28; stroke-width: .016; }
.drives { fill: none; stroke: var(--on); stroke-width: .055; stroke-linecap: round; }
.piece:focus-visible .rim, .piece.held .rim { stroke: var(--line); stroke-width: .06; }
.held .body { transform: translate(0, -.032px); }
.piece text { fill: var(--on); font-family: "Noto Serif", "Noto Serif CJK SC", "Songti SC", serif; font-weight: 600;
  text-anchor: middle; pointer-events: none; }
@media (prefers-reduced-motion: no-preference) { .piece { transition: transform .12s; } }
.arrow {
  fill: none; stroke: var(--line); stroke-width: .1; stroke-linecap: round; stroke-linejoin: round;
  pointer-events: none;
}
output { white-space: pre-line; }
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
