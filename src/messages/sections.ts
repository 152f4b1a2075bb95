import { area } from './area.ts';
import { sections } from './en/sections.ts';

export const sectionsText = area(sections);
