import type { SubmissionId } from '../../domain/ids.ts';
import { asStored } from '../../store/format/contents.ts';
import type { MendingRows, RowsMended, SubmissionReads } from '../../store/outbox-ports.ts';
import type { Uses } from '../ports/ports.ts';
import { readManifest } from './mirror-copy.ts';

type MendPorts = Uses<'digest' | 'mirror', MendingRows>;

/** What does not open of one submission, though its key is there, as its copy has it. */
export async function mendFromCopy(ports: MendPorts, id: SubmissionId): Promise<RowsMended> {
  const copy = await readManifest(ports, id).catch(() => null);
  return copy === null ? 'whole' : ports.store.mendRows(id, asStored(copy));
}

/**
 * In idle time after a start, before anything is copied anew: a copy of what is damaged would be no better.
 * @param rest awaited before each row: a phone may have thousands
 */
export async function mendDamagedRows(
  ports: MendPorts & Uses<never, Pick<SubmissionReads, 'undelivered'>>,
  rest: () => Promise<void>,
): Promise<void> {
  // A home of the secrets that fails may answer at the next start.
  for (const id of await ports.store.undelivered()) {
    await rest();
    const looked = await ports.store.mendRows(id, null).catch(() => null);
    if (looked === 'damaged') await mendFromCopy(ports, id).catch(() => undefined);
  }
}
