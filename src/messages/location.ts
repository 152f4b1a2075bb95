import { area } from './area.ts';
import { location } from './en/location.ts';

export const locationText = area(location);
