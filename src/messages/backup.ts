import { area } from './area.ts';
import { backup } from './en/backup.ts';

export const backupText = area(backup);
