// The end of a game: the player's count, the shortest length, whether it was perfect, and the next puzzle.

import { t } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { h } from '../shared/ui.js';
import { verdictOf } from './verdict.js';

export function ended(session, section, { again, next, course }) {
  const { game, facts } = session, { metric, lang } = settings,
    told = `${game.key} ${game.play} ${game.past.length} ${lang} ${metric} ${facts?.best[metric]}`;
  if (section.dataset.of === told) return;
  section.dataset.of = told;
  const { perfect, text } = verdictOf(game, facts?.best), had = section.contains(document.activeElement);
  const share = async () => (await import('./share.js')).openShare(session);
  section.classList.toggle('perfect', perfect);
  section.replaceChildren(h('h2', {}, t(perfect ? 'solved_perfect' : 'solved_title')),
    h('p', {}, text, game.seen ? ' ' + t('solved_seen') : ''), ...(course.moral ? [h('p', {}, course.moral)] : []),
    h('p', { class: 'buttons' }, h('button', { class: 'accent', onclick: next }, t('next')),
      h('button', { onclick: share }, t('share')),
      h('button', { onclick: again }, t('again'))));
  if (had) section.focus({ preventScroll: true });
}
