// Finds the sections that contain all words of a query. `SECTIONS` has [address, page, heading, text] of each,
// and for the first of a page its headings in the other language.

const MOST = 60;
const told = document.querySelector('.finder-told');
const list = document.querySelector('.finder-found');
const input = document.querySelector('.finder input');
const plain = (text) => text.toLowerCase(); // as long as the text, so that places agree
const whole = SECTIONS.map((section) => plain(section.slice(1).join('\n')));
const generated = (address) => address.startsWith('generated/');

function score(section, words) {
  const [address, page, heading] = section;
  const [title, head] = [plain(page), plain(heading)];
  let points = generated(address) ? 0 : 13; // a how-to about hints before the class `Hint`
  for (const word of words) {
    if (plain(section[4] ?? '').includes(word)) points += 5;
    if (head === word) points += 20;
    else if (head.includes(word)) points += 8;
    if (title.includes(word)) points += 4;
  }
  return points;
}

// The text around the first word, with all words marked.
function excerpt(text, words) {
  const flat = plain(text);
  const first = Math.max(0, Math.min(...words.map((word) => flat.indexOf(word)).filter((at) => at >= 0), text.length) - 40);
  const part = text.slice(first, first + 180);
  const shown = document.createElement('p');
  let rest = (first ? '…' : '') + part + (first + 180 < text.length ? '…' : '');
  while (rest) {
    const places = words.map((word) => [plain(rest).indexOf(word), word.length]).filter(([at]) => at >= 0);
    const [at, size] = places.sort((a, b) => a[0] - b[0])[0] ?? [rest.length, 0];
    shown.append(rest.slice(0, at));
    if (size) {
      const mark = document.createElement('mark');
      mark.textContent = rest.slice(at, at + size);
      shown.append(mark);
    }
    rest = rest.slice(at + size);
  }
  return shown;
}

function find(query) {
  const words = plain(query.normalize('NFKC')).split(/\s+/).filter(Boolean);
  list.replaceChildren();
  told.textContent = told.dataset.about;
  if (!words.length) return;
  const found = SECTIONS.filter((_, n) => words.every((word) => whole[n].includes(word)))
    .map((section) => [score(section, words), section]).sort((a, b) => b[0] - a[0]);
  told.textContent = found.length ? told.dataset.some.replace('{n}', found.length) : told.dataset.none;
  for (const [, [address, page, heading, text]] of found.slice(0, MOST)) {
    const item = document.createElement('li'), link = document.createElement('a');
    link.href = address;
    link.textContent = heading === page ? page : `${page}: ${heading}`;
    item.append(link, excerpt(text, words));
    list.append(item);
  }
}

document.querySelector('.finder').addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('input', () => {
  history.replaceState(null, '', `?q=${encodeURIComponent(input.value)}`);
  find(input.value);
});
input.value = new URLSearchParams(location.search).get('q') ?? '';
find(input.value);
