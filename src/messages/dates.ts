import { area } from './area.ts';
import { dates } from './en/dates.ts';

export const datesText = area(dates);
