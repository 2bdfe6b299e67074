// What a page that is open fails in: names, landmarks and sizes; the contrast of each text with its ground.

function names() {
  const wrong = [];
  const named = (e) => (e.getAttribute('aria-label') || '').trim() || e.textContent.trim() ||
      [...(e.labels || [])].some((l) => l.textContent.trim()) || e.getAttribute('title');
  for (const e of document.querySelectorAll('a, button, input, select, textarea, summary, ' +
      '[role=button], [role=img], [role=radio], [role=application], canvas, dialog'))
    if (e.checkVisibility() && !e.closest('[aria-hidden=true]') && !named(e)) wrong.push(e.outerHTML.slice(0, 100));
  for (const e of document.querySelectorAll('svg')) if (
      e.checkVisibility() && !e.closest('[aria-hidden=true]') &&
          !e.getAttribute('aria-label')) wrong.push('svg ' + e.outerHTML.slice(0, 80));
  if (document.querySelectorAll('h1').length !== 1) wrong.push('not one h1');
  if (document.querySelectorAll('main').length !== 1 ||
      !document.querySelector('nav[aria-label]')) wrong.push('landmarks');
  if (!['en', 'zh'].includes(document.documentElement.lang) || !document.title) wrong.push('language or title');
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  if (new Set(ids).size !== ids.length) wrong.push('an id twice');
  for (const e of document.querySelectorAll('[tabindex]')) if (
      Number(e.getAttribute('tabindex')) > 0) wrong.push('a tabindex above 0');
  for (const e of document.querySelectorAll('button, select, input, a')) {
    const box = ((e.type === 'file' && e.labels[0]) || e).getBoundingClientRect();
        // a field for files is chosen by its label
    if (e.checkVisibility() && box.width && !e.classList.contains(
        'skip') && (box.width < 24 || box.height < 24) && !(
            e.type === 'checkbox' && e.closest('label, .row'))) wrong.push(
                `small: ${e.outerHTML.slice(0, 90)} ${box.width}x${box.height}`);
  }
  return wrong;
}

// How many texts there are, and those that cannot be read well.
function contrast() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = '#000'; canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => { const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
      return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05);
      };
  const ground = (e) => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor);
      if (c[3] > 250) return c; } return [255, 255, 255, 255]; };
  const wrong = [];
  let seen = 0;
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    // Under each name on a piece lies a faint copy, its shadow.
    if (!own || !e.checkVisibility() || e.closest('.cut') ||
        e.closest(':disabled, [aria-disabled=true], .off, dialog::backdrop') || e.classList.contains('skip')) continue;
    const style = getComputedStyle(e);
    let front, back, size, bold = Number(style.fontWeight) >= 700;
    if (e.closest('.piece')) {
      front = rgba(style.fill);
      const piece = e.closest('.piece');
      back = rgba(getComputedStyle(piece.querySelector('.face') ?? piece.querySelector('path:not(.cast)')).fill);
      const box = e.closest('svg').getScreenCTM();
      size = parseFloat(e.closest('text').getAttribute('font-size')) * box.a;
    } else if (e.closest('.dot')) {
      front = rgba(style.fill);
      back = rgba(getComputedStyle(e.closest('.dot').querySelector('circle')).fill);
      size = 12;
    } else if (e.closest('svg')) {
      front = rgba(style.fill); back = rgba(getComputedStyle(document.querySelector('#canvas')).backgroundColor);
          size = 12;
    } else {
      front = rgba(style.color); back = ground(e); size = parseFloat(style.fontSize);
    }
    const need = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5, found = ratio(front, back);
    seen += 1;
    if (found < need) wrong.push(`${found.toFixed(2)} < ${need}: ${e.outerHTML.slice(0, 90)}`);
  }
  return [seen, wrong];
}
