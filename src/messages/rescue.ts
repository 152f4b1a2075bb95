import { area } from './area.ts';
import { rescue } from './en/rescue.ts';

export const rescueText = area(rescue);
