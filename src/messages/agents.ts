import { area } from './area.ts';
import { agents } from './en/agents.ts';

export const agentsText = area(agents);
