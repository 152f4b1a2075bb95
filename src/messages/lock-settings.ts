import { area } from './area.ts';
import { lockSettings } from './en/lock-settings.ts';

export const lockSettingsText = area(lockSettings);
