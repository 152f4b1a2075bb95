import { area } from './area.ts';
import { outbox } from './en/outbox.ts';

export const outboxText = area(outbox);
