import { area } from './area.ts';
import { persistence } from './en/persistence.ts';

export const persistenceText = area(persistence);
