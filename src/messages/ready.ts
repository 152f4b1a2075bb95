import { area } from './area.ts';
import { ready } from './en/ready.ts';

export const readyText = area(ready);
