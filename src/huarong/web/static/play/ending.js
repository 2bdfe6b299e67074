// The end of a game: the player's count, the shortest length, the seal of a perfect game, and the next puzzle.

import { seal } from '../board/seal.js';
import { FRAME, opening } from '../board/shape.js';
import { sentences, t } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { $, h } from '../shared/ui.js';
import { verdictOf } from './review.js';

// The seal falls when the key piece has left, the card rises a little later: in milliseconds after the last move.
const FALLS = 1180, RISES = 1400;

// Shows the result in the dock and the seal on the board; `fresh` where the game has just ended on this page.
export function ended(session, section, { again, next, course, fresh }) {
  const { game, facts } = session, { metric, lang } = settings,
    told = `${game.key} ${game.play} ${game.past.length} ${lang} ${metric} ${facts?.best[metric]}`;
  if (section.dataset.of === told) return;
  section.dataset.of = told;
  const { perfect, text, beside } = verdictOf(game, facts?.best), had = section.contains(document.activeElement);
  const share = async () => (await import('./share.js')).openShare(session);
  section.classList.toggle('perfect', perfect);
  section.classList.toggle('rises', fresh);
  section.style.setProperty('--after', `${RISES}ms`);
  section.replaceChildren(h('h2', {}, t(perfect ? 'solved_perfect' : 'solved_title')), h('p', {}, text),
    h('div', { class: 'strip' }, h('button', { class: 'accent', onclick: next }, t('next')),
      h('button', { onclick: share }, t('share')), h('button', { onclick: again }, t('again'))));
  $('#also').textContent = sentences(course.moral, game.seen && t('solved_seen'), beside);
  $('#also').hidden = !$('#also').textContent;
  stamp(session, perfect && game.counts[metric], fresh);
  if (had) section.focus({ preventScroll: true });
}

// The middle of a square of cells that hides the fewest pieces; of equal ones the nearest to the board's middle.
function bare(puzzle, heads, size) {
  const { width, height } = puzzle, grid = puzzle.covered(heads), squares = [],
    within = (at, from) => at >= from && at < from + size;
  for (let y = 0; y <= height - size; y++) for (let x = 0; x <= width - size; x++) {
    const hidden = grid.filter((i, at) => i >= 0 && within(at % width, x) && within(Math.floor(at / width), y)),
      far = Math.hypot(x + (size - width) / 2, y + (size - height) / 2);
    squares.push([hidden.length, far, x + size / 2, y + size / 2]);
  }
  return squares.sort((a, b) => a[0] - b[0] || a[1] - b[1])[0].slice(2);
}

// The seal on the floor where the key piece stood, or where it hides the fewest pieces if none has left.
function stamp({ puzzle, game }, count, fresh) {
  unstamp();
  if (!count) return;
  const out = opening(puzzle), { width, height } = puzzle, size = Math.min(2, width, height),
    [x, y] = out ? [out.x + out.w / 2, out.y + out.h / 2] : bare(puzzle, game.heads, size);
  const part = (at, long) => `${(100 * (FRAME + Math.max(0, Math.min(long - size, at - size / 2)))
    / (long + 2 * FRAME)).toFixed(2)}%`;
  const zh = settings.lang === 'zh', word = t('solved_perfect');
  const box = h('div', { class: fresh ? 'stamp falls' : 'stamp' },
    zh ? seal(word) : seal(String(count), word.toUpperCase(), { label: word }));
  const wide = `${(100 * size / (width + 2 * FRAME)).toFixed(2)}%`;
  for (const [name, value] of Object.entries({ left: part(x, width), top: part(y, height), width: wide,
    '--after': `${FALLS}ms` })) box.style.setProperty(name, value);
  $('#board').parentElement.append(box);
}

const unstamp = () => $('.stamp')?.remove();

// Takes the result and the seal away.
export function begun(section) {
  section.hidden = true;
  delete section.dataset.of;
  $('#also').hidden = true;
  unstamp();
}
