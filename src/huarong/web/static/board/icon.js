// The signs on buttons, drawn with one pen.

import { svg } from './shape.js';

const PATHS = { back: 'M12 5l-5 5 5 5', fore: 'M8 5l5 5-5 5', close: 'M5 5l10 10M15 5L5 15', run: 'M6 4v12l10-6z',
  pause: 'M6 4.5h2.8v11H6zM11.2 4.5H14v11h-2.8z',
  heart: 'M10 16.7S3.3 12.5 3.3 7.75A3.58 3.58 0 0 1 10 5.8a3.58 3.58 0 0 1 6.7 1.95C16.7 12.5 10 16.7 10 16.7Z' };

export const icon = (name, size = 20) => svg('svg', { viewBox: '0 0 20 20', width: size, height: size,
  'aria-hidden': 'true', class: name === 'run' || name === 'pause' ? 'solid' : null }, svg('path', { d: PATHS[name] }));
