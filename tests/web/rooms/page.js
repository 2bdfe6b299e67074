// A page without a browser: elements that only hold what is put into them, canvases that note what is drawn on them,
// a clock that stands still unless it is wound, and files instead of a server.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'path', 'stop']);
const REFLECTED = { hidden: Boolean, disabled: Boolean, id: String, href: String, src: String, type: String, role: String, lang: String, min: String, max: String, open: Boolean, readonly: Boolean };
const round = (value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value);
// A checksum of what is too long to be kept.
export const summed = (data) => createHash('sha256').update(data).digest('hex').slice(0, 16);
const real = { setTimeout, setImmediate };

// Selectors: lists, descendants, and compounds of a tag, #id, .class, [name=value], :not(…), :checked and :enabled.
const PART = /([\w-]+|\*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:=["']?([^\]"']*)["']?)?\]|:not\(([^)]*)\)|:(checked)|:(enabled)/gy;
function fits(element, compound) {
  PART.lastIndex = 0;
  for (let part; PART.lastIndex < compound.length;) {
    part = PART.exec(compound);
    if (!part) throw new SyntaxError(compound);
    const [, tag, id, name, key, value, not, checked, enabled] = part;
    if (tag && tag !== '*' && element.localName !== tag) return false;
    if (id && element.getAttribute('id') !== id) return false;
    if (name && !element.classList.contains(name)) return false;
    if (key && (value === undefined ? !element.hasAttribute(key) : element.getAttribute(key) !== value)) return false;
    if (not && fits(element, not)) return false;
    if (checked && !element.checked) return false;
    if (enabled && element.disabled) return false;
  }
  return true;
}
// The first or all elements below one that a selector describes; those of an id are known.
const byId = new Map();
function search(top, selector, all) {
  const found = [], id = /^#([\w-]+)$/.exec(selector)?.[1];
  if (id) return [...byId.get(id) ?? []].filter((each) => each !== top && each.id === id && top.contains(each));
  const walk = (at) => {
    for (const each of at.childNodes) {
      if (each.nodeType !== 1) continue;
      if (chosen(each, selector)) found.push(each);
      if (found.length && !all) return;
      walk(each);
      if (found.length && !all) return;
    }
  };
  walk(top);
  return found;
}
function chosen(element, selector) {
  return selector.split(/,\s*/).some((one) => {
    const path = one.trim().split(/\s+/);
    if (!fits(element, path.pop())) return false;
    let above = element.parentNode;
    for (const part of path.reverse()) {
      while (above && !(above instanceof Element && fits(above, part))) above = above.parentNode;
      if (!above) return false;
      above = above.parentNode;
    }
    return true;
  });
}

class Node extends EventTarget {
  static TEXT_NODE = 3;
  parentNode = null;
  get nextSibling() { const all = this.parentNode?.childNodes ?? []; return all[all.indexOf(this) + 1] ?? null; }
  get isConnected() { let top = this; while (top.parentNode) top = top.parentNode; return top === document.documentElement; }
  remove() { const { parentNode: from } = this; if (from) from.childNodes.splice(from.childNodes.indexOf(this), 1); this.parentNode = null; }
  replaceWith(node) { const { parentNode: from } = this, at = from.childNodes.indexOf(this); node.remove(); from.childNodes[at] = node; this.parentNode = null; node.parentNode = from; }
  isEqualNode(other) { return shown(this) === shown(other); }
}
class Text extends Node {
  nodeType = 3; nodeName = '#text';
  constructor(data) { super(); this.data = data; }
  get data() { return this.own; }
  set data(data) { this.own = String(data); }
  get textContent() { return this.own; }
  cloneNode() { return new Text(this.own); }
}

export const letter = { width: 7 }; // of each letter that a canvas measures
function noting() {
  const marks = [];
  const own = { marks, canvas: null };
  return new Proxy(own, {
    get: (_, name) => name === 'marks' ? marks : name in own ? own[name] : (...given) => {
      if (name === 'clearRect') marks.length = 0;
      else marks.push(`${String(name)} ${given.flat(3).map((each) => (each?.marks ? each.marks.join(';') : each?.data ? summed(each.data) : round(each))).join(' ')}`);
      return name === 'measureText' ? { width: letter.width * given[0].length } : name.startsWith('create') ? { addColorStop() {} } : undefined;
    },
    set: (_, name, value) => { own[name] = value; marks.push(`${String(name)}=${round(value)}`); return true; },
  });
}

class Element extends Node {
  nodeType = 1; childNodes = []; attributes_ = new Map(); scrollTop = 0; scrollLeft = 0; offsetLeft = 0; own = {}; styles = {};
  clientWidth = 600; clientHeight = 420;
  constructor(name) {
    super();
    this.localName = name; this.nodeName = name.toUpperCase();
  }
  // Made when first asked for: few elements are.
  get style() { const { styles } = this; return this.style_ ??= new Proxy(styles, { get: (_, key) => (key === 'setProperty' ? (k, v) => { styles[k] = v; } : key === 'cssText' ? Object.entries(styles).map((e) => e.join(':')).join(';') : styles[key] ?? ''), set: (_, key, value) => { if (key === 'cssText') { for (const each of Object.keys(styles)) delete styles[each]; for (const part of value.split(';').filter(Boolean)) { const [k, v] = part.split(':'); styles[k] = v; } } else styles[key] = value; return true; } }); }
  get dataset() {
    const at = this.attributes_, dashed = (key) => 'data-' + key.replace(/[A-Z]/g, (c) => '-' + c.toLowerCase());
    return this.dataset_ ??= new Proxy({}, { get: (_, key) => at.get(dashed(key)), set: (_, key, value) => { at.set(dashed(key), String(value)); return true; }, deleteProperty: (_, key) => { at.delete(dashed(key)); return true; } });
  }
  get classList() {
    const at = this.attributes_, names = () => (at.get('class') ?? '').split(/\s+/).filter(Boolean);
    return this.classes_ ??= { contains: (name) => names().includes(name), add: (name) => { at.set('class', [...new Set([...names(), name])].join(' ')); }, remove: (name) => { at.set('class', names().filter((each) => each !== name).join(' ')); }, toggle: (name, on = !names().includes(name)) => { this.classList[on ? 'add' : 'remove'](name); return on; } };
  }
  get parentElement() { return this.parentNode; }
  get tagName() { return this.nodeName; }
  get className() { return this.getAttribute('class') ?? ''; }
  set className(value) { this.setAttribute('class', value); }
  get htmlFor() { return this.getAttribute('for'); }
  set htmlFor(value) { this.setAttribute('for', value); }
  setAttribute(key, value) {
    this.attributes_.set(key, String(value));
    if (key === 'id') byId.set(this.id, (byId.get(this.id) ?? new Set()).add(this));
  }
  getAttribute(key) { return this.attributes_.get(key) ?? null; }
  hasAttribute(key) { return this.attributes_.has(key); }
  removeAttribute(key) { this.attributes_.delete(key); }
  getAttributeNames() { return [...this.attributes_.keys()]; }
  get children() { return this.childNodes.filter((each) => each.nodeType === 1); }
  get firstChild() { return this.childNodes[0] ?? null; }
  get lastChild() { return this.childNodes.at(-1) ?? null; }
  append(...nodes) { for (const each of nodes) { const node = each instanceof Node ? each : new Text(String(each)); node.remove(); node.parentNode = this; this.childNodes.push(node); } }
  after(node) { const { parentNode: to } = this, all = [...to.childNodes]; all.splice(all.indexOf(this) + 1, 0, node); to.replaceChildren(...all); }
  prepend(...nodes) { const before = [...this.childNodes]; this.replaceChildren(...nodes, ...before); }
  appendChild(node) { this.append(node); return node; }
  insertAdjacentHTML(_, text) { this.append(...parsed(text).childNodes); }
  replaceChildren(...nodes) { for (const each of this.childNodes) each.parentNode = null; this.childNodes = []; this.append(...nodes); }
  replaceChild(fresh, old) { old.replaceWith(fresh); }
  get textContent() { return this.childNodes.map((each) => each.textContent).join(''); }
  set textContent(text) { this.replaceChildren(...(text === '' ? [] : [text])); }
  get hash() { return new URL(this.href, location.href).hash; }
  set hash(value) { this.href = this.href.split('#')[0] + '#' + value; }
  get value() { return this.own.value ?? (this.localName === 'select' ? (this.options.find((each) => each.hasAttribute('selected')) ?? this.options[0])?.value ?? '' : this.localName === 'option' || this.localName === 'input' ? this.getAttribute('value') ?? (this.type === 'range' ? '50' : this.textContent) : ''); }
  set value(value) { this.own.value = String(value); if (this.localName === 'select' && !this.options.some((each) => each.value === String(value))) this.own.value = ''; }
  get options() { return this.querySelectorAll('option'); }
  get checked() { return this.own.checked ?? this.hasAttribute('checked'); }
  set checked(on) { this.own.checked = Boolean(on); }
  matches(selector) { return chosen(this, selector); }
  closest(selector) { let at = this; while (at && !chosen(at, selector)) at = at.parentNode; return at; }
  contains(node) { let at = node; while (at && at !== this) at = at.parentNode; return at === this; }
  querySelectorAll(selector) { return search(this, selector, true); }
  querySelector(selector) { return search(this, selector, false)[0] ?? null; }
  cloneNode(deep) { const other = new Element(this.localName); for (const [key, value] of this.attributes_) other.setAttribute(key, value); if (deep) other.append(...this.childNodes.map((each) => each.cloneNode(true))); return other; }
  focus() { document.activeElement = this; fire(this, 'focus'); }
  select() {}
  click() { fire(this, 'click'); if (this.localName === 'input' && this.type === 'checkbox') { this.checked = !this.checked; fire(this, 'change'); } }
  scrollIntoView() {}
  setPointerCapture() {}
  getBoundingClientRect() { return { left: 0, top: 0, right: this.clientWidth, bottom: this.clientHeight, width: this.clientWidth, height: this.clientHeight }; }
  getScreenCTM() { return { inverse: () => null }; }
  getContext() { return this.context ??= noting(); }
  toBlob(done) { done(new Blob([`picture ${this.width}x${this.height} ${this.context?.marks.join(';')}`])); }
  toDataURL() { return 'data:'; }
  showModal() { this.setAttribute('open', ''); }
  close() { this.removeAttribute('open'); fire(this, 'close'); }
  animate(frames, options) { this.own.animated = JSON.stringify([frames, options]); return { finished: Promise.resolve(), cancel() {} }; }
}
for (const [key, kind] of Object.entries(REFLECTED)) Object.defineProperty(Element.prototype, key, {
  get() { return kind === Boolean ? this.hasAttribute(key) : this.getAttribute(key) ?? ''; },
  set(value) { if (kind === Boolean && !value) this.removeAttribute(key); else this.setAttribute(key, kind === Boolean ? '' : value); },
});

// Elements from a page's text.
function parsed(text) {
  const top = new Element('top');
  let at = top;
  const plain = (words) => words.replace(/&nbsp;/g, '\u00a0').replace(/&lt;/g, '<').replace(/&amp;/g, '&');
  for (const [, close, name, rest, words] of text.replace(/<!.*?>/gs, '').matchAll(/<(\/?)([\w-]+)((?:\s[^>]*)?)>|([^<]+)/g)) {
    if (words !== undefined) { if (words.trim() || !words.includes('\n')) at.append(plain(words)); continue; }
    if (close) { while (at.localName !== name) at = at.parentNode; at = at.parentNode; continue; }
    const element = new Element(name);
    for (const [, key, value] of rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) element.setAttribute(key, plain(value ?? ''));
    at.append(element);
    if (!VOID.has(name) && !rest.endsWith('/')) at = element;
  }
  return top;
}

// What an element shows, as text without the folder of the checkout; what is hidden is only said to be.
let home = '';
export function shown(node) {
  if (node.nodeType === 3) return node.data;
  const about = [...node.attributes_].filter(([key]) => !['id', 'data-t', 'data-t-label'].includes(key) && !/^copy/.test(key)).map(([key, value]) => ` ${key}=${/^(copy\w+|blob:.*)$/.test(value) ? '' : value.replaceAll(home, '')}`).sort().join('');
  if (node.hidden) return `<${node.localName} hidden>`;
  const style = node.style_?.cssText, more = [style && `{${style}}`, node.own.value !== undefined || node.own.checked !== undefined ? `[${String(node.own.value ?? '').replaceAll(home, '')} ${node.own.checked ?? ''}]` : '', node.own.animated ?? '', node.context ? node.context.marks.join(';') : ''].join('');
  return `<${node.localName}${about}>${more}${node.childNodes.map(shown).join('|')}`;
}

export function fire(target, type, about = {}) {
  const event = Object.assign(new Event(type, { cancelable: true }), about);
  for (let at = target; at; at = at.parentNode) {
    Object.defineProperty(event, 'target', { value: target, configurable: true });
    let stopped = false;
    event.stopPropagation = () => { stopped = true; };
    at.dispatchEvent(event);
    Object.defineProperty(event, 'target', { value: target, configurable: true });
    if (stopped) return event;
    if (type === 'focus') return event;
  }
  if (target !== globalThis && !globalThis.dispatchEvent(Object.defineProperty(Object.assign(new Event(type, { cancelable: true }), about), 'target', { value: target }))) event.preventDefault();
  return event;
}

// The clock, which `pass` winds.
let now = 0, timers = [], count = 0;
const after = (then, wait = 0, again = null) => { timers.push({ id: ++count, at: now + Math.max(0, wait), then, again }); return count; };
const dropped = (id) => { timers = timers.filter((each) => each.id !== id); };
export async function settle(turns = 20) { for (let i = 0; i < turns; i++) await new Promise(real.setImmediate); }
export async function pass(ms) {
  for (const end = now + ms; ;) {
    const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.id - b.id)[0];
    if (!due) { now = end; break; }
    now = Math.max(now, due.at);
    if (due.again === null) dropped(due.id); else due.at = now + Math.max(1, due.again);
    due.then(now);
    await settle(3);
  }
  await settle();
}
// Waits for what needs real time, such as a module that is loaded.
export async function until(done) {
  for (let i = 0; i < 800 && !done(); i++) await new Promise((go) => real.setTimeout(go, 5));
  if (!done()) throw new Error(`never: ${done} ${document.querySelector('#main').textContent.slice(0, 900)}`);
  await settle();
}

class EventTargetWindow extends EventTarget {}

// Installs a page. `kept` has the answers of GET requests, as `huarong site` writes them; `root` is the package's folder `web`.
export function install({ html, root, kept = {}, hash = '', stored = {}, lang = 'en-US', files = true, answers = null, calm = false, dark = false }) {
  const top = parsed(html).children[0], target = new EventTargetWindow(), define = (values) => { for (const [key, value] of Object.entries(values)) Object.defineProperty(globalThis, key, { value, configurable: true, writable: true }); };
  const document = Object.assign(new EventTarget(), { documentElement: top, activeElement: null, hidden: false, title: '', readyState: 'complete',
    createElement: (name) => new Element(name), createElementNS: (_, name) => new Element(name), createTextNode: (text) => new Text(text),
    querySelector: (selector) => top.querySelector(selector), querySelectorAll: (selector) => top.querySelectorAll(selector), execCommand() {}, elementFromPoint: (x, y) => document.under?.(x, y) ?? null });
  document.body = top.querySelector('body');
  if (files) top.dataset.files = '';
  const entries = new Map(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]));
  home = root;
  const base = `file://${root}/`, place = { origin: 'null', hostname: 'localhost', pathname: `${root}/`, get href() { return base + place.hash; }, set href(value) { page.went.push(value); }, own: hash,
    get hash() { return place.own; }, set hash(value) { const before = place.own; place.own = value === '' ? '' : '#' + String(value).replace(/^#/, ''); if (place.own !== before) fire(globalThis, 'hashchange', { newURL: place.href }); } };
  const page = { went: [], saved: [], printed: 0, sent: [], heard: [], resized: [], $: (selector) => document.querySelector(selector), shown, fire, settle, pass, until, stored: (key) => JSON.parse(entries.get(key) ?? 'null'), place };
  // Texts are their keys and values, so that words may change.
  const keys = (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).map(([key, both]) => [key, both.map((each, n) => [(n ? 'zh_' : '') + key, ...new Set([...each.matchAll(/\{(\w+)/g)].map((part) => `{${part[1]}}`))].join(' '))])));
  const fetched = async (url, options = {}) => {
    const path = String(url).replace(base, '').replace(`${root}/`, '').replace(/^\//, '');
    if (options.signal?.aborted) throw new DOMException('stopped', 'AbortError');
    if (path === 'kept/index.json') return new Response(JSON.stringify(Object.fromEntries(Object.keys(kept).map((key, i) => [key, `${i}.bin`]))));
    if (path.startsWith('kept/')) { const found = Object.values(kept)[parseInt(path.slice(5), 10)]; return new Response(typeof found === 'string' && found.startsWith('base64:') ? Buffer.from(found.slice(7), 'base64') : JSON.stringify(found)); }
    if (path.startsWith('api/v1/')) { page.sent.push([path.slice(7), options.body ? JSON.parse(options.body) : null]); const found = await answers?.(path.slice(7), options.body ? JSON.parse(options.body) : null); if (found === undefined) throw new TypeError('away'); return found; }
    const words = /^static\/shared\/words\.(en|zh)\.json$/.exec(path);
    if (words) return new Response(JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(keys(readFileSync(`${root}/static/shared/words.json`, 'utf8')))).map(([key, both]) => [key, both[Number(words[1] === 'zh')]]))));
    if (path === 'static/play/why.json') return new Response('{}'); // the server makes it
    if (path.startsWith('static/')) { const text = readFileSync(`${root}/${path}`, 'utf8'); return new Response(/words\.json$|records\.json$/.test(path) ? keys(text) : text); }
    throw new TypeError(`away: ${path}`);
  };
  globalThis.onmessage = null;
  class Worker extends EventTarget {
    constructor(url) { super(); globalThis.postMessage = (data) => { const event = Object.assign(new Event('message'), { data: structuredClone(data) }); this.onmessage?.(event); this.dispatchEvent(event); }; this.ready = import(url); }
    postMessage(data) { const sent = structuredClone(data); this.ready.then(() => globalThis.onmessage({ data: sent })); }
    terminate() {}
  }
  define({
    document, Node, location: place, window: globalThis, addEventListener: target.addEventListener.bind(target), removeEventListener: target.removeEventListener.bind(target), dispatchEvent: target.dispatchEvent.bind(target),
    navigator: { language: lang, vibrate: (beats) => page.heard.push(beats) }, fetch: fetched, Worker,
    localStorage: { getItem: (key) => entries.get(key) ?? null, setItem: (key, value) => entries.set(key, value), removeItem: (key) => entries.delete(key) },
    history: { state: null, replaceState(state, _, url) { this.state = state; place.own = url.includes('#') ? url.slice(url.indexOf('#')) : ''; } },
    matchMedia: (query) => Object.assign(new EventTarget(), { matches: /reduced-motion/.test(query) ? calm : dark }), getComputedStyle: (element) => ({ color: element.style.color, paddingLeft: '4', paddingRight: '4', paddingTop: '3', paddingBottom: '3', colorScheme: 'light' }),
    ResizeObserver: class { constructor(then) { page.resized.push(then); } observe() {} disconnect() {} }, devicePixelRatio: 1, innerWidth: 1000, innerHeight: 700, scrollY: 0, scrollTo() {}, print: () => { page.printed += 1; },
    requestAnimationFrame: (then) => after(then, 16), cancelAnimationFrame: dropped, setTimeout: (then, wait) => after(then, wait), clearTimeout: dropped, setInterval: (then, wait) => after(then, wait, wait), clearInterval: dropped,
    performance: { now: () => now }, DOMPoint: class { constructor(x, y) { Object.assign(this, { x, y }); } matrixTransform() { return this; } },
    ImageData: class { constructor(width, height) { Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) }); } },
    OffscreenCanvas: class { constructor(width, height) { Object.assign(this, { width, height }); } getContext() { return this.context ??= noting(); } get marks() { return this.context?.marks ?? []; } },
    XMLSerializer: class { serializeToString(node) { return shown(node); } }, Image: class extends Element { constructor() { super('img'); } async decode() {} },
    Path2D: class { constructor(d) { this.marks = [d]; } },
    AudioContext: class { currentTime = 0; destination = 'out'; },
    OscillatorNode: class { constructor(_, about) { page.heard.push(about); } connect(to) { return to; } start(at) { page.heard.push(['start', at]); } stop(at) { page.heard.push(['stop', at]); } },
    GainNode: class { gain = { setValueAtTime: (...given) => page.heard.push(['gain', ...given]), exponentialRampToValueAtTime: (...given) => page.heard.push(['fade', ...given]) }; connect(to) { return to; } },
  });
  const Real = Date, today = () => 1.7e12 + now;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length ? given : [today()])); }
    static now() { return today(); }
  };
  let seed = 7;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  globalThis.URL.createObjectURL = (data) => { page.saved.push(data); return 'blob:'; };
  globalThis.URL.revokeObjectURL = () => {};
  return page;
}
