import { area } from './area.ts';
import { day } from './en/day.ts';

export const dayText = area(day);
