import { begin } from './ui.js';

begin();
