import { area } from './area.ts';
import { deletion } from './en/deletion.ts';

export const deletionText = area(deletion);
