import { area } from './area.ts';
import { captured } from './en/captured.ts';

export const capturedText = area(captured);
