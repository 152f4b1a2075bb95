import { area } from './area.ts';
import { site } from './en/site.ts';

export const siteText = area(site);
