// The map as WebGL2 draws it: lines, points and the trail in one buffer, moved by a pan and a zoom.

import { sure } from '../rules/puzzle.js';
import { calm } from '../shared/settings.js';

const POINT = `#version 300 es
in vec2 at; in float shade; in float mark; in float high; in float bulk;
uniform mat3 turn; uniform vec2 pan; uniform vec2 scale; uniform float size;
uniform vec3 ramp[5]; uniform vec3 red; uniform float wash;
out vec4 colour;
void main() {
  gl_Position = vec4(((turn * vec3(at, high)).xy - pan) * scale, 0, 1);
  gl_PointSize = size * (mark > 0.5 ? 1.7 : 1.0) * bulk;
  float s = clamp(shade, 0.0, 1.0) * 4.0; int i = min(3, int(s));
  colour = shade > 1.5 ? vec4(.55, .55, .55, wash) : vec4(mix(ramp[i], ramp[i + 1], s - float(i)), wash);
  if (mark > 0.5) colour = vec4(red, wash);
}`;
// The forms of points: a disc; a square with a hole; a diamond; a cross; a triangle, each but the disc with a light
// rim.
const FORMS = { line: 0, disc: 1, start: 2, here: 3, kept: 4, waist: 5 };
const DISC = `#version 300 es
precision mediump float; in vec4 colour; out vec4 seen; uniform int form; uniform vec3 paper;
void main() {
  vec2 p = gl_PointCoord - .5, q = abs(p); float d = 0.0; bool light = false;
  if (form == 1) d = length(p);
  if (form == 2) { d = max(q.x, q.y); light = d < .17; }
  if (form == 3) d = q.x + q.y;
  if (form == 4) d = max(max(q.x, q.y), min(q.x, q.y) + .3);
  if (form == 5) d = max(2.0 * q.x + .0 - (p.y + .5) * .5 + .25, abs(p.y));
  if (form > 0 && d > .5) discard;
  if (form > 1 && d > .4) light = true;
  seen = light ? vec4(paper, 1) : vec4(colour.rgb * colour.a, colour.a);
}`;

// The colour ramp from the goal to the farthest layouts, for the light and the dark theme.
const RAMPS = { light: ['#b23a2b', '#c27a35', '#7f9457', '#3f7f82', '#3c4f8f'],
  dark: ['#ef7a66', '#e0b050', '#9cc083', '#63b7bd', '#8ba4ef'] };
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

const NOTHING = { buffer: /** @type {WebGLBuffer | null} */ (null), count: 0 };

export class MapView {
  /** @type {[number, number]} */
  pan = [0, 0];
  zoomed = 1;
  points = /** @type {MapGraph | null} */ (null); // the graph shown,
  marked = /** @type {Marks} */ ({ trail: [], waists: [] }); // and its trail and bottlenecks
  kept = /** @type {number | null} */ (null); // the node clicked,
  at = /** @type {number | null} */ (null); // and the one under the pointer
  solid = false;
  yaw = 0;
  pitch = 0;
  asked = 0; // the animation frame in which the map is drawn
  program = /** @type {WebGLProgram | null} */ (null);
  place = /** @type {Record<string, WebGLUniformLocation | null>} */ ({});
  buffers = /** @type {WebGLBuffer[]} */ ([]);
  high = new Float32Array(0);
  index = NOTHING; // the elements of the lines,
  path = NOTHING; // the trail, the start, the layout of the game, the bottlenecks
  start = NOTHING;
  here = NOTHING;
  narrow = NOTHING;
  single = /** @type {WebGLBuffer | null} */ (null); // and of one point

  constructor(canvas, { hover, click }) {
    this.canvas = canvas;
    this.hover = hover;
    this.click = click;
    this.gl = canvas.getContext('webgl2', { antialias: true, alpha: true });
    if (!this.gl) throw new Error('no WebGL2');
    this.#begin();
    this.#listen();
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      const { pan, zoomed } = this;
      this.#begin();
      this.setPoints(this.points, this.marked);
      Object.assign(this, { pan, zoomed });
    });
  }

  #begin() {
    const { gl } = this, program = this.program = this.#program();
    this.place = Object.fromEntries(['turn', 'pan', 'scale', 'size', 'ramp', 'red', 'wash', 'form',
      'paper'].map((name) => [name, gl.getUniformLocation(program, name)]));
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  #program() {
    const { gl } = this, program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, POINT], [gl.FRAGMENT_SHADER, DISC]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    ['at', 'shade', 'mark', 'high', 'bulk'].forEach((name, i) => gl.bindAttribLocation(program, i, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    return program;
  }

  // A graph (see folding.js) with the map's common figures and its marks: the trail of a game, which ends at its
  // present layout, and the bottlenecks.
  /** @type {(points: MapGraph | null, marked?: Marks) => void} */
  setPoints(points, marked = { trail: [], waists: [] }) {
    this.points = points;
    this.marked = marked;
    Object.assign(this, { kept: null, at: null });
    if (!points) return this.draw();
    const { gl } = this, { n } = points, { trail, waists } = marked;
    const shade = new Float32Array(n), mark = new Float32Array(n), high = new Float32Array(n),
      bulk = new Float32Array(n);
    for (let i = 0; i < n; i++) {
      const d = points.distance[i];
      if (!points.known) shade[i] = points.depth[i] / (points.reach || 1);
      else shade[i] = d === 0xffffffff ? 2 : points.longest ? d / points.longest : 0;
      mark[i] = d === 0 ? 1 : 0;
      high[i] = 1.3 * (Math.min(shade[i], 1.2) - 0.5);
      bulk[i] = Math.min(5, 1 + 0.35 * Math.log2(points.size[i])) * Math.max(1, Math.min(5, 40 / Math.sqrt(n)));
    }
    // Lines take the colour of their two ends, so the points' own buffers serve.
    this.high = high;
    this.buffers = [points.xy, shade, mark, high, bulk].map((data) => this.#buffer(gl.ARRAY_BUFFER, data));
    const of = (/** @type {Iterable<number>} */ nodes) => {
      const data = Uint32Array.from(nodes);
      return { buffer: this.#buffer(gl.ELEMENT_ARRAY_BUFFER, data), count: data.length };
    };
    Object.assign(this, { index: of(points.edges), path: of(trail), start: of([points.start]),
      here: of(trail.slice(-1)), narrow: of(waists), single: gl.createBuffer() });
    this.reset();
  }

  #buffer(target, data) {
    const { gl } = this, buffer = gl.createBuffer();
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, data, gl.STATIC_DRAW);
    return buffer;
  }

  // The node under a pointer, or at most so many pixels from it.
  #under(event, pixels) {
    return this.nearest(this.where(event), 2 * pixels / (this.#scale()[0] * this.canvas.clientWidth));
  }

  // The node nearest to a place of the map, within a distance of it; null where there is none.
  nearest([x, y], within) {
    const turn = this.#turn();
    let best = null, least = within;
    for (let i = 0; i < sure(this.points).n; i++) {
      const [u, v] = this.placeOf(i, turn), d = Math.hypot(u - x, v - y);
      if (d < least) [best, least] = [i, d];
    }
    return best;
  }

  // The rotation matrix, column by column: the identity in the plane; in space the distance is the height.
  #turn() {
    if (!this.solid) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const [c, s] = [Math.cos(this.yaw), Math.sin(this.yaw)], [d, r] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    return [c, -s * d, s * r, s, c * d, -c * r, 0, r, d];
  }

  // The position of a node after the rotation.
  placeOf(i, m = this.#turn()) {
    const { xy } = sure(this.points), x = xy[2 * i], y = xy[2 * i + 1], z = this.high[i];
    return [m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z];
  }

  setSolid(solid) {
    Object.assign(this, { solid, yaw: solid ? 0.5 : 0, pitch: solid ? 1.1 : 0 });
    this.reset();
  }

  // The map on a canvas of its own, with its background.
  picture() {
    this.#draw();
    const { canvas } = this, copy = document.createElement('canvas'), context = sure(copy.getContext('2d'));
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    context.fillStyle = getComputedStyle(canvas).backgroundColor;
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(canvas, 0, 0);
    return copy;
  }

  dark() {
    const { theme = '' } = document.documentElement.dataset;
    return getComputedStyle(this.canvas).colorScheme.includes('dark') && (theme === 'dark'
      || (!/light|contrast/.test(theme) && matchMedia('(prefers-color-scheme: dark)').matches));
  }

  colours() { return RAMPS[this.dark() ? 'dark' : 'light']; }

  #scale() {
    const { width, height } = this.canvas, side = Math.min(width, height) * 0.95 * this.zoomed;
    return [side / width, side / height];
  }

  draw() { this.asked ||= requestAnimationFrame(() => { this.asked = 0; this.#draw(); }); }

  #draw() {
    const { gl, canvas, place } = this, ratio = Math.min(2, devicePixelRatio || 1);
    const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
    gl.viewport(0, 0, w, h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (!this.points || !w || !h) return;
    const size = Math.max(1.6, Math.min(14, 2.1 * Math.sqrt(this.zoomed))) * ratio, ramp = this.colours();
    gl.useProgram(this.program);
    gl.uniformMatrix3fv(place.turn, false, this.#turn());
    gl.uniform3fv(place.paper, this.dark() ? [0.1, 0.09, 0.08] : [1, 0.99, 0.97]);
    gl.uniform2fv(place.pan, this.pan);
    gl.uniform2fv(place.scale, this.#scale());
    gl.uniform3fv(place.ramp, ramp.flatMap(rgb));
    gl.uniform3fv(place.red, rgb(ramp[0]));
    this.buffers.forEach((buffer, i) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, i ? 1 : 2, gl.FLOAT, false, 0, 0);
    });
    const look = (form, wash, size) => {
      gl.uniform1i(place.form, FORMS[form]);
      gl.uniform1f(place.wash, wash);
      gl.uniform1f(place.size, size);
    };
    const { n } = this.points, put = (mode, { buffer, count }, form, wash, points = size) => {
      if (!count) return;
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      look(form, wash, points);
      gl.drawElements(mode, count, gl.UNSIGNED_INT, 0);
    };
    put(gl.LINES, this.index, 'line', Math.min(0.7, 0.16 * this.zoomed + 0.12 + 4 / Math.sqrt(n)));
    look('disc', 0.92, size);
    gl.drawArrays(gl.POINTS, 0, n);
    // The trail and the marks are drawn last, in the text colour.
    const ink = this.dark() ? [1, 1, 1] : [0.1, 0.08, 0.06];
    gl.uniform3fv(place.ramp, Array(5).fill(ink).flat());
    gl.uniform3fv(place.red, ink);
    if (this.path.count > 1) {
      put(gl.LINE_STRIP, this.path, 'line', 1);
      put(gl.POINTS, this.path, 'disc', 1, size * 1.6);
    }
    // The marks have a size of their own, however many layouts a node has.
    for (const [attribute, value] of [[4, 1], [2, 0]]) {
      gl.disableVertexAttribArray(attribute);
      gl.vertexAttrib1f(attribute, value);
    }
    const large = size * 1.3 + 11 * ratio;
    put(gl.POINTS, this.narrow, 'waist', 1, large * 0.8);
    put(gl.POINTS, this.start, 'start', 1, large);
    put(gl.POINTS, this.here, 'here', 1, large);
    const one = this.at ?? this.kept;
    if (one !== null) {
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.single);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array([one]), gl.DYNAMIC_DRAW);
      put(gl.POINTS, { buffer: this.single, count: 1 }, 'kept', 1, large);
    }
  }

  // Coordinates of the map under a pointer.
  /** @returns {[number, number]} */
  where(event) {
    const box = this.canvas.getBoundingClientRect(), [sx, sy] = this.#scale();
    const x = (event.clientX - box.left) / box.width * 2 - 1, y = 1 - (event.clientY - box.top) / box.height * 2;
    return [this.pan[0] + x / sx, this.pan[1] + y / sy];
  }

  zoom(by, centre = this.pan) {
    const zoomed = Math.max(0.6, Math.min(80, this.zoomed * by)), k = 1 - this.zoomed / zoomed;
    this.#set({ pan: this.pan.map((at, axis) => at + (centre[axis] - at) * k), zoomed });
  }

  reset() { this.#set({ pan: [0, 0], zoomed: 1 }); }
  keep(kept) { this.#set({ kept }); }
  // Brings a node into the middle.
  focus(i, zoomed = 6) { this.#set({ pan: this.placeOf(i), zoomed }); }

  #set(values) {
    Object.assign(this, values);
    this.draw();
  }

  #listen() {
    const { canvas } = this, fingers = new Map();
    let moved = 0, apart = 0;
    const point = (at) => {
      if (at === this.at) return;
      this.#set({ at });
      this.hover(at);
    };
    canvas.addEventListener('pointerdown', (event) => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      canvas.setPointerCapture(event.pointerId);
      if (fingers.size === 1) moved = 0;
      apart = 0;
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!this.points) return;
      const before = fingers.get(event.pointerId);
      if (!before) return point(this.#under(event, 14));
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]], [sx, sy] = this.#scale();
      moved += Math.hypot(dx, dy);
      if (this.solid && fingers.size === 1 && !event.shiftKey) {
        this.yaw += dx * 0.008;
        this.pitch = Math.max(0, Math.min(Math.PI / 2, this.pitch + dy * 0.008));
        return this.draw();
      }
      this.pan = [this.pan[0] - 2 * dx / canvas.clientWidth / sx / fingers.size,
        this.pan[1] + 2 * dy / canvas.clientHeight / sy / fingers.size];
      if (fingers.size === 2) {
        const [[x, y], [u, v]] = fingers.values(), now = Math.hypot(x - u, y - v);
        if (apart) this.zoom(now / apart);
        apart = now;
      }
      this.draw();
    });
    const end = (event) => {
      const was = fingers.delete(event.pointerId);
      if (was && event.type === 'pointerup' && moved < 6 && this.points && !fingers.size)
        this.click(this.#under(event, 18));
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('pointerleave', () => { if (this.points) point(null); });
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), this.where(event));
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => {
      const step = (calm() ? 0.1 : 0.08) / this.zoomed,
        ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
      if (ways[event.key]) this.#set({ pan: this.pan.map((at, axis) => at + ways[event.key][axis]) });
      else if (event.key === '+' || event.key === '=') this.zoom(1.3);
      else if (event.key === '-') this.zoom(1 / 1.3);
      else if (event.key === '0') this.reset();
      else if (event.key === 'Enter' && this.points) this.click(this.nearest(this.pan, 2));
      else return;
      event.preventDefault();
    });
  }
}
