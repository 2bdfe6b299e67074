// A canvas for drawing data structures: sharp on every screen, in the theme's colours, redrawn when either changes.
// Its size is measured only when it has changed, since measuring forces a layout of the page.

import { t } from '../shared/i18n.js';
import { onChange } from '../shared/settings.js';
import { h } from '../shared/ui.js';

const NAMES = ['ink', 'dim', 'line', 'edge', 'sheet', 'floor', 'red', 'alert', 'jade', 'indigo', 'ochre', 'moss',
  'plum', 'focus', 'on', 'wood'];

const LEAST_TEXT = 13; // the smallest text that is easily read, in pixels

export class Pen {
  onSpot = (what) => {}; // called with what is drawn where one clicks
  redraw = () => {};
  spots = /** @type {{ x: number, y: number, r: number, what: any }[]} */ ([]);
  sizes = /** @type {{ width: number, height: number } | null} */ (null);
  colours = /** @type {Record<string, string>} */ ({});
  width = 0;
  height = 0;

  constructor(area, label, signal) {
    this.area = area;
    this.signal = signal;
    this.canvas = h('canvas', { role: 'img', 'aria-label': label });
    area.replaceChildren(this.canvas);
    this.g = this.canvas.getContext('2d');
    const anew = () => {
      this.sizes = null;
      this.redraw();
    };
    const seen = new ResizeObserver(anew), forget = onChange(anew);
    seen.observe(area);
    signal.addEventListener('abort', () => { seen.disconnect(); forget(); });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', anew, { signal });
    this.canvas.addEventListener('click', ({ offsetX, offsetY }) => {
      const spot = this.spots.findLast(({ x, y, r }) => Math.hypot(offsetX - x, offsetY - y) <= Math.max(r, 12));
      if (spot) this.onSpot(spot.what);
    });
  }

  get closed() { return this.signal.aborted; }

  // Clears the canvas for a picture of a given height.
  begin(height) {
    const ratio = devicePixelRatio || 1, { canvas } = this;
    Object.assign(this, { width: Math.max(120, this.space.width), height, spots: [] });
    const [width, tall] = [this.width, height].map((side) => Math.round(side * ratio));
    if (canvas.width !== width || canvas.height !== tall) {
      Object.assign(canvas, { width, height: tall });
      canvas.style.height = `${height}px`;
    }
    this.g.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.g.clearRect(0, 0, this.width, height);
  }

  // The height available without scrolling.
  room() { return this.space.height; }
  // The width and the height available inside the area.
  get space() { return this.sizes ??= this.#read(); }

  #read() {
    const probe = h('i');
    document.body.append(probe);
    this.colours = {};
    for (const name of NAMES) {
      probe.style.color = `var(--${name})`;
      this.colours[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    const { clientWidth, clientHeight } = this.area, style = getComputedStyle(this.area),
      edges = (...sides) => sides.reduce((sum, side) => sum + parseFloat(style[`padding${side}`]), 0);
    return { width: clientWidth - edges('Left', 'Right'),
      height: Math.max(150, clientHeight - edges('Top', 'Bottom') - 2) };
  }

  c(name) { return this.colours[name]; }

  line(points, colour, width = 1, dash = []) {
    const { g } = this;
    this.#trace(points);
    g.strokeStyle = this.c(colour);
    g.lineWidth = width;
    g.setLineDash(dash);
    g.stroke();
    g.setLineDash([]);
  }

  // A line with a head at its second point.
  arrow(from, to, colour, width = 1, dash = []) {
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]), wing = (by) =>
      [to[0] - 6 * Math.cos(angle + by), to[1] - 6 * Math.sin(angle + by)];
    this.line([from, to], colour, width, dash);
    this.fill([to, wing(0.5), wing(-0.5)], colour);
  }

  // A polygon.
  fill(points, colour) {
    this.#trace(points);
    this.g.closePath();
    this.#painted(colour);
  }

  #trace(points) {
    this.g.beginPath();
    points.forEach(([x, y], i) => (i ? this.g.lineTo(x, y) : this.g.moveTo(x, y)));
  }

  #painted(fill, edge = null, width = 1) {
    const { g } = this;
    if (fill) { g.fillStyle = this.c(fill); g.fill(); }
    if (edge) { g.strokeStyle = this.c(edge); g.lineWidth = width; g.stroke(); }
  }

  box(x, y, w, h, fill, edge, width = 1, radius = 3) {
    this.g.beginPath();
    this.g.roundRect(x, y, w, h, radius);
    this.#painted(fill, edge, width);
  }

  disc(x, y, r, fill, edge, width = 1) {
    this.g.beginPath();
    this.g.arc(x, y, r, 0, 7);
    this.#painted(fill, edge, width);
  }

  // Words that are wider than the room to the edge are narrowed to fit.
  text(words, x, y, colour = 'ink', size = 13, align = /** @type {CanvasTextAlign} */ ('center'), bold = false) {
    const { g } = this;
    size = Math.max(LEAST_TEXT, size);
    g.font = `${bold ? 600 : 400} ${size}px system-ui, "Noto Sans CJK SC", sans-serif`;
    g.textAlign = align;
    g.textBaseline = 'middle';
    g.fillStyle = this.c(colour);
    const left = align === 'left' ? Infinity : x, right = align === 'right' ? Infinity : this.width - x;
    g.fillText(words, x, y, Math.max(40, Math.min(left, right) * (align === 'center' ? 2 : 1)));
  }

  // A word in a box around a point; a click within `reach` of it shows `what`.
  /** @type {(word: any, x: number, y: number, size: number[], colours: any[], look?: Record<string, any>) => void} */
  tag(word, x, y, [w, h], [fill, ink, edge], { width = 1, radius = 3, reach = 0, what = null } = {}) {
    this.box(x - w / 2, y - h / 2, w, h, fill, edge, width, radius);
    this.text(String(word), x, y + 0.5, ink);
    if (reach) this.spot(x, y, reach, what);
  }

  spot(x, y, r, what) { this.spots.push({ x, y, r, what }); }
}

// A drawing on a canvas: `drawing` takes the pen, and returns what draws a frame of a stepper.
export const onCanvas = (label, drawing) => (area, page, signal) => {
  const pen = new Pen(area, t(label), signal);
  pen.onSpot = page.peek;
  const draw = drawing(pen);
  return (stepper, running) => {
    pen.redraw = () => { if (!signal.aborted) draw(stepper, true); };
    draw(stepper, running);
  };
};
