// The words of <huarong-board> in both languages.

const many = (n, noun) => `${n} ${n === 1 ? noun : noun + 's'}`;
const WAYS = {
  en: { U: 'up', D: 'down', L: 'left', R: 'right' }, zh: { U: '上', D: '下', L: '左', R: '右' },
};
const METRICS = { move: '步', slide: '次滑动', step: '格' };

export const WORDS = {
  en: { hint: 'Hint', undo: 'Undo', redo: 'Redo', restart: 'Restart', board: 'Sliding-block puzzle',
    map: 'Map of the layouts in reach', none: 'From here there is no solution.', solved: 'Solved!',
    looking: 'Looking…', large: 'More layouts than a page can search.',
    moves: (n, s) => `${many(n, 'move')}, ${many(s, 'step')}`,
    togo: (d, metric) => `${many(d, metric)} to go`,
    at: (piece, y, x) => `${piece}, row ${y}, column ${x}`,
    way: (legs) => legs.map(([way, n]) => `${WAYS.en[way]} ${n}`).join(', ') },
  zh: { hint: '提示', undo: '悔棋', redo: '重做', restart: '重来', board: '滑块棋', map: '可达布局的地图',
    none: '从这里无解。', solved: '解开了！', looking: '正在找……', large: '布局太多，网页搜不完。',
    moves: (n, s) => `${n} 步，${s} 格`,
    togo: (d, metric) => `还要 ${d} ${METRICS[metric]}`,
    at: (piece, y, x) => `${piece}，第 ${y} 行第 ${x} 列`,
    way: (legs) => legs.map(([way, n]) => `${WAYS.zh[way]}${'零一两三四五六七八九'[n] ?? n}格`).join('、') },
};
