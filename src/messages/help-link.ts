import { area } from './area.ts';
import { helpLink } from './en/help-link.ts';

export const helpLinkText = area(helpLink);
