import { area } from './area.ts';
import { controlsLater } from './en/controls-later.ts';

export const controlsLaterText = area(controlsLater);
