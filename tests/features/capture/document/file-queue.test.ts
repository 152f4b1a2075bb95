import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { missingPage } from '../../../../src/domain/forms/check.ts';
import { documentKinds } from '../../../../src/domain/forms/document-kinds.ts';
import { attachmentId, submissionId } from '../../../../src/domain/ids.ts';
import {
  canTryAgain,
  createFileQueue,
  type FileQueuePorts,
  type FileToAdd,
  fileQueueOf,
  fileReasonText,
  prepareFile,
} from '../../../../src/features/capture/document/file-queue.ts';
import { removeFile } from '../../../../src/features/capture/document/saved-file.tsx';
import type { ShrinkResult } from '../../../../src/features/capture/picture/shrink-picture.ts';
import { Database } from '../../../../src/store/db/database.ts';
import { newContent } from '../../../../src/store/drafts/draft-content.ts';
import { draftsStore } from '../../../../src/store/drafts/drafts.ts';
import {
  type AddResult,
  attachmentsStore,
  type NewAttachment,
} from '../../../../src/store/files/attachments.ts';
import type { AttachmentRow } from '../../../../src/store/format/rows.ts';
import { browserKeyStore } from '../../../../src/store/keys/browser-key-store.ts';
import type { FormStore } from '../../../../src/store/open-store.ts';
import { requestedToasts } from '../../../../src/ui/overlays/toasts.ts';
import { pendingSaves } from '../../../../src/worker/pending-work.ts';
import { bytesOf } from '../picture/picture-bytes.ts';

const JPEG = bytesOf([0xff, 0xd8, 0xff, 0xe0]);
const id = submissionId('11111111-1111-4111-8111-111111111111');
const small = new Blob(['small'], { type: 'image/jpeg' });
const shrunk = async (): Promise<ShrinkResult> => ({
  status: 'shrunk',
  blob: small,
  type: 'image/jpeg',
  verdict: 'dark',
});
const prepare = (bytes: Uint8Array<ArrayBuffer> | Blob, shrink = shrunk) =>
  prepareFile(bytes instanceof Blob ? bytes : new Blob([bytes]), shrink, () => {});

describe('a chosen file', () => {
  it('is made smaller and judged if it is a picture', async () => {
    expect(await prepare(JPEG)).toEqual({
      status: 'ready',
      bytes: small,
      type: 'image/jpeg',
      verdict: 'dark',
    });
  });

  it('stays unchanged if it is a PDF, whatever its name or type', async () => {
    const prepared = await prepare(new Blob(['%PDF-1.7 body'], { type: 'image/jpeg' }));
    expect(prepared).toMatchObject({ status: 'ready', type: 'application/pdf' });
    if (prepared.status !== 'ready') throw new Error('not ready');
    expect(prepared.bytes.type).toBe('application/pdf');
    expect(await prepared.bytes.text()).toBe('%PDF-1.7 body');
  });

  it('is refused with the reason', async () => {
    const reasons = [
      [new Blob([]), 'empty'],
      [new Blob(['<!doctype html>'], { type: 'image/jpeg' }), 'wrongType'],
      [bytesOf([0, 0, 0, 24], 'ftypheic'), 'heic'],
      [new Blob(['%PDF-', new Uint8Array(10_000_001)]), 'pdfTooBig'],
      [new Blob([JPEG, new Uint8Array(64_000_001)]), 'imageTooBig'],
    ] as const;
    for (const [file, reason] of reasons) {
      expect(await prepare(file)).toEqual({ status: 'refused', reason });
    }
    const broken = async (): Promise<ShrinkResult> => ({ status: 'refused', reason: 'broken' });
    expect(await prepare(JPEG, broken)).toEqual({ status: 'refused', reason: 'broken' });
  });
});

function setUp(
  answer: (file: NewAttachment) => AddResult['status'] | 'throws' = () => 'saved',
  shrink: FileQueuePorts['shrink'] = shrunk,
) {
  const added: NewAttachment[] = [];
  const work: Promise<void>[] = [];
  const failures: Promise<void>[] = [];
  const queue = createFileQueue({
    onWork: (ended) => work.push(ended),
    onFailed: (ended) => failures.push(ended),
    shrink,
    async add(file) {
      const status = answer(file);
      if (status === 'throws') throw new Error('the disk');
      if (status === 'notSaved') return { status, reason: 'quota' };
      added.push(file);
      const attachment = {
        id: attachmentId('a'),
        submissionId: id,
        kind: file.kind,
        fileName: '',
        originalName: '',
        type: '',
        size: 0,
        sha256: '',
        sequence: 1,
        addedAt: 0,
      };
      return { status, attachment };
    },
  });
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (queue.snapshot().some(({ state }) => state.status !== 'failed')) return;
        leave();
        resolve();
      };
      const leave = queue.subscribe(look);
    });
  return { queue, added, settled, work, failures };
}

const file = (name: string, content: BlobPart = JPEG, kind = 'idDocument' as const): FileToAdd => ({
  submissionId: id,
  kind,
  file: new File([content], name),
  ensureDraft: async () => id,
});

describe('the queue of files', () => {
  it('stores files one after the other, and is then empty', async () => {
    const { queue, added, settled } = setUp();
    queue.add([file('a.jpg'), file('b.jpg')]);
    expect(queue.snapshot().map(({ state }) => state.status)).toEqual(['waiting', 'waiting']);
    await settled();
    expect(added.map(({ originalName }) => originalName)).toEqual(['a.jpg', 'b.jpg']);
    expect(queue.snapshot()).toEqual([]);
  });

  it('reports a bad file by name and stores the others', async () => {
    const { queue, added, settled } = setUp();
    queue.add([file('a.jpg'), file('page.jpg', '<html>'), file('c.jpg')]);
    await settled();
    expect(added.map(({ originalName }) => originalName)).toEqual(['a.jpg', 'c.jpg']);
    const [failed] = queue.snapshot();
    expect(failed).toMatchObject({ name: 'page.jpg', state: { reason: 'wrongType' } });
    queue.dismiss(failed?.key ?? 0);
    expect(queue.snapshot()).toEqual([]);
  });

  it('tells the camera which row is its photo, also behind another file', async () => {
    const { queue, added, settled } = setUp(({ originalName }) =>
      originalName === 'bad.jpg' ? 'notSaved' : 'saved',
    );
    const told: unknown[] = [];
    const onTried = (row: AttachmentRow | null) => told.push([added.length, row?.id ?? null]);
    queue.add([file('a.jpg'), { ...file('photo.jpg'), onTried }, { ...file('bad.jpg'), onTried }]);
    await settled();
    expect(told).toEqual([
      [2, 'a'],
      [2, null],
    ]);
  });

  it('keeps a file that did not fit, for another try', async () => {
    let full = true;
    const { queue, added, settled } = setUp(() => (full ? 'notSaved' : 'saved'));
    queue.add([file('a.jpg')]);
    await settled();
    expect(queue.snapshot()[0]?.state).toEqual({ status: 'failed', reason: 'quota' });
    full = false;
    queue.retry(queue.snapshot()[0]?.key ?? 0);
    await settled();
    expect(added).toHaveLength(1);
  });

  it('continues after the store throws an error', async () => {
    let first = true;
    const { queue, added, settled } = setUp(() => {
      const status = first ? 'throws' : 'saved';
      first = false;
      return status;
    });
    queue.add([file('a.jpg'), file('b.jpg')]);
    await settled();
    expect(queue.snapshot()[0]).toMatchObject({ name: 'a.jpg', state: { reason: 'device' } });
    expect(added).toHaveLength(1);
  });
});

/** An identity card in a database of its own, and its queue. */
async function cardOnDisk(shrink: FileQueuePorts['shrink'] = shrunk) {
  const db = new Database(`files-${crypto.randomUUID()}`);
  const keys = browserKeyStore(db);
  await draftsStore(db, keys).create(id, 'registration', newContent('registration', {}));
  const store = attachmentsStore(db, keys, {
    now: () => 5000,
    newId: () => crypto.randomUUID(),
    estimate: async () => ({ quota: 1e9, usage: 0 }),
    grants: async () => null,
  });
  let work = Promise.resolve();
  const queue = createFileQueue({
    add: store.add,
    shrink,
    onFailed: () => {},
    onWork: (ended) => {
      work = ended;
    },
  });
  const [card] = documentKinds;
  return {
    store,
    queue,
    worked: () => work,
    /** The names on the pages, and whether 'Next' asks for the back. */
    async pages() {
      const files = await store.list(id, 'idDocument');
      return {
        names: files.map(({ originalName, slot }) => [slot, originalName]),
        asksForBack: missingPage(card!, { files, values: {} }) === 'missing-back',
      };
    },
  };
}

describe('a photo of the front that is taken again', () => {
  const again = (name: string): FileToAdd => ({ ...file(name), slot: 0, isRetaken: true });

  it('stays the front, also if it is taken again a second time before it is stored', async () => {
    const { queue, worked, pages } = await cardOnDisk();
    queue.add([file('front.jpg')]);
    await worked();
    queue.add([again('second.jpg')]);
    queue.add([again('third.jpg')]);
    await worked();
    expect(await pages()).toEqual({ names: [[0, 'third.jpg']], asksForBack: true });
  });

  it.each([
    ['in which the agent took it again', false],
    ['in which the agent removed the front and took another', true],
  ])('stays the front at ‘Try again’, after a time %s', async (_, isRemoved) => {
    let attempts = 0;
    const { store, queue, worked, pages } = await cardOnDisk(async () => {
      attempts += 1;
      return attempts === 2 ? { status: 'refused', reason: 'failed' } : shrunk();
    });
    queue.add([file('front.jpg')]);
    await worked();
    queue.add([again('failed.jpg')]);
    await worked();
    const [front] = await store.list(id, 'idDocument');
    if (isRemoved) await store.remove(front!.id);
    queue.add([isRemoved ? file('new.jpg') : again('new.jpg')]);
    await worked();
    queue.retry(queue.snapshot()[0]!.key);
    await worked();
    expect(await pages()).toEqual({ names: [[0, 'failed.jpg']], asksForBack: true });
  });
});

describe('‘Undo’ of a removed front', () => {
  const pdf = (name: string) => file(name, '%PDF-1.7 body');
  const toasts = () => requestedToasts.snapshot().map(({ message }) => message);
  const pressUndo = () => requestedToasts.takeNext()?.action?.onSelect();
  beforeEach(() => vi.stubGlobal('window', new EventTarget()));
  afterEach(() => {
    vi.unstubAllGlobals();
    while (requestedToasts.takeNext());
  });

  /** A card whose front was just removed. */
  async function withoutFront(isNamed = true) {
    const { store: attachments, pages } = await cardOnDisk();
    const store = { attachments: async () => attachments } as unknown as FormStore;
    const queue = fileQueueOf(store);
    queue.add([pdf('front.pdf')]);
    await pendingSaves.allSettled();
    const [front] = await attachments.list(id, 'idDocument');
    await removeFile(store, front!, isNamed);
    const names = async () => (await pages()).names;
    return { queue, names };
  }

  it('brings the front back', async () => {
    const { names } = await withoutFront();
    expect(toasts()).toEqual(['front.pdf removed.']);
    pressUndo();
    await pendingSaves.allSettled();
    expect(await names()).toEqual([[0, 'front.pdf']]);
  });

  it('is not offered any more once a new front is stored', async () => {
    const { queue } = await withoutFront();
    queue.add([file('broken.jpg', '<html>')]);
    await pendingSaves.allSettled();
    expect(toasts()).toEqual(['front.pdf removed.']);
    queue.add([pdf('new.pdf')]);
    await vi.waitFor(() => expect(toasts()).toEqual([]));
  });

  it('stays offered beside a new page without a name', async () => {
    const { queue, names } = await withoutFront(false);
    queue.add([pdf('new.pdf')]);
    await pendingSaves.allSettled();
    expect(await names()).toEqual([[0, 'new.pdf']]);
    expect(toasts()).toEqual(['front.pdf removed.']);
  });

  it('waits for a new front that is being added, which then stays the front', async () => {
    const { queue, names } = await withoutFront();
    queue.add([pdf('new.pdf')]);
    pressUndo();
    await pendingSaves.allSettled();
    expect(await names()).toEqual([[0, 'new.pdf']]);
    expect(toasts()).toEqual(['front.pdf was not put back. A newer file has its place.']);
  });

  it('brings the front back after a new one that could not be added', async () => {
    const { queue, names } = await withoutFront();
    queue.add([file('broken.jpg', '<html>')]);
    pressUndo();
    await pendingSaves.allSettled();
    expect(await names()).toEqual([[0, 'front.pdf']]);
  });
});

describe('a file of a form that cannot be saved', () => {
  it.each([
    ['draftFull', new DOMException('full', 'QuotaExceededError')],
    ['draftClosed', new Error('closed')],
  ] as const)('fails as %s, which does not say that anything is safe', async (reason, error) => {
    const { queue, added, settled } = setUp();
    queue.add([{ ...file('a.jpg'), ensureDraft: () => Promise.reject(error) }]);
    await settled();
    expect(queue.snapshot()[0]?.state).toEqual({ status: 'failed', reason });
    expect(canTryAgain(reason)).toBe(true);
    expect(fileReasonText('a.jpg', reason)).not.toContain('safe');
    expect(fileReasonText('a.jpg', reason)).toContain('Leave this screen open');
    expect(added).toEqual([]);
  });
});

describe('the state of the queue', () => {
  /** The work on a picture that ends only when it is aborted. */
  const untilLeft: FileQueuePorts['shrink'] = (_, signal) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve({ status: 'refused', reason: 'failed' })),
    );

  it('counts a file as pending work until it is on the disk', async () => {
    const { queue, added, work } = setUp();
    queue.add([file('a.jpg'), file('b.jpg')]);
    expect(work).toHaveLength(2);
    await Promise.all(work);
    expect(added).toHaveLength(2);
    expect(queue.snapshot()).toEqual([]);
  });

  it('drops a dismissed file and continues with the others at once', async () => {
    const { queue, added, work } = setUp(undefined, (picture, signal) =>
      picture.size > 4 ? untilLeft(picture, signal) : shrunk(),
    );
    queue.add([file('hangs.jpg', new Blob([JPEG, 'more'])), file('b.jpg'), file('c.jpg')]);
    const [hanging, , last] = queue.snapshot();
    queue.dismiss(hanging!.key);
    queue.dismiss(last!.key);
    expect(queue.snapshot().map(({ name }) => name)).toEqual(['b.jpg']);
    await Promise.all(work);
    expect(added.map(({ originalName }) => originalName)).toEqual(['b.jpg']);
    expect(queue.snapshot()).toEqual([]);
  });

  it('drops the files of a deleted form, and no others', async () => {
    const { queue, failures, settled } = setUp(() => 'notSaved');
    const other = submissionId('22222222-2222-4222-8222-222222222222');
    queue.add([file('a.jpg'), { ...file('b.jpg'), submissionId: other }, file('c.jpg')]);
    await settled();
    queue.dismissOf(id);
    await Promise.all([failures[0], failures[2]]);
    expect(queue.snapshot().map(({ name }) => name)).toEqual(['b.jpg']);
  });

  it('counts a failed file as unsaved until it is tried again or dismissed', async () => {
    const { queue, failures, settled } = setUp(() => 'notSaved');
    queue.add([file('a.jpg'), file('b.jpg')]);
    await settled();
    let decided = 0;
    for (const doubt of failures) void doubt.then(() => (decided += 1));
    await Promise.resolve();
    expect(decided).toBe(0);
    const [first, second] = queue.snapshot();
    queue.dismiss(first!.key);
    queue.retry(second!.key);
    await Promise.all(failures.slice(0, 2));
    expect(decided).toBe(2);
  });
});

describe('messages about files', () => {
  it('name the file, and offer another try only if it may help', () => {
    expect(fileReasonText('notes.txt', 'wrongType')).toContain('Choose a JPEG');
    for (const name of ['notes.jpg', 'a.b.JPEG', 'notes.png', 'notes.webp'])
      expect(fileReasonText(name, 'wrongType')).toBe(
        `${name} is damaged or is no photo. Take it again.`,
      );
    expect(fileReasonText('notes.pdf', 'wrongType')).toBe(
      'notes.pdf is damaged or is no PDF. Choose another file.',
    );
    expect(fileReasonText('scan.pdf', 'pdfTooBig')).toContain('scan.pdf is larger than 10 MB');
    expect(canTryAgain('quota')).toBe(true);
    // The deletion of the form may be undone.
    expect(canTryAgain('notOpen')).toBe(true);
    expect(canTryAgain('broken')).toBe(false);
  });
});
