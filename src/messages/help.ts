import { area } from './area.ts';
import { help } from './en/help.ts';

export const helpText = area(help);
