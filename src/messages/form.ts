import { area } from './area.ts';
import { form } from './en/form.ts';

export const formText = area(form);
