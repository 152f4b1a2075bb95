import { area } from './area.ts';
import { worker } from './en/worker.ts';

export const workerText = area(worker);
