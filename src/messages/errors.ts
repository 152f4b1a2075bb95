import { area } from './area.ts';
import { errors } from './en/errors.ts';

export const errorsText = area(errors);
