import type { SubmissionReads } from '../../store/outbox-ports.ts';
import type { Uses } from '../ports/ports.ts';
import type { Lost, Repair } from './repair-need.ts';

/**
 * The report of a repair, with what nobody can open any more: its rows are here, or came back, and every home of the secrets has lost its
 * key. Its name lies sealed as well.
 */
export async function withLostKeys(
  { store }: Uses<never, Pick<SubmissionReads, 'isKeyLost' | 'undelivered'>>,
  { lost, restored, wasWiped }: Repair,
): Promise<Repair> {
  const unreadable: Lost[] = [];
  // A home that fails may have it.
  for (const id of await store.undelivered())
    if (await store.isKeyLost(id).catch(() => false))
      unreadable.push({ id, customerName: '', files: [] });
  const isReadable = ({ id }: Readonly<{ id: Lost['id'] }>): boolean =>
    unreadable.every((each) => each.id !== id);
  return {
    wasWiped,
    restored: restored.filter(isReadable),
    lost: [...lost.filter(isReadable), ...unreadable],
  };
}
