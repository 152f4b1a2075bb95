import { area } from './area.ts';
import { issues } from './en/issues.ts';

export const issuesText = area(issues);
