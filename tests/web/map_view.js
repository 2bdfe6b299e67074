// A map on a canvas that notes what is drawn: `given` has its size, points and trail, `from` imports a module.
const uniforms = {}, drawn = [], told = [];
const gl = new Proxy({ getProgramParameter: () => true, getUniformLocation: (_, name) => name }, {
  get: (own, name) => own[name] ?? (/^[A-Z_]+$/.test(name) ? name : (...given) => {
    if (name.startsWith('uniform')) uniforms[given[0]] = [given.at(-1)].flat();
    if (name.startsWith('draw')) drawn.push([name, given[0], name === 'drawArrays' ? given[2] : given[1],
        uniforms.form[0], uniforms.size[0]]);
    return name.startsWith('create') ? {} : undefined;
  }) });
const canvas = new EventTarget();
Object.assign(canvas, { width: 0, height: 0, clientWidth: given.width, clientHeight: given.height,
    getContext: () => gl, setPointerCapture() {},
  getBoundingClientRect: () => ({ left: 50, top: 20, width: given.width, height: given.height }) });
globalThis.localStorage = { getItem: () => null, setItem() {} };
globalThis.document = { documentElement: { dataset: { theme: 'light' } }, addEventListener() {} };
globalThis.getComputedStyle = () => ({ colorScheme: 'light' });
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.ResizeObserver = class { observe() {} };
globalThis.devicePixelRatio = given.ratio ?? 1;
globalThis.requestAnimationFrame = (then) => { drawn.length = 0; then(); return null; };
globalThis.addEventListener ??= () => {};
const { MapView } = await from('map/view');
const view = new MapView(canvas, { hover: (n) => told.push(['hover', n]), click: (n) => told.push(['click', n]) });
const { n, xy, distance } = given.points;
view.setPoints({ n, xy: Float32Array.from(xy), distance, depth: distance, known: true, longest: Math.max(...distance),
    reach: 9, size: Array(n).fill(1), edges: new Uint32Array([0, 1]), start: 0 }, { trail: given.trail ?? [],
        waists: [] });
const turned = (i) => { const m = uniforms.turn, at = [xy[2 * i], xy[2 * i + 1], view.high[i]]; return [0,
    1].map((r) => m[r] * at[0] + m[3 + r] * at[1] + m[6 + r] * at[2]); };
// Where the shader draws a point, in pixels of the page.
const seen = (i) => { const p = turned(i).map((v, k) => (v - uniforms.pan[k]) * uniforms.scale[k]);
    return { clientX: 50 + (p[0] + 1) / 2 * given.width, clientY: 20 + (1 - p[1]) / 2 * given.height }; };
const fire = (type, about) => { const event = Object.assign(new Event(type, { cancelable: true }), about);
    canvas.dispatchEvent(event); return event.defaultPrevented; };
const at = (x, y, pointerId = 1) => ({ clientX: x, clientY: y, pointerId });
