import { area } from './area.ts';
import { manifest } from './en/manifest.ts';

export const manifestText = area(manifest);
