import { area } from './area.ts';
import { practice } from './en/practice.ts';

export const practiceText = area(practice);
