import { submissionId } from '../../domain/ids.ts';
import type { UndeliveredSubmission } from '../../domain/submission-types.ts';
import type { OpenContents, StoredContents } from '../../store/format/contents.ts';
import { encodeSubmission } from '../../store/format/submission-row.ts';
import type { KeyHolder } from '../../store/key-desk.ts';
import type { SubmissionReads } from '../../store/outbox-ports.ts';
import type { AttachmentRow, StoredAttachment } from '../../store/rows.ts';
import { meetCopiedAgents } from '../mirror/agent-copies.ts';
import { type CopyPorts, readManifest } from '../mirror/mirror-copy.ts';

/** One submission as it goes into a rescue file: in the clear, as the file itself is sealed and no other phone has this one's keys. */
export type RescuePart = Readonly<{
  contents: StoredContents;
  attachments: readonly AttachmentRow[];
  /** What its files open with here. */
  holder: KeyHolder;
  /** null: this version can't read it. It goes along as it is: a later one may. */
  submission: UndeliveredSubmission | null;
}>;

export type RescueParts = Readonly<{
  all: readonly RescuePart[];
  /** How many the database does not give, or whose key is lost. */
  unread: number;
}>;

type PartPorts = CopyPorts & Readonly<{ store: SubmissionReads }>;

/** Everything undelivered of whoever is at this page; out of the second copies where the database can't be opened. */
export async function rescueParts(ports: PartPorts): Promise<RescueParts> {
  const { mirror, store } = ports;
  try {
    // One that the disk does not give any more keeps no other out of the file.
    return await readEach(await store.ownUndelivered(), (id) =>
      partOf(ports, id).catch(() => 'unread'),
    );
  } catch (error) {
    if (!(await mirror.isThere())) throw error;
    await meetCopiedAgents(ports).catch(() => undefined);
    return readEach(await mirror.folders(), async (folder) => {
      const manifest = await readManifest(ports, submissionId(folder)).catch(() => null);
      if (manifest === null || (await store.isOthers(manifest.submission))) return undefined;
      const opened = await store.openedCopy(manifest);
      return opened === 'odd' ? 'unread' : openPart(opened);
    });
  }
}

async function readEach<Id>(
  ids: readonly Id[],
  read: (id: Id) => Promise<RescuePart | 'unread' | undefined>,
): Promise<RescueParts> {
  const all: RescuePart[] = [];
  let unread = 0;
  for (const id of ids) {
    const part = await read(id);
    if (part === 'unread') unread += 1;
    else if (part !== undefined) all.push(part);
  }
  return { all, unread };
}

async function partOf(
  { store }: PartPorts,
  id: Parameters<SubmissionReads['contents']>[0],
): Promise<RescuePart | 'unread' | undefined> {
  const opened = await store.contents(id);
  if (opened !== 'odd') return opened && openPart(opened);
  const contents = await store.storedContents(id);
  if (contents?.submission.keys !== undefined) return 'unread';
  return (
    contents && {
      contents,
      attachments: contents.attachments.filter(isInTheClear),
      holder: contents.submission,
      submission: null,
    }
  );
}

const isInTheClear = (row: StoredAttachment): row is StoredAttachment & AttachmentRow =>
  row.sealedName === undefined;

function openPart(opened: OpenContents): RescuePart {
  const { keys: _, agent: __, ...submission } = opened.submission;
  return {
    contents: { ...opened, submission: encodeSubmission(submission) },
    attachments: opened.attachments,
    holder: opened.submission,
    submission,
  };
}
