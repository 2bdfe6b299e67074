// A canvas for drawing data structures: sharp on every screen, in the theme's colours, redrawn when either changes.
// Its size is measured only when it has changed, since measuring forces a layout of the page.

import { onChange } from '../shared/settings.js';

const NAMES = ['ink', 'dim', 'line', 'edge', 'sheet', 'floor', 'red', 'alert', 'jade', 'indigo', 'ochre', 'moss',
  'plum', 'focus', 'on', 'wood'];

export class Pen {
  onSpot = null; // called with what is drawn where one clicks
  again = null; // draws anew
  spots = [];
  sizes = null;
  colours = null;

  constructor(box, label) {
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', label);
    box.replaceChildren(this.canvas);
    this.g = this.canvas.getContext('2d');
    this.area = box;
    this.frame = box.closest('#drawing');
    this.seen = new ResizeObserver(() => { this.#forget(); this.again?.(); });
    for (const each of new Set([box, this.frame])) this.seen.observe(each);
    this.ended = new AbortController();
    const anew = () => { this.#forget(); this.again?.(); };
    this.ended.signal.addEventListener('abort', onChange(anew));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', anew, { signal: this.ended.signal });
    this.canvas.addEventListener('click', ({ offsetX, offsetY }) => {
      const spot = this.spots.findLast(({ x, y, r }) => Math.hypot(offsetX - x, offsetY - y) <= Math.max(r, 12));
      if (spot) this.onSpot?.(spot.what);
    });
  }

  close() {
    this.seen.disconnect();
    this.ended.abort();
    this.again = null;
  }

  get closed() {
    return this.ended.signal.aborted;
  }

  // Clears the canvas for a picture of a given height, and keeps the drawing function for redraws when size or theme
  // change.
  begin(height, again) {
    this.again = again;
    const ratio = devicePixelRatio || 1;
    this.width = Math.max(120, this.space.width);
    this.height = height;
    if (this.canvas.width !== Math.round(this.width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(this.width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.height = `${height}px`;
    }
    this.g.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.g.clearRect(0, 0, this.width, height);
    this.spots = [];
  }

  // The height available without scrolling.
  room() {
    return this.space.height;
  }

  // The width and the height available inside the box and its frame.
  get space() {
    if (!this.sizes) this.#read();
    return this.sizes;
  }

  #forget() {
    this.sizes = this.colours = null;
  }

  #read() {
    const probe = document.createElement('i');
    document.body.append(probe);
    this.colours = {};
    for (const name of NAMES) {
      probe.style.color = `var(--${name})`;
      this.colours[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    const style = getComputedStyle(this.area), outer = getComputedStyle(this.frame);
    this.sizes = {
      width: this.area.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
      height: Math.max(150, this.frame.clientHeight - parseFloat(outer.paddingTop) - parseFloat(outer.paddingBottom)
        - 2),
    };
  }

  c(name) {
    return this.colours[name];
  }

  line(points, colour, width = 1, dash = []) {
    const { g } = this;
    g.beginPath();
    points.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
    g.strokeStyle = this.c(colour);
    g.lineWidth = width;
    g.setLineDash(dash);
    g.stroke();
    g.setLineDash([]);
  }

  box(x, y, w, h, fill, edge, width = 1, radius = 3) {
    const { g } = this;
    g.beginPath();
    g.roundRect(x, y, w, h, radius);
    if (fill) { g.fillStyle = this.c(fill); g.fill(); }
    if (edge) { g.strokeStyle = this.c(edge); g.lineWidth = width; g.stroke(); }
  }

  disc(x, y, r, fill, edge, width = 1) {
    const { g } = this;
    g.beginPath();
    g.arc(x, y, r, 0, 7);
    if (fill) { g.fillStyle = this.c(fill); g.fill(); }
    if (edge) { g.strokeStyle = this.c(edge); g.lineWidth = width; g.stroke(); }
  }

  text(words, x, y, colour = 'ink', size = 12, align = /** @type {CanvasTextAlign} */ ('center'), bold = false) {
    const { g } = this;
    g.font = `${bold ? 600 : 400} ${size}px system-ui, "Noto Sans CJK SC", sans-serif`;
    g.textAlign = align;
    g.textBaseline = 'middle';
    g.fillStyle = this.c(colour);
    g.fillText(words, x, y);
  }

  spot(x, y, r, what) {
    this.spots.push({ x, y, r, what });
  }
}
