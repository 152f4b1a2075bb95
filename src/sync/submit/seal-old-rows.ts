import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type {
  Agents,
  FileBytes,
  SealingOld,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import { withSubmitLock } from '../locks.ts';
import type { Uses } from '../ports/ports.ts';
import { writeCopy } from '../second-copy/copy.ts';
import { soundBytes } from '../second-copy/verified-bytes.ts';

type OldPorts = Uses<
  'clock' | 'digest' | 'lock' | 'mirror',
  SubmissionReads & FileBytes & Agents & SealingOld
>;

/**
 * Seals what an older build left in the clear, one submission at a time: its rows and files in one write, then its copy. Killed
 * anywhere, the next start goes on; until then every reader takes both. Resolves with how many it sealed.
 * @param rest awaited before each of them: they come with their photos
 */
export async function sealOldRows(ports: OldPorts, rest: () => Promise<void>): Promise<number> {
  let sealed = 0;
  for (const id of await ports.store.unsealed()) {
    await rest();
    // Waited for: whoever submits it just now leaves it in the clear, and the next start may be tomorrow's.
    if ((await withSubmitLock(ports, id, () => sealOne(ports, id))) === true) sealed += 1;
  }
  return sealed;
}

async function sealOne(ports: OldPorts, id: SubmissionId): Promise<boolean> {
  const { store } = ports;
  const contents = await store.storedContents(id);
  // Gone, or another tab was first.
  if (contents === undefined || contents.submission.keys !== undefined) return false;
  const files = new Map<AttachmentId, Blob>();
  for (const row of contents.attachments) {
    // Its own bytes or those of its copy, which is then rewritten: what is lost in both stays lost, and is told as ever.
    const sound = await soundBytes(ports, contents.submission, row);
    if (sound !== null) files.set(row.id, sound.bytes);
  }
  if ((await store.sealOld(contents, files)) === 'changed') return false;
  // Fails on a full disk: the copy is then still in the clear, and mended by the next one that is written.
  await writeCopy(ports, id).catch(() => null);
  return true;
}
