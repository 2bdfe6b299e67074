// Both languages, side by side: a key, its English, its Chinese. {x} is filled in.

import { settings } from './settings.js';

const WORDS = {
  play: ['Play', '玩'], library: ['Puzzles', '题库'], solve: ['Solve', '解'], edit: ['Edit', '编'], map: ['Map', '图'],
  settings: ['Settings', '设置'], close: ['Close', '关闭'], skip: ['Skip to the main part', '跳到正文'],
  undo: ['Undo', '悔'], redo: ['Redo', '进'], hint: ['Hint', '示'], showme: ['Solve', '演'],
  restart: ['Restart', '重来'], share: ['Share', '分享'], next: ['Next puzzle', '下一局'], keys: ['Keys', '按键'],
  moves: ['Moves', '步'], steps: ['Steps', '格'], time: ['Time', '时'],
  distance: ['Distance to the goal', '离目标'], togo: ['{n} to go', '还差 {n}'],
  solutions: ['{n} best solutions', '{n} 种最少解'], one_solution: ['1 best solution', '唯一最少解'],
  layouts: ['{n} layouts', '{n} 个布局'], nosolution: ['no solution', '无解'],
  move_n: ['{n} moves', '{n} 步'], step_n: ['{n} steps', '{n} 格'], slide_n: ['{n} slides', '{n} 直步'],
  b_hint: ['{piece} {path}: {n} to go. Hint again plays it.', '{piece} {path}，走后还差 {n}。再点“示”就走。'],
  b_none: ['From here the goal cannot be reached.', '从这里已经走不到目标。'],
  b_done: ['This is solved.', '已经解开了。'],
  b_search: ['Searching: depth {depth}, {n} layouts, {rate} a second.', '搜索中：深度 {depth}，{n} 个布局，每秒 {rate}。'],
  b_looking: ['Looking…', '查找中…'], b_cancelled: ['Stopped.', '已停止。'],
  b_offline: ['No connection to the server, and this puzzle has no table here.', '连不上服务器，这一局也没有离线表。'],
  welcome: ['Bring {piece} to the dashed place.', '把{piece}移到虚线处。'], welcome_any: ['Bring the pieces to where the goal wants them.', '把棋子移到目标位置。'],
  moved: ['{piece} {path}.', '{piece} {path}。'], cannot: ['{piece} cannot go there.', '{piece}不能往那里走。'],
  picked: ['{piece} picked up: arrows slide it, Space puts it down.', '拿起{piece}：方向键移动，空格放下。'],
  put: ['{piece} put down.', '放下{piece}。'], undone: ['Taken back.', '悔了一步。'], redone: ['Made again.', '又走了一步。'], nothing: ['Nothing to take back.', '没有可悔的步。'],
  solved_title: ['Solved', '解开了'], solved_best: ['In {n}, the fewest possible.', '{n}，已是最少。'],
  solved_over: ['In {n}: {over} over the best, {best}.', '{n}，比最少的 {best} 多 {over}。'], solved_plain: ['In {n}.', '{n}。'],
  solved_seen: ['With a look at the solution.', '看过解法。'],
  left: ['Where the best was left:', '这些步偏离了最少：'], left_row: ['Move {i}, {piece} {path}: cost {n}', '第 {i} 步，{piece} {path}：多 {n}'],
  never: ['The best was never left.', '没有一步偏离最少。'], noanalysis: ['There are too many layouts to tell where the best was left.', '布局太多，说不出哪一步偏离了最少。'], again: ['Play again', '再来一次'],
  share_from: ['From the position on the board', '从当前局面开始'], copy: ['Copy', '复制'], copied: ['Copied.', '已复制。'],
  share_text: ['Anyone who opens this link gets this puzzle. Nothing is stored on the server.', '打开链接就是这一局，服务器上什么也不存。'],
  prev: ['One back', '退一步'], forth: ['One on', '进一步'], run: ['Play', '播放'], pause: ['Pause', '暂停'], speed: ['Speed', '速度'], scrub: ['Place in the solution', '解法中的位置'], back: ['Back to my game', '回到我的局面'], of: ['{i} of {n}', '{i} / {n}'],
  graded: ['Show every move', '显示所有走法'], graded_head: ['Every move and the distance after it', '所有走法和走后的距离'], grade_best: ['best', '最好'], grade_more: ['+{n}', '+{n}'], grade_lost: ['lost', '走不到'], grade_none: ['There are too many layouts to grade every move; a hint still searches.', '布局太多，无法给每步打分；提示仍会搜索。'],
  meter: ['Distance meter', '距离计'], timer: ['Timer', '计时'], language: ['Language', '语言'], theme: ['Theme', '主题'], auto: ['As the system', '跟随系统'], light: ['Light', '浅'], dark: ['Dark', '深'], contrast: ['High contrast', '高对比'],
  pieces: ['On the pieces', '棋子上'], p_names: ['Names in my language', '本语言的名字'], p_chinese: ['Chinese names', '中文名'], p_english: ['English names', '英文名'], p_letters: ['Letters', '字母'], p_plain: ['Nothing', '不写字'],
  metric: ['Hints count', '提示按'], m_move: ['Moves (any path)', '步（任意路线）'], m_slide: ['Slides (straight)', '直步'], m_step: ['Steps (one cell)', '格'],
  k_leave: ['Put it down, choose nothing', '放下，不选'], period: ['. ', '。'], semi: ['; ', '；'], no_way: ['No solution.', '无解。'],
  k_choose: ['Choose a piece', '选棋子'], k_pick: ['Pick it up, put it down', '拿起、放下'], k_slide: ['Slide the piece that is picked up', '移动拿起的棋子'], k_quick: ['Slide the chosen piece at once', '直接移动选中的棋子'], k_next: ['Next piece, piece before', '下一个、上一个棋子'], k_restart: ['Restart', '重来'], k_look: ['Show every move', '显示所有走法'], k_undo: ['Undo', '悔'], k_redo: ['Redo', '进'], k_hint: ['Hint; again: play it', '提示；再按就走'], k_solve: ['Show the solution from here', '演示解法'],
  search: ['Search by name, pinyin or pieces', '按名字、拼音或棋子找'], found: ['{n} puzzles', '{n} 局'], counting: ['counting the rest: {n} left', '还有 {n} 局在计算'], more: ['Show more', '更多'], sort: ['Order', '次序'], s_library: ['As in the library', '题库次序'], s_easy: ['Easy first', '先易后难'], s_hard: ['Hard first', '先难后易'],
  g_all: ['All', '全部'], 'g_openings': ['Huarong Dao', '华容道'], 'g_classic': ['Classic', '经典'], 'g_gnome-klotski': ['Klotski', 'Klotski'], 'g_rush-hour': ['Rush Hour', '塞车时间'], 'g_korf': ['15-puzzle', '十五数码'],
  difficulty: ['difficulty {n} of 5', '难度 {n} / 5'],
  at: ['{piece}, {w} by {h}, row {y}, column {x}', '{piece}，{w} 乘 {h}，第 {y} 行第 {x} 列'], can: ['can go {ways}', '可往{ways}'], stuck: ['cannot move', '不能动'], U: ['up', '上'], D: ['down', '下'], L: ['left', '左'], R: ['right', '右'],
  goal_is: ['Goal: {pieces}', '目标：{pieces}'], goal_more: ['and {n} more', '还有 {n} 种'], goal_at: ['{piece} at row {y}, column {x}', '{piece} 在第 {y} 行第 {x} 列'], goal_word: ['Goal', '目标'],
  board: ['Board of {w} by {h}. {pieces} pieces.', '{w} 乘 {h} 的棋盘，{pieces} 个棋子。'],
  s_metric: ['Fewest', '求最少'],
  s_title: ['Solve any puzzle', '解任意一局'], s_text: ['Puzzle', '局面'], s_text_help: ['A name, a code or a grid, in any notation', '名字、编码或棋盘文本，任何记法'], method: ['Method', '方法'], d_auto: ['As fits the puzzle', '按局面选'], d_bfs: ['Breadth first', '广度优先'], d_bidirectional: ['From both ends', '双向'], d_astar: ['A*', 'A*'], d_idastar: ['IDA*', 'IDA*'], d_atlas: ['Whole space', '整个空间'], d_quick: ['Quick, not the fewest', '快，未必最少'], s_about: ['{n} at least in any solution.', '任何解至少 {n}。'], go: ['Solve', '求解'], stop: ['Stop', '停'], 
  s_found: ['{move} moves, {slide} slides, {step} steps', '{move} 步，{slide} 直步，{step} 格'], s_cost: ['{n} layouts in {s} s', '{n} 个布局，{s} 秒'], s_parity: ['There is no solution: that is told without a search, as half of all orders of tiles lead to the other half only.', '无解：不必搜索就知道，数码的排列有一半到不了另一半。'], s_proof: ['There is no solution. Layouts in reach, all searched: {n}.', '无解。可到的布局都查过了，共 {n} 个。'], depth: ['Depth', '深度'], seen: ['Layouts', '布局'], rate: ['A second', '每秒'], as_text: ['Text', '文本'], as_json: ['JSON', 'JSON'], as_svg: ['SVG', 'SVG'], openplay: ['Play it', '去玩'], openedit: ['Edit it', '去编'],
  e_title: ['Make a puzzle', '编一局'], e_tool: ['Paint', '画'], e_board: ['Board', '棋盘'], e_goal: ['Goal', '目标'], e_piece: ['New piece', '新棋子'], e_wall: ['Wall', '墙'], e_gate: ['Gate', '门'], e_erase: ['Empty', '空'], e_width: ['Width', '宽'], e_height: ['Height', '高'], e_slide: ['May slide', '可往'], e_opens: ['May enter gates', '可进门'], e_text: ['As text', '文本'], e_import: ['Read any notation', '读任何记法'], e_export: ['Other notations', '其他记法'], e_read: ['Read', '读入'], e_faults: ['What is wrong', '有错'], e_good: ['A good puzzle', '没有错'], e_checking: ['Checking…', '检查中…'], e_share: ['Share link', '分享链接'], e_clear: ['Clear', '清空'], e_selected: ['Piece {s}', '棋子 {s}'], e_none: ['Choose or paint a piece to set how it slides.', '选一个棋子，设它怎么走。'], e_cell: ['row {y}, column {x}: {what}', '第 {y} 行第 {x} 列：{what}'], e_solving: ['Counting the fewest moves…', '计算最少步数…'], e_best: ['Fewest: {move} moves, {step} steps', '最少 {move} 步，{step} 格'], e_limit: ['Not solved within the limits.', '在限度内没有解出。'], e_shape: ['Any piece of the shape will do', '同形的任何棋子都行'], e_addgoal: ['Another goal', '再加一个目标'], 
  m_title: ['Where you are in the whole space', '你在整个空间的哪里'], m_points: ['{n} layouts, {e} steps between them', '{n} 个布局，{e} 条边'], m_all: ['All layouts in reach are shown.', '可到的布局都在图上。'], m_some: ['There are more layouts than a map holds: these are the nearest to the start, within {r} steps.', '布局太多：图上是离开局最近的，{r} 格以内。'], m_goal: ['goal', '目标'], m_start: ['Start', '开局'], m_you: ['You', '你'], m_reset: ['Whole map', '看全图'], m_none: ['This browser has no WebGL2, which the map needs.', '浏览器没有 WebGL2，画不出图。'], m_drawing: ['Placing the layouts…', '正在排布…'], m_help: ['Drag to move, wheel or pinch to zoom, point to look, click to keep the look. Arrows and + − work too.', '拖动平移，滚轮或双指缩放，指着就看，点一下停住。方向键和 + − 也行。'], m_at: ['{n} to go, {d} from the start', '还差 {n}，离开局 {d}'], m_lost: ['the goal is out of reach', '走不到目标'], m_depth: ['{d} from the start; how far the goal is, is not known here', '离开局 {d}；这里不知道离目标多远'], m_far_from: ['{n} from the start', '离开局 {n}'], m_look: ['Only a look: your game stays as it is.', '只是看看，你的局面不变。'], m_here: ['Play from here', '从这里玩'],
  e_busy: ['The server is busy; try again in a moment.', '服务器忙，请稍后再试。'], e_net: ['No connection to the server.', '连不上服务器。'], wall: ['wall', '墙'], gate: ['gate', '门'], empty: ['empty', '空'],
};

export function t(key, values = {}) {
  const found = WORDS[key];
  const text = found ? found[settings.lang === 'zh' ? 1 : 0] : key;
  const filled = text.replace(/\{(\w+)\}/g, (_, name) => (name in values ? String(values[name]) : ''));
  return settings.lang === 'zh' ? filled : filled.replace(/(?<![\d,.])1 (move|step|slide|layout|puzzle)s\b/g, '1 $1');
}

// A piece's name in the language of the page.
export function nameOf(piece) {
  return settings.lang === 'zh' ? piece.label : piece.label_en;
}

export function titleOf(puzzle) {
  const both = [puzzle.name_zh, puzzle.name];
  if (settings.lang !== 'zh') both.reverse();
  return both.filter(Boolean);
}

export const number = (n) => n.toLocaleString('en-US');

// Fills every element that names a key: data-t for its text, data-t-label for its aria-label.
export function translate(root = document) {
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll('[data-t-label]')) element.setAttribute('aria-label', t(element.dataset.tLabel));
  for (const element of root.querySelectorAll('[data-t-hint]')) element.setAttribute('placeholder', t(element.dataset.tHint));
}
