import { area } from './area.ts';
import { guide } from './en/guide.ts';

export const guideText = area(guide);
