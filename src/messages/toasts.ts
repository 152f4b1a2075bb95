import { area } from './area.ts';
import { toasts } from './en/toasts.ts';

export const toastsText = area(toasts);
