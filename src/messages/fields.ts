import { area } from './area.ts';
import { fields } from './en/fields.ts';

export const fieldsText = area(fields);
