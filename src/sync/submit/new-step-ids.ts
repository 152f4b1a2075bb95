import { idempotencyKey, stepId } from '../../domain/ids.ts';
import type { NewStepIds } from '../../domain/plan.ts';
import type { SyncPorts } from '../ports/ports.ts';

export const newStepIds =
  ({ newId }: Pick<SyncPorts, 'newId'>): NewStepIds =>
  () => ({ id: stepId(newId()), key: idempotencyKey(newId()) });
