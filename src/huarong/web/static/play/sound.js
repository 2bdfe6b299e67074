// A short sound for a move and for the end, and a vibration where there is one; only if wanted.

import { settings } from '../shared/settings.js';

const NOTES = { move: [[220, 0, 0.05]], cannot: [[110, 0, 0.06]],
  end: [[392, 0, 0.16], [494, 0.14, 0.16], [587, 0.28, 0.16], [784, 0.42, 0.4]] };
const BEATS = { move: 12, cannot: 40, end: [40, 60, 40, 60, 140] };
let context = null;

export function sound(what) {
  if (settings.vibration) navigator.vibrate?.(BEATS[what]);
  if (!settings.sound || !window.AudioContext) return;
  context ??= new AudioContext();
  for (const [pitch, after, long] of NOTES[what]) {
    const at = context.currentTime + after, tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch }),
      loud = new GainNode(context, { gain: 0 });
    loud.gain.setValueAtTime(0.18, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + long);
  }
}
