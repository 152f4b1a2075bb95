import { area } from './area.ts';
import { html } from './en/html.ts';

export const htmlText = area(html);
