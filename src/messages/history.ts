import { area } from './area.ts';
import { history } from './en/history.ts';

export const historyText = area(history);
