// What stands on pieces and beside puzzles: names on every form of piece, signs of sets, stars, the page that is not
// there, and names that are found although they are misspelt.

import { install } from './page.js';
import { brief } from './play.js';

const SETS = ['2x2:1 2x1:1 1x2:4 1x1:4', '2x2:1 1x1:14', '2x2:1 2x1:5 1x1:4', '3x1:2 1x1:8', '3x2/4:1 1x1:2', '2x1:3', ''];
const BOARDS = [
  'names: A=曹操 B=Ann D=卒1/AAB./AAB./DEFF/..../goal:/..../..AA/..AA/....', 'AB/CD/E./goal:/../../.E',
  'XYYX./XZZXW/XXXXV/TSRQP/goal:/...../...../...../....S',
];

export async function signs({ root, html, library }) {
  const page = install({ root, html }), found = {}, from = (name) => import(`${root}/static/${name}.js`);
  const [{ starred, kinds, setWords, classWords }, { labelOf, wearMasks }, { settings }, { Puzzle }, { read }, catalogue] =
    await Promise.all(['board/kinds', 'board/label', 'shared/settings', 'rules/puzzle', 'rules/reader',
      'library/catalogue'].map(from));
  for (const stars of [0, 1, 3, 5]) found[`stars ${stars}`] = page.shown(starred(stars) ?? document.createElement('p'));
  for (const set of SETS) found[`set ${set}`] = [setWords(set), classWords(set)].join(' ');
  for (const [n, text] of BOARDS.entries()) {
    const puzzle = new Puzzle(read(text));
    found[`kinds ${n}`] = page.shown(kinds(puzzle, SETS[0]));
    for (const form of ['names', 'chinese', 'english', 'letters', 'plain', 'masks']) {
      settings.pieces = form;
      await wearMasks();
      const labels = puzzle.pieces.map((piece) => labelOf(piece, puzzle.kinds[piece.kind].shape));
      found[`labels ${n} ${form}`] = labels.map((label) => label && page.shown(label)).join(' ');
    }
  }
  const rows = catalogue.rowsOf(library);
  for (const text of ['Pennnat', 'penant', 'Rush Houur 1', '横刀力马', 'hdlm', '2x2:1 1x1:10', 'xyzzyq'])
    found[`search ${text}`] = catalogue.found(rows, text).map((row) => row.id).slice(0, 9).join(' ');
  const { analysed } = await from('play/review'), puzzle = new Puzzle(read(BOARDS[1])), stations = [{ heads: puzzle.start }];
  found.unknown = String(await analysed({ stations }, { distances: async () => null }));
  found.solved = JSON.stringify((await analysed({ stations }, { distances: async () => [0] })).mistakes);
  return brief(found);
}

export async function missing({ root, html }) {
  const page = install({ root, html });
  await import(`${root}/static/board/missing.js`);
  return brief({ missing: page.shown(page.$('#left')) });
}
