// What all pages share: small helpers, the settings, the status line, dialogs, the service worker.

import { asFiles, at, reachOf } from './addresses.js';
import { listed, ready, speak, t, translate } from './i18n.js';
import { kept, keepForOffline } from './offline.js';
import { keep, opened } from './opened-atlases.js';
import { settingsSheet } from './sheet.js';
import { change, everything, onChange, settings } from './settings.js';

await ready;

/** @type {(selector: string, root?: any) => any} */
export const $ = (selector, root = document) => root.querySelector(selector);

// Listens to one type of event of several elements.
export function on(type, acts) {
  for (const [selector, act] of Object.entries(acts)) $(selector).addEventListener(type, act);
}

// Takes each file that is chosen in the field #file, which a button opens.
export function onFile(button, take) {
  on('click', { [button]: () => $('#file').click() });
  on('change', { '#file': async ({ target }) => {
    const [file] = target.files;
    if (file) await take(file);
    target.value = '';
  } });
}

// Does what may fail, which is said then.
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    say(problem(error));
  }
}

// Whether an event happened inside an element that a selector describes.
export const isIn = ({ target }, selector) => target.closest(selector) !== null;

// An element: h('p', { class: 'x', onclick() {} }, 'text', child). A button submits no form.
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  if (name === 'button') element.setAttribute('type', 'button');
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => (child ?? false) !== false));
  return element;
}

// Replaces children; the focus stays at its index among them.
export function refill(box, ...children) {
  const able = () => [...box.querySelectorAll('a, button, input, select')], at = able().indexOf(document.activeElement);
  box.replaceChildren(...children);
  if (at >= 0) able()[Math.min(at, able().length - 1)]?.focus({ preventScroll: true });
}

// Updates the children of a box to equal new ones, changing only what differs, to avoid a new layout of the page.
// Only for elements without listeners: those of the old elements stay.
export function refresh(box, ...fresh) {
  /** @type {any} */
  let here = box.firstChild;
  for (const child of fresh) {
    if (child === null || child === undefined) continue;
    const node = /** @type {any} */ (child instanceof Node ? child : document.createTextNode(child));
    if (!here) { box.append(node); continue; }
    const next = here.nextSibling;
    if (here.nodeName !== node.nodeName) here.replaceWith(node);
    else if (node.nodeType === Node.TEXT_NODE) { if (here.data !== node.data) here.data = node.data; }
    else if (!here.isEqualNode(node)) {
      for (const name of here.getAttributeNames()) if (!node.hasAttribute(name)) here.removeAttribute(name);
      for (const name of node.getAttributeNames()) {
        const value = node.getAttribute(name);
        if (here.getAttribute(name) === value) continue;
        if (name === 'style') here.style.cssText = node.style.cssText;
        else here.setAttribute(name, value);
      }
      refresh(here, ...node.childNodes);
    }
    here = next;
  }
  while (here) { const next = here.nextSibling; here.remove(); here = next; }
}

// Sets an attribute only if its value differs: setting it makes the browser restyle the page.
export function attribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

// Disables a button by `aria-disabled`, since `disabled` would lose the focus.
export function able(id, can) { attribute($(id), 'aria-disabled', !can); }

let said = () => '';

// The status line. A text given as a function is evaluated again when the language changes.
export function say(text) {
  said = typeof text === 'function' ? text : () => text;
  const line = $('#say');
  if (line) line.textContent = said();
}

// A line at the foot of the window that stays until it is closed, with a button that does something about it.
export function notice(text, label, act) {
  const note = h('aside', { class: 'notice', role: 'status' }, h('p', {}, text),
    h('button', { class: 'accent', onclick: () => { note.remove(); act(); } }, label),
    h('button', { class: 'quiet', 'aria-label': t('close'), onclick: () => note.remove() }, '✕'));
  $('.notice')?.remove();
  document.body.append(note);
}

export function openDialog(title, ...children) {
  const dialog = h('dialog', { 'aria-label': title, class: 'sheet' },
    h('header', {}, h('h2', {}, title), h('button', { class: 'quiet', 'aria-label': t('close'),
      onclick: () => dialog.close() }, '✕')), ...children);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// Lets the player save data as a file.
export function saveAs(name, data) {
  const href = URL.createObjectURL(data);
  h('a', { download: name, href }).click();
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// A field with its own button to copy it, which also works where the clipboard is closed to scripts.
export function copyField(label, text) {
  const id = 'copy' + Math.random().toString(36).slice(2);
  const field = h(text.includes('\n') ? 'textarea' : 'input',
    { id, readonly: true, spellcheck: 'false', rows: Math.min(8, text.split('\n').length) });
  field.value = text;
  const button = h('button', { 'aria-label': `${t('copy')}: ${label}`, onclick: async () => {
    field.select();
    if (!(await copy(text))) document.execCommand('copy');
    button.textContent = t('copied');
  } }, t('copy'));
  return h('div', { class: 'copy' }, h('label', { for: id }, label), field, button);
}

// Who can open a link of this page and, where not everyone can, the puzzle itself as text and as a file.
export function reached(text) {
  const reach = reachOf(location.hostname), key = reach !== 'anyone' && settings.address ? 'share_address'
    : { computer: 'share_computer', network: 'share_network', anyone: 'share_anyone' }[reach];
  const about = h('p', { class: 'dim' }, t(key, { address: settings.address }));
  if (reach === 'anyone') return [about];
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  return [about, copyField(t('share_puzzle'), text),
    h('p', { class: 'buttons' }, h('a', { class: 'button', download: 'puzzle.txt', href }, t('save_text')))];
}

// Saves all that is kept in this browser as a file; the record of progress is its first part.
export function saveAll() {
  const kept = everything(), data = { ...kept['huarong.progress'], kept };
  saveAs(`huarong-${new Date().toISOString().slice(0, 10)}.json`,
    new Blob([JSON.stringify(data, null, 1) + '\n'], { type: 'application/json' }));
}

// The link by which others open a puzzle: at this page's address, or at the one in the settings where only this
// computer or its network reaches this page. A server gets the query, not the hash, and puts a preview into the page.
export function linkFor(values) {
  const own = reachOf(location.hostname) !== 'anyone' && settings.address;
  return own ? `${own.replace(/[#?].*$/, '')}#${new URLSearchParams(values)}`
    : new URL(asFiles ? link('/', values) : `${at('/')}?${new URLSearchParams(values)}`, location.href).href;
}

// The settings: each field of the sheet has the name of one.
export function openSettings() {
  const sheet = settingsSheet(h);
  translate(sheet);
  for (const field of sheet.querySelectorAll('[name]')) {
    const value = field.type === 'checkbox' ? 'checked' : 'value';
    field[value] = settings[field.name];
    field.addEventListener('change', () => (field.name === 'lang' ? speak(field.value)
      : change({ [field.name]: field[value] })));
  }
  if (!navigator.vibrate) $('#set-vibration', sheet).parentElement.remove();
  const dialog = openDialog(t('settings'), sheet), atlases = $('#atlases', dialog);
  $('h2', dialog).dataset.t = 'settings';
  let has = null, refused = false;
  const tell = async () => {
    $('#offline', dialog).textContent = has
      ? t(has.n === has.all ? 'offline_all' : 'offline_some', has) : t('offline_none');
    const names = (await opened()).map((metric) => t('m_' + metric));
    atlases.textContent = refused ? t('atlas_no') : names.length ? t('atlas_has', { all: listed(names) })
      : t('atlas_about');
  };
  const count = async () => { has = await kept(); tell(); };
  count();
  addEventListener('huarong-kept', count, { once: true });
  dialog.addEventListener('close', onChange(tell));
  $('#set-atlas', dialog).addEventListener('change', async ({ target }) => {
    refused = await keep(target.files[0]).then(() => false, () => true);
    await tell();
  });
}

// The URL's hash has the puzzle and other values for a page; without one, its query has them.
export const given = () => new URLSearchParams(location.hash.slice(1) || location.search);
export const link = (page, values) => `${at(page)}#${new URLSearchParams(values)}`;

// Links to other pages carry the current puzzle.
export function carry(text, extra = {}) {
  for (const anchor of /** @type {any} */ (document.querySelectorAll('header nav a'))) {
    if (!['library', 'path', 'study'].includes(anchor.dataset.t))
      anchor.hash = new URLSearchParams({ p: text, ...extra });
  }
}

export function problem(error) {
  if (error.name === 'AbortError') return t('b_cancelled');
  if (error.status === 503) return t('e_busy');
  return error.status ? error.message : t('e_net');
}

export function begin() {
  translate();
  let { lang } = settings;
  onChange(() => {
    translate();
    if (settings.lang !== lang && $('#say')?.textContent) say(said);
    ({ lang } = settings);
  });
  const language = $('#language');
  language.addEventListener('click', () => speak(settings.lang === 'zh' ? 'en' : 'zh'));
  const name = () => {
    language.textContent = settings.lang === 'zh' ? 'EN' : '中文';
    language.lang = settings.lang === 'zh' ? 'en' : 'zh';
  };
  name();
  onChange(name);
  $('#settings').addEventListener('click', openSettings);
  for (const name of ['unkept', 'newer'])
    addEventListener(`huarong-${name}`, () => notice(t(name), t('export'), saveAll));
  addEventListener('huarong-new', () => notice(t('new_version'), t('reload'), () => location.reload()));
  keepForOffline();
  const early = window['begun']?.();
  setTimeout(() => early?.click()); // once this page's own module has run
}
