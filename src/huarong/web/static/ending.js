// The end of a game: the player's count, the shortest length, whether it was perfect, and the next puzzle.

import { t } from './i18n.js';
import { settings } from './settings.js';
import { h } from './ui.js';

// The result of a game: { perfect, text }. A game may be perfect in one metric only; then the text gives both.
export function verdictOf({ counts, seen }, best, metric = settings.metric) {
  const words = (count) => t(metric + '_n', { n: count }), n = counts[metric], least = best?.[metric];
  if (typeof least !== 'number') return { perfect: false, text: t('solved_plain', { n: words(n) }) };
  if (n > least) return { perfect: false, text: t('solved_over', { n: words(n), over: n - least, best: words(least) }) };
  const other = metric === 'step' ? 'move' : 'step', more = counts[other] - best[other];
  const beside = more > 0 ? ' ' + t('solved_beside', { n: t(other + '_n', { n: counts[other] }), best: best[other] }) : '';
  return { perfect: !seen, text: t('solved_best', { n: words(n) }) + beside };
}

export function ended(page, section, { again, next, course }) {
  const { game, facts } = page, { metric, lang } = settings, told = `${game.key} ${game.play} ${game.past.length} ${lang} ${metric} ${facts?.best[metric]}`;
  if (section.dataset.of === told) return;
  section.dataset.of = told;
  const { perfect, text } = verdictOf(game, facts?.best), had = section.contains(document.activeElement);
  const share = async () => (await import('./share.js')).openShare(page);
  section.classList.toggle('perfect', perfect);
  section.replaceChildren(h('h2', {}, t(perfect ? 'solved_perfect' : 'solved_title')), h('p', {}, text, game.seen ? ' ' + t('solved_seen') : ''), ...(course.moral ? [h('p', {}, course.moral)] : []),
    h('p', { class: 'buttons' }, h('button', { class: 'accent', type: 'button', onclick: next }, t('next')), h('button', { type: 'button', onclick: share }, t('share')), h('button', { type: 'button', onclick: again }, t('again'))));
  if (had) section.focus({ preventScroll: true });
}
