import { area } from './area.ts';
import { lock } from './en/lock.ts';

export const lockText = area(lock);
