import { area } from './area.ts';
import { repair } from './en/repair.ts';

export const repairText = area(repair);
