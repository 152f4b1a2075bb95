import { area } from './area.ts';
import { share } from './en/share.ts';

export const shareText = area(share);
