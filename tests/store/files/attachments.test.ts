import { inSlots } from '../../../src/domain/forms/document-kinds.ts';
import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wireFileName } from '../../../src/domain/forms/sent-files.ts';
import { type AttachmentId, attachmentId, submissionId } from '../../../src/domain/ids.ts';
import { Database } from '../../../src/store/db/database.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { draftsStore } from '../../../src/store/drafts/drafts.ts';
import {
  type AttachmentPorts,
  attachmentsStore,
  distinctName,
  type NewAttachment,
} from '../../../src/store/files/attachments.ts';
import { hasDiskSpaceFor, tryAllocate } from '../../../src/store/files/disk-space.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');
let db: Database;
let ids = 0;

const granted = async () => null;
const ports: AttachmentPorts = {
  now: () => 5000,
  newId: () => {
    ids += 1;
    return `${ids.toString(16).padStart(8, '0')}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`;
  },
  estimate: async () => ({ quota: 1e9, usage: 0 }),
  grants: granted,
};

const file = (originalName = 'card.jpg', more: Partial<NewAttachment> = {}): NewAttachment => ({
  submissionId: id,
  kind: 'idDocument',
  originalName,
  type: 'image/jpeg',
  bytes: new Blob(['picture'], { type: 'image/jpeg' }),
  ...more,
});

async function saved(
  added: Promise<Awaited<ReturnType<ReturnType<typeof attachmentsStore>['add']>>>,
) {
  const result = await added;
  if (result.status !== 'saved') throw new Error(`not saved: ${result.reason}`);
  return result.attachment;
}

beforeEach(async () => {
  ids = 0;
  db = new Database(`attachments-${crypto.randomUUID()}`);
  await draftsStore(db, browserKeyStore(db)).create(
    id,
    'registration',
    newContent('registration', {}),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
});

describe('a file of a form', () => {
  it('is stored with its bytes, its hash and a wire name without personal data', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const attachment = await saved(store.add(file('Thandi Mkhize.jpg')));
    expect(attachment).toEqual({
      id: '00000001-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      submissionId: id,
      kind: 'idDocument',
      fileName: 'id-document-00000001.jpg',
      originalName: 'Thandi Mkhize.jpg',
      type: 'image/jpeg',
      size: 7,
      sha256: '2cea274d0bedc39ec4ab6ba9e59ec889e3ed6fb56a1cf088a64d9b383378dc97',
      sequence: 1,
      slot: 0,
      addedAt: 5000,
    });
    expect(await (await store.read(attachment.id))?.text()).toBe('picture');
  });

  it('counts in the outbox at once', async () => {
    const before = await db.submissions.get(id);
    await attachmentsStore(db, browserKeyStore(db), ports).add(file());
    const after = await db.submissions.get(id);
    expect(after?.missing).toBe(Number(before?.missing) - 1);
  });

  it('is listed by kind, oldest first, without reading bytes', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    await store.add(file('one.jpg'));
    await store.add(file('police.pdf', { kind: 'policeDocument', type: 'application/pdf' }));
    await store.add(file('two.jpg'));
    await db.blobs.clear();
    const names = (await store.list(id, 'idDocument')).map((row) => row.originalName);
    expect(names).toEqual(['one.jpg', 'two.jpg']);
    expect((await store.list(id, 'policeDocument')).map((row) => row.fileName)).toEqual([
      'police-document-00000002.pdf',
    ]);
  });

  it('can have a name of its own', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    for (let count = 0; count < 3; count += 1) await store.add(file('image.jpg'));
    const names = (await store.list(id, 'idDocument')).map((row) => row.originalName);
    expect(names).toEqual(['image.jpg', 'image (2).jpg', 'image (3).jpg']);
    const letter = await saved(store.add(file('image.jpg', { kind: 'policeDocument' })));
    expect(letter.originalName).toBe('image (4).jpg');
    expect(distinctName('scan', ['scan'])).toBe('scan (2)');
    expect(distinctName('.jpg', ['.jpg'])).toBe('.jpg (2)');
  });

  it('can be removed, and restored with the same id and name', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const attachment = await saved(store.add(file()));
    const removed = await store.remove(attachment.id);
    expect(await db.attachments.count()).toBe(0);
    expect(await db.blobs.count()).toBe(0);
    if (removed.status !== 'removed' || removed.undo === null) throw new Error('not removed');
    expect(await store.restore(removed.undo)).toEqual({ status: 'saved', attachment });
    expect(await (await store.read(attachment.id))?.text()).toBe('picture');
    expect(await store.remove(attachmentId('unknown'))).toEqual({ status: 'notThere' });
  });

  /** Adds a file, removes it, and returns a function that restores it. */
  async function removed(store: ReturnType<typeof attachmentsStore>, added: NewAttachment) {
    const result = await store.remove((await saved(store.add(added))).id);
    if (result.status !== 'removed' || result.undo === null) throw new Error('not removed');
    const { undo } = result;
    return () => store.restore(undo);
  }

  it('is not restored as the back if a newer file is the front', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const restore = await removed(store, file('old.jpg'));
    const front = await saved(store.add(file('new.jpg')));
    expect(await restore()).toEqual({ status: 'notSaved', reason: 'placeTaken' });
    expect(await store.list(id, 'idDocument')).toEqual([front]);
    await store.remove(front.id);
    expect(await saved(restore())).toMatchObject({ slot: 0, originalName: 'old.jpg' });
  });

  it('is restored as the next page if its own has no name and a newer file', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const letter = file('image.jpg', { kind: 'policeDocument' });
    const restore = await removed(store, letter);
    await store.add(letter);
    const again = await saved(restore());
    expect(again).toMatchObject({ slot: 1, originalName: 'image (2).jpg' });
    expect(await store.list(id, 'policeDocument')).toContainEqual(again);
    expect(await (await store.read(again.id))?.text()).toBe('picture');

    // The third page of a card does not become its missing back.
    await store.add(file('front.jpg'));
    const page = file('page.jpg', { slot: 2, isRetaken: true });
    const restorePage = await removed(store, page);
    await store.add(page);
    expect(await saved(restorePage())).toMatchObject({ slot: 3, originalName: 'page (2).jpg' });
  });

  it('is restored on the page where the screen showed it, if an older build stored it', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const { id: front } = await saved(store.add(file('front.jpg')));
    const { id: back } = await saved(store.add(file('back.jpg')));
    await db.attachments.toCollection().modify((row) => void Reflect.deleteProperty(row, 'slot'));
    const result = await store.remove(back);
    await store.remove(front);
    if (result.status !== 'removed' || result.undo === null) throw new Error('not removed');
    expect(await saved(store.restore(result.undo))).toMatchObject({ slot: 1 });
  });

  it('is restored as the front, if an older build stored the card', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const { id: front } = await saved(store.add(file('front.jpg')));
    await store.add(file('back.jpg'));
    await db.attachments.toCollection().modify((row) => void Reflect.deleteProperty(row, 'slot'));
    const result = await store.remove(front);
    if (result.status !== 'removed' || result.undo === null) throw new Error('not removed');
    expect(await saved(store.restore(result.undo))).toMatchObject({ slot: 0 });
    const names = inSlots(await store.list(id, 'idDocument')).map((row) => row?.originalName);
    expect(names).toEqual(['front.jpg', 'back.jpg']);
  });

  it('goes to its page if that is free, and deletes no photo that came there meanwhile', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    expect(await saved(store.add(file('back.jpg', { slot: 1 })))).toMatchObject({ slot: 1 });
    expect(await saved(store.add(file('late.jpg', { slot: 1 })))).toMatchObject({ slot: 0 });
    expect(await store.list(id, 'idDocument')).toHaveLength(2);
  });

  it('takes the place of the photo that it replaces, in one step', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const front = await saved(store.add(file('front.jpg')));
    await store.add(file('back.jpg'));
    const again = await saved(store.add(file('again.jpg', { slot: 0, isRetaken: true })));
    const rows = await store.list(id, 'idDocument');
    expect(rows.map(({ originalName, slot }) => [originalName, slot])).toEqual([
      ['back.jpg', 1],
      ['again.jpg', 0],
    ]);
    expect(await store.read(front.id)).toBeUndefined();
    expect(await db.blobs.count()).toBe(2);
    const last = await saved(store.add(file('last.jpg', { slot: 1, isRetaken: true })));
    expect([again.slot, last.slot]).toEqual([0, 1]);
  });

  it('takes the place of the photo that is there now, if its page is taken again twice', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    await store.add(file('front.jpg'));
    await store.add(file('second.jpg', { slot: 0, isRetaken: true }));
    await store.add(file('third.jpg', { slot: 0, isRetaken: true }));
    const rows = await store.list(id, 'idDocument');
    expect(rows.map(({ originalName, slot }) => [originalName, slot])).toEqual([['third.jpg', 0]]);
    expect(await db.blobs.count()).toBe(1);
  });

  it('stays on the page that is taken again, also if the photo there was removed meanwhile', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const front = await saved(store.add(file('front.jpg')));
    const back = await saved(store.add(file('back.jpg')));
    await store.remove(front.id);
    await store.remove(back.id);
    expect(await saved(store.add(file('again.jpg', { slot: 1, isRetaken: true })))).toMatchObject({
      slot: 1,
    });
  });

  it('takes the place that the screen shows, among rows of an older build', async () => {
    // The order of these ids is not the order of the rows.
    const descending = ['c', 'b', 'a'].map(
      (first) => `${first}0000000-aaaa-4aaa-8aaa-aaaaaaaaaaaa`,
    );
    const newId = () => descending.shift() ?? '';
    const store = attachmentsStore(db, browserKeyStore(db), { ...ports, newId });
    for (const name of ['front.jpg', 'back.jpg']) await store.add(file(name));
    await db.attachments.toCollection().modify((row) => void Reflect.deleteProperty(row, 'slot'));
    await store.add(file('again.jpg', { slot: 0, isRetaken: true }));
    const names = (await store.list(id, 'idDocument')).map((row) => row.originalName);
    expect(names).toEqual(['back.jpg', 'again.jpg']);
  });

  it('is kept in spite of its verdict if the person says so; one taken again has a verdict of its own', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const front = await saved(store.add(file('front.jpg', { verdict: 'dark' })));
    await store.add(file('back.jpg', { verdict: 'blurred' }));
    const keptSlots = async () =>
      (await store.list(id, 'idDocument')).filter(({ isKept }) => isKept).map((row) => row.slot);
    expect(await keptSlots()).toEqual([]);
    await store.keep(front.id);
    expect(await keptSlots()).toEqual([0]);
    const again = await saved(
      store.add(file('again.jpg', { verdict: 'blurred', slot: 1, isRetaken: true })),
    );
    expect(again).toMatchObject({ verdict: 'blurred', isRetaken: true });
    expect(await keptSlots()).toEqual([0]);
    const third = await saved(store.add(file('third.jpg', { verdict: 'dark' })));
    await db.submissions.update(id, { status: 'queued' });
    await store.keep(third.id);
    await store.keep(attachmentId('unknown'));
    expect(await keptSlots()).toEqual([0]);
  });

  it('leaves the photo that it would replace if it cannot be stored', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const front = await saved(store.add(file('front.jpg')));
    const full = { ...ports, estimate: async () => ({ quota: 1e9, usage: 1e9 }) };
    const refused = await attachmentsStore(db, browserKeyStore(db), full).add(
      file('again.jpg', { slot: 0, isRetaken: true }),
    );
    expect(refused).toEqual({ status: 'notSaved', reason: 'quota' });
    expect((await store.list(id, 'idDocument')).map((row) => row.id)).toEqual([front.id]);
    expect(await store.read(front.id)).toBeInstanceOf(Blob);
  });

  it('can replace the tenth of its kind', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const all = [];
    for (let number = 0; number < 10; number += 1) all.push(await saved(store.add(file())));
    const again = await saved(store.add(file('again.jpg', { slot: 3, isRetaken: true })));
    expect(again.slot).toBe(3);
    expect(await store.list(id, 'idDocument')).toHaveLength(10);
  });

  it('is refused as the eleventh of its kind, also if eleven are added at once', async () => {
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const results = await Promise.all(Array.from({ length: 12 }, () => store.add(file())));
    const refused = results.filter(({ status }) => status === 'notSaved');
    expect(refused).toEqual([
      { status: 'notSaved', reason: 'tooMany' },
      { status: 'notSaved', reason: 'tooMany' },
    ]);
    expect(await db.blobs.count()).toBe(10);
    expect(await store.add(file('police.jpg', { kind: 'policeDocument' }))).toMatchObject({
      status: 'saved',
    });
  });

  it.each(['queued', 'delivered'] as const)(
    'cannot be added or removed once its form is %s',
    async (status) => {
      const store = attachmentsStore(db, browserKeyStore(db), ports);
      const attachment = await saved(store.add(file()));
      await db.submissions.update(id, { status });
      expect(await store.add(file())).toEqual({ status: 'notSaved', reason: 'notOpen' });
      expect(await store.remove(attachment.id)).toEqual({ status: 'notThere' });
      expect(await db.blobs.count()).toBe(1);
    },
  );

  it('is refused without a form', async () => {
    const stray = submissionId('22222222-2222-4222-8222-222222222222');
    const result = await attachmentsStore(db, browserKeyStore(db), ports).add(
      file('a.jpg', { submissionId: stray }),
    );
    expect(result).toEqual({ status: 'notSaved', reason: 'notOpen' });
  });
});

/** Makes the database refuse bytes as the browser would: inside the transaction, after the first row was written. */
function failBlobs(fails: (bytes: unknown) => string | null): void {
  db.blobs.hook('creating', (_key, row) => {
    const name = fails(row.bytes);
    if (name !== null) throw new DOMException('Error preparing Blob/File data', name);
  });
}

describe('a device that is full', () => {
  it('changes nothing', async () => {
    failBlobs(() => 'QuotaExceededError');
    const before = await db.submissions.get(id);
    const result = await attachmentsStore(db, browserKeyStore(db), ports).add(file());
    expect(result).toEqual({ status: 'notSaved', reason: 'quota' });
    expect(await db.attachments.count()).toBe(0);
    expect(await db.submissions.get(id)).toEqual(before);
  });

  it('refuses a photo before the disk is completely full', async () => {
    const room = (free: number) => async () => ({ quota: 1e9, usage: 1e9 - free });
    expect(await hasDiskSpaceFor(200_000, room(51e6), granted)).toBe(true);
    expect(await hasDiskSpaceFor(200_000, room(49e6), granted)).toBe(false);
    expect(await hasDiskSpaceFor(20e6, room(59e6), granted)).toBe(false);
    expect(await hasDiskSpaceFor(20e6, async () => ({}), granted)).toBe(true);
    expect(
      await hasDiskSpaceFor(20e6, () => Promise.reject(new Error('no estimate')), granted),
    ).toBe(true);
    const store = attachmentsStore(db, browserKeyStore(db), { ...ports, estimate: room(1e6) });
    expect(await store.add(file())).toEqual({ status: 'notSaved', reason: 'quota' });
    expect(await db.attachments.count()).toBe(0);
  });

  it('is not reported by a browser that cannot report free space', async () => {
    for (const storage of [undefined, {}]) {
      vi.stubGlobal('navigator', { storage });
      await saved(attachmentsStore(db, browserKeyStore(db)).add(file()));
    }
  });

  it('is detected on the disk, not by an invented estimate', async () => {
    const asked: number[] = [];
    const grants = (most: number) => async (bytes: number) => {
      asked.push(bytes);
      return bytes <= most;
    };
    expect(await hasDiskSpaceFor(200_000, async () => ({}), grants(51e6))).toBe(true);
    expect(await hasDiskSpaceFor(200_000, async () => ({}), grants(49e6))).toBe(false);
    expect(await hasDiskSpaceFor(20e6, async () => ({}), grants(59e6))).toBe(false);
    expect(asked).toEqual([50e6, 50e6, 60e6]);
    expect(await tryAllocate(undefined)(1)).toBeNull();
  });
});

describe('a browser that cannot store Blobs', () => {
  it('stores the bytes themselves, and returns a Blob', async () => {
    failBlobs((bytes) => (bytes instanceof Blob ? 'UnknownError' : null));
    const store = attachmentsStore(db, browserKeyStore(db), ports);
    const attachment = await saved(store.add(file()));
    expect((await db.blobs.get(attachment.id))?.bytes).not.toBeInstanceOf(Blob);
    const blob = await store.read(attachment.id);
    expect(blob?.type).toBe('image/jpeg');
    expect(await blob?.text()).toBe('picture');
  });

  it('reports it if it cannot store bytes either, and changes nothing', async () => {
    failBlobs(() => 'UnknownError');
    const result = await attachmentsStore(db, browserKeyStore(db), ports).add(file());
    expect(result).toEqual({ status: 'notSaved', reason: 'device' });
    expect(await db.attachments.count()).toBe(0);
  });

  it('is distinguished from a full device, also on the second try', async () => {
    failBlobs((bytes) => (bytes instanceof Blob ? 'DataCloneError' : 'QuotaExceededError'));
    const result = await attachmentsStore(db, browserKeyStore(db), ports).add(file());
    expect(result).toEqual({ status: 'notSaved', reason: 'quota' });
  });
});

it('names files on the wire by kind and id', () => {
  const own: AttachmentId = attachmentId('89abcdef-0000-4000-8000-000000000000');
  expect(wireFileName('companyRegistrationDocument', own, 'application/pdf')).toBe(
    'company-registration-document-89abcdef.pdf',
  );
  expect(wireFileName('signature', own, 'image/png')).toBe('signature-89abcdef.png');
});
