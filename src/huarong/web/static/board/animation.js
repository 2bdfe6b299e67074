// How pieces move when nobody drags them: they glide to their places (the transition is in `shared/look.css`), and the
// key piece leaves through the exit. A reader who wants less motion sees them at their places at once.

import { calm } from '../shared/settings.js';

// Whether the pieces of a board glide to the places that they are given next.
export const glide = (board, animated) => board.classList.toggle('moving', animated && !calm());

// A piece goes to a place outside the board, and stays there until the animation is cancelled.
export const depart = (piece, x, y) => piece.animate(
  [{ transform: piece.style.transform }, { transform: `translate(${x}px, ${y}px)` }],
  { duration: 1100, easing: 'ease-in', fill: 'forwards' });
