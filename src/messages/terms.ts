import { area } from './area.ts';
import { terms } from './en/terms.ts';

export const termsText = area(terms);
