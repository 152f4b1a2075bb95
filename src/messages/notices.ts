import { area } from './area.ts';
import { notices } from './en/notices.ts';

export const noticesText = area(notices);
