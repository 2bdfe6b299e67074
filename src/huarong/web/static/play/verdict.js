// How well a game that is over was played.

import { t } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';

// The result of a game: { perfect, text, beside }. A game may be perfect in one metric only; then `beside` gives the
// other count.
export function verdictOf({ counts, seen }, best, metric = settings.metric) {
  const words = (count) => t(metric + '_n', { n: count }), n = counts[metric], least = best?.[metric];
  if (typeof least !== 'number') return { perfect: false, text: t('solved_plain', { n: words(n) }), beside: '' };
  if (n > least) return { perfect: false, beside: '',
    text: t('solved_over', { n: words(n), over: n - least, best: words(least) }) };
  const other = metric === 'step' ? 'move' : 'step', more = counts[other] - best[other];
  return { perfect: !seen, text: t('solved_best', { n: words(n) }), beside: more > 0
    ? t('solved_beside', { n: t(other + '_n', { n: counts[other] }), best: best[other] }) : '' };
}
