import { area } from './area.ts';
import { session } from './en/session.ts';

export const sessionText = area(session);
