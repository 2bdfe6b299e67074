// The fields of the settings: each has the name of one, and the key of its label.

import { at } from './addresses.js';

// A choice's values with the keys of their texts, or the texts themselves; a switch; or a field for an address.
/** @type {[string, string, Record<string, string>?][]} */
const FIELDS = [['lang', 'language', { zh: '中文', en: 'EN' }],
  ['theme', 'theme', { auto: 'auto', light: 'light', dark: 'dark', contrast: 'contrast' }],
  ['pieces', 'pieces', { names: 'p_names', chinese: 'p_chinese', english: 'p_english', letters: 'p_letters',
    masks: 'p_masks', plain: 'p_plain' }],
  ['metric', 'metric', { move: 'm_move', slide: 'm_slide', step: 'm_step' }],
  ['timer', 'timer'], ['meter', 'meter'], ['graded', 'graded'], ['shortcuts', 'set_shortcuts'],
  ['address', 'set_address'], ['sound', 'sound'], ['vibration', 'vibration']];

export function settingsSheet(h) {
  const field = (/** @type {[string, string, Record<string, string>?]} */ [name, label, values]) => {
    const id = `set-${name}`;
    const option = ([value, key]) => (name === 'lang' ? h('option', { value }, key)
      : h('option', { value, 'data-t': key }));
    return h('p', { class: 'row' }, h('label', { for: id, 'data-t': label }),
      values ? h('select', { id, name }, ...Object.entries(values).map(option))
        : name === 'address' ? h('input', { id, name, type: 'url', placeholder: 'https://' })
          : h('input', { id, name, type: 'checkbox' }));
  };
  return h('div', {}, h('div', { class: 'settings' }, ...FIELDS.map(field)),
    h('p', { class: 'row' }, h('span', { 'data-t': 'atlas' }),
      h('label', { for: 'set-atlas', class: 'button', 'data-t': 'x_choose' }),
      h('input', { type: 'file', id: 'set-atlas', class: 'hidden-file', accept: '.residues' })),
    h('p', { id: 'atlases', class: 'dim', role: 'status' }), h('p', { id: 'offline', class: 'dim' }),
    h('p', { class: 'row' }, h('a', { href: at('/timer'), 'data-t': 'timer' }),
      h('a', { href: at('/records'), 'data-t': 'records' }), h('a', { href: at('/docs'), 'data-t': 'api' })));
}
