import { area } from './area.ts';
import { controls } from './en/controls.ts';

export const controlsText = area(controls);
