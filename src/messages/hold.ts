import { area } from './area.ts';
import { hold } from './en/hold.ts';

export const holdText = area(hold);
