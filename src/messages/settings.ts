import { area } from './area.ts';
import { settings } from './en/settings.ts';

export const settingsText = area(settings);
