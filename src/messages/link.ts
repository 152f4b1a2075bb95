import { area } from './area.ts';
import { link } from './en/link.ts';

export const linkText = area(link);
