import { area } from './area.ts';
import { shell } from './en/shell.ts';

export const shellText = area(shell);
