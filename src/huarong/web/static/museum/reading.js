// Reading an article: its sentences in order, each with its verdict and the step that shows it; `#c=ID` is a sentence's
// link.

import * as api from '../ask/api.js';
import { t } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { $, able, h, refill } from '../shared/ui.js';

const VERDICTS = ['holds', 'holds in part', 'does not hold', 'cannot be checked'];
const fetched = new Map();

export const articleOf = (id) => id.split('-')[0];

// The sentences of an article, in the order of reading.
export function sentencesOf(article) {
  if (!fetched.has(article)) fetched.set(article, api.get('claims', { article }).then(({ claims }) => claims)
    .catch((error) => { fetched.delete(article); throw error; }));
  return fetched.get(article);
}

const opened = (id) => { location.hash = `c=${id}`; };
const verdict = (row) => h('b', {}, t(`v_${VERDICTS.indexOf(row.verdict)}`));
const quote = (row) => h('q', { lang: 'zh' }, row.quote);
const found = (row) => (settings.lang === 'zh' ? row.found_zh : row.found);
const place = (row) => h('span', { class: 'dim' }, settings.lang === 'zh' ? `（${row.place}）` : ` ${row.english}`);

// All sentences; those without a step are marked.
export function listed(box, rows) {
  const without = rows.filter((row) => !row.shown).length;
  $('#claims-name').textContent = t('claims_n', { n: rows.length }) + t('claims_without', { n: without });
  box.replaceChildren(...rows.map((row) => h('article', { class: `v${VERDICTS.indexOf(row.verdict)}`
    + (row.shown ? '' : ' stepless') }, h('p', {}, verdict(row), quote(row), place(row)), h('p', {}, found(row)),
  row.run ? h('p', { class: 'dim code' }, row.run) : null,
  row.shown ? h('a', { href: `#c=${row.id}` }, t('see_step')) : h('span', { class: 'dim' }, t('no_step')))));
}

// The sentence that is being read, with the ones before and after it.
export function shown(rows, id) {
  const at = rows.findIndex((row) => row.id === id), row = rows[at];
  $('#reading').hidden = !row;
  document.body.classList.toggle('reads', Boolean(row));
  if (!row) return;
  refill($('#sentence'), h('p', {}, h('span', { class: 'dim' }, `${at + 1}/${rows.length} `), quote(row), place(row)),
    h('p', {}, verdict(row), found(row), row.shown ? '' : h('span', { class: 'dim' }, ` ${t('no_step')}`)));
  for (const [button, next] of Object.entries({ '#read-back': rows[at - 1], '#read-on': rows[at + 1] })) {
    able(button, Boolean(next));
    $(button).onclick = () => next && opened(next.id);
  }
}

let said = '';
// The sentences that a step proves, and the others of its show; `isHere` says whether a sentence's step is this one.
export function proved(rows, isHere) {
  const here = rows.filter(isHere), others = rows.filter((row) => !here.includes(row));
  const now = JSON.stringify([settings.lang, rows.map(({ id }) => id), here.map(({ id }) => id)]);
  if (now === said) return;
  said = now;
  const part = (key, some) => (some.length ? [h('b', {}, t(key)), ...some.map((row) =>
    h('a', { href: `#c=${row.id}`, title: found(row) }, settings.lang === 'zh' ? row.quote : row.english))] : []);
  refill($('#proves'), ...part('proves', here), ...part('proves_also', others));
}
