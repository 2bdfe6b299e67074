// How pieces move when nobody drags them: they glide to their places (the transition is in `shared/look.css`), and the
// key piece leaves through the exit. A reader who wants less motion sees them at their places at once.

import { calm } from '../shared/settings.js';

// Whether the pieces of a board glide to the places that they are given next.
export const glide = (board, animated) => board.classList.toggle('moving', animated && !calm());

const LEAVING = { duration: 1100, easing: 'cubic-bezier(.5, 0, .85, .4)', fill: 'forwards' };

// A piece goes to a place outside the board, fades, and stays away until the animation is cancelled.
export const depart = (piece, x, y, animated) => piece.animate([{ transform: piece.style.transform, opacity: 1 },
  { opacity: 1, offset: 0.45 }, { transform: `translate(${x}px, ${y}px)`, opacity: 0 }],
animated && !calm() ? LEAVING : { ...LEAVING, duration: 1 });
