// A grid of cells to paint on: by mouse and touch with one stroke, or by keys cell by cell.

import { inRows } from '../rules/puzzle.js';
import { t } from '../shared/i18n.js';
import { h } from '../shared/ui.js';

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Canvas {
  at = 0;
  width = 0;
  cells = [];

  constructor(element, { paint, choose }) {
    this.element = element;
    const cellAt = ({ clientX, clientY }) =>
      /** @type {HTMLElement} */ (document.elementFromPoint(clientX, clientY)?.closest('.cell'));
    let stroke = -1; // the cell painted last, while the pointer is down
    let waiting = -1; // the cell under a finger that may yet scroll the page
    const begin = () => {
      if (waiting >= 0) paint(waiting);
      waiting = -1;
    };
    element.addEventListener('pointerdown', (event) => {
      const cell = cellAt(event);
      if (event.button || !cell || !element.contains(cell)) return;
      if (event.pointerType === 'touch') this.at = Number(cell.dataset.n);
      else {
        event.preventDefault();
        this.focus(Number(cell.dataset.n));
      }
      if (event.shiftKey) return choose(this.at);
      stroke = this.at;
      element.setPointerCapture(event.pointerId);
      waiting = this.at;
      if (event.pointerType !== 'touch') begin();
    });
    element.addEventListener('pointermove', (event) => {
      const cell = stroke >= 0 && cellAt(event);
      if (!cell || !element.contains(cell) || Number(cell.dataset.n) === stroke) return;
      stroke = Number(cell.dataset.n);
      begin();
      paint(stroke);
    });
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, ({ type }) => {
      if (type === 'pointerup') begin();
      stroke = waiting = -1;
    });
    element.addEventListener('focusin', ({ target }) => target.dataset.n && this.hold(Number(target.dataset.n)));
    element.addEventListener('keydown', (event) => {
      const way = WAYS[event.key];
      if (way) {
        event.preventDefault();
        const x = this.at % this.width + way[0], y = Math.floor(this.at / this.width) + way[1];
        if (x >= 0 && x < this.width && y >= 0 && y < this.cells.length / this.width) this.focus(y * this.width + x);
        if (event.shiftKey) paint(this.at);
      } else if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        paint(this.at);
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) choose(this.at);
    });
  }

  // The cell that keys paint, also where a screen reader gives it the focus.
  hold(n) {
    this.cells[this.at]?.setAttribute('tabindex', '-1');
    this.at = n;
    this.cells[n].setAttribute('tabindex', '0');
  }

  focus(n) {
    this.hold(n);
    this.cells[n].focus({ preventScroll: true });
  }

  // Draws the picture, and over it the cells that are painted on, each with what it holds in words.
  draw({ width, height, gates }, symbols, drawing, bad) {
    if (this.width !== width || this.cells.length !== width * height) {
      this.width = width;
      this.at = 0;
      this.cells = symbols.map((_, n) => h('button', { class: 'cell', role: 'gridcell', 'data-n': n,
        tabindex: n ? '-1' : '0' }));
      this.element.style.setProperty('--W', width);
      this.element.style.setProperty('--H', height);
      const rows = inRows(this.cells, width).map((row) => h('div', { role: 'row' }, ...row));
      this.element.replaceChildren(drawing, ...rows);
    } else this.element.firstChild.replaceWith(drawing);
    this.cells.forEach((cell, n) => {
      const symbol = symbols[n], what = { '.': t('empty'), '#': t('wall'), '-': t('gate') }[symbol];
      cell.classList.toggle('bad', bad.has(n));
      cell.setAttribute('aria-label', t('e_cell', { y: Math.floor(n / width) + 1, x: n % width + 1,
        what: what ?? (gates[n] === '-' ? `${symbol}, ${t('gate')}` : symbol) }));
      cell.setAttribute('aria-invalid', String(bad.has(n)));
    });
  }
}
