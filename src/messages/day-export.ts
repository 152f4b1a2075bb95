import { area } from './area.ts';
import { dayExport } from './en/day-export.ts';

export const dayExportText = area(dayExport);
