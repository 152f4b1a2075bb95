import { area } from './area.ts';
import { formLater } from './en/form-later.ts';

export const formLaterText = area(formLater);
