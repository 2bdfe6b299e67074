// The window of WinHRD: the label, the two buttons and the text of part 16, re-created.

import { t } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';

const FIELDS = ['depth', 'begin', 'stop', 'none'];

export const window = (box, page) => {
  const label = h('p', { class: 'code' }), text = h('pre', { tabindex: 0, 'aria-label': 'txtResult' });
  const press = (name, on) => h('button', { onclick: () => page.player.play(on) }, name);
  box.replaceChildren(
    h('div', { class: 'winhrd', role: 'group', 'aria-label': 'WinHRD' }, h('p', { class: 'bar-title' }, 'WinHRD'),
      label, h('div', { class: 'bar' }, press('begin', true), press('stop', false)), text),
    h('div', { class: 'scroll' }, h('table', { class: 'plain' },
      h('tr', {}, ...['win_field', 'win_page', 'win_console'].map((key) => h('th', {}, t(key)))),
      ...FIELDS.map((name) =>
        h('tr', {}, ...['', '_page', '_console'].map((end) => h('td', {}, t(`win_${name}${end}`))))))));
  return (stepper) => {
    const depth = stepper.get('at', 'info'),
      steps = stepper.frames.slice(0, stepper.at + 1).filter(([what]) => what === 'pop');
    refresh(label, `搜索深度: ${depth ?? ''}`);
    refresh(text, stepper.frame[0] === 'none' ? '此题无解!'
      : steps.map(([, values]) => t('f_pop', page.worded(values))).join('\n'));
  };
};
