import { area } from './area.ts';
import { pages } from './en/pages.ts';

export const pagesText = area(pages);
