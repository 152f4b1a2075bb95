import { area } from './area.ts';
import { oldBrowser } from './en/old-browser.ts';

export const oldBrowserText = area(oldBrowser);
