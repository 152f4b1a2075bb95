import { Dexie } from 'dexie';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import { contentOf } from '../../../src/store/drafts/draft-content.ts';
import { formTables, readForm } from '../../../src/store/drafts/draft-context.ts';
import { openForm } from '../../../src/store/drafts/draft-tables.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { madeUpFile, makeDraft } from '../../support/world/page/made-up.ts';
import { db, keyStore } from '../../support/world/page/project.ts';
import { countPuts } from './put-bytes.ts';

export type KeystrokeWay =
  | 'one small row: the least a strict save costs'
  | 'this project: form and files apart'
  | 'the same store, not sealed'
  | 'the same form unencrypted, in one row'
  | 'Enketo: record with its files'
  | 'redux-offline: everything as JSON';

type Photos = Readonly<{ photos: number; photoBytes: number }>;

/** Saves one more letter. Resolves when the strict transaction is complete. */
type SaveLetter = (letters: string) => Promise<unknown>;

const strict = { chromeTransactionDurability: 'strict' } as const;

const preparations: Readonly<Record<KeystrokeWay, (photos: Photos) => Promise<SaveLetter>>> = {
  'one small row: the least a strict save costs': async () => {
    const peer = new Dexie('small-row', strict);
    peer.version(1).stores({ rows: 'id' });
    return (letters) => peer.table('rows').put({ id: 1, letters });
  },

  'this project: form and files apart': async (photos) => storeWay(await draftWith(photos)),

  // The cost of encryption is the difference between this way and the project's own way.
  'the same store, not sealed': async (photos) => {
    const id = await draftWith(photos);
    await unseal(id);
    return storeWay(id);
  },

  'the same form unencrypted, in one row': async ({ photos, photoBytes }) => {
    const peer = new Dexie('clear-way', strict);
    peer.version(1).stores({ drafts: 'id', blobs: 'id' });
    for (let photo = 0; photo < photos; photo += 1)
      await peer.table('blobs').put({ id: photo, bytes: madeUpFile(photoBytes, 'image/jpeg') });
    const { id } = await makeDraft(db, keyStore, 2, { photos: 0, photoBytes, type: 'image/jpeg' });
    const opened = await openStore().drafts.open(id);
    if (opened.status !== 'open') throw new Error(opened.status);
    let { revision } = opened.draft;
    return async (letters) => {
      const values = { ...opened.draft.values, complexName: letters };
      revision += 1;
      await peer.transaction('rw', 'drafts', async () => {
        await peer.table('drafts').get(id);
        await peer.table('drafts').put({ ...opened.draft, values, revision });
      });
    };
  },

  // Enketo stores a record as one row: its form's text together with its files.
  'Enketo: record with its files': async ({ photos, photoBytes }) => {
    const peer = new Dexie('enketo-way', strict);
    peer.version(1).stores({ records: 'instanceId' });
    const files = Array.from({ length: photos }, (_, index) => ({
      name: `photo-${index}.jpg`,
      item: madeUpFile(photoBytes, 'image/jpeg'),
    }));
    await peer.table('records').put({ instanceId: 'one', xml: formText(''), files });
    return async (letters) => {
      const record = await peer.table('records').get('one');
      await peer.table('records').put({ ...record, xml: formText(letters) });
    };
  },

  // redux-offline persists the whole state as text at each change. Files are base64.
  'redux-offline: everything as JSON': async ({ photos, photoBytes }) => {
    const peer = new Dexie('redux-way', strict);
    peer.version(1).stores({ keyval: '' });
    const files = await Promise.all(
      Array.from({ length: photos }, () => asBase64(madeUpFile(photoBytes, 'image/jpeg'))),
    );
    return (letters) =>
      peer.table('keyval').put(JSON.stringify({ form: formText(letters), files }), 'state');
  },
};

const draftWith = async ({ photos, photoBytes }: Photos): Promise<SubmissionId> =>
  (await makeDraft(db, keyStore, 1, { photos, photoBytes, type: 'image/jpeg' })).id;

async function storeWay(id: SubmissionId): Promise<SaveLetter> {
  const store = openStore().drafts;
  const opened = await store.open(id);
  if (opened.status !== 'open') throw new Error(opened.status);
  let { revision } = opened.draft;
  return async (letters) => {
    const values = { ...opened.draft.values, complexName: letters };
    const saved = await store.save(id, revision, contentOf({ ...opened.draft, values }));
    if (saved.status !== 'saved') throw new Error(saved.status);
    revision = saved.revision;
  };
}

/** Stores the form unencrypted, as an older build did. */
async function unseal(id: SubmissionId): Promise<void> {
  const rows = await db.transaction('r', [...formTables], () => readForm(db, id));
  const form = await openForm(keyStore, rows);
  const opened = rows.submission && (await keyStore.decrypted(rows.submission));
  if (!form?.draft || !opened?.personal) throw new Error('It does not open.');
  const { keys: _, sealed: __, ...clear } = form.submission;
  await db.drafts.put(form.draft);
  await db.attachments.bulkPut([...form.attachments]);
  await db.strokes.bulkPut([...form.strokes]);
  await db.submissions.put({ ...clear, ...opened.personal });
}

const formText = (letters: string): string =>
  JSON.stringify({
    title: 'Ms',
    firstName: 'Zodwa',
    surname: 'Mabaso',
    idNumber: '8001015009087',
    cellphone: '082 123 4567',
    simCardNumber: '8927010000000000001',
    streetName: 'Behind the Mzamo school',
    suburb: 'KwaNdengezi',
    city: 'Pinetown',
    complexName: letters,
  });

async function asBase64(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Undefined until `keystrokes` runs: the count would slow down the writes of the other benches. */
let putSoFar: ReturnType<typeof countPuts> | undefined;
const prepared = new Map<string, SaveLetter>();

export type Keystrokes = Readonly<{ took: readonly number[]; putBytes: number }>;

/**
 * Types `letters` more letters into a draft with these photos. The ways take turns, so that the machine's other work affects all of
 * them. Resolves with the ms of each save, from the call until the disk has it. The first call makes the drafts.
 */
export async function keystrokes(
  ways: readonly KeystrokeWay[],
  photos: Photos,
  letters: number,
): Promise<readonly Keystrokes[]> {
  putSoFar ??= countPuts();
  const typed = [];
  for (const way of ways) {
    const key = `${way} ${photos.photos}`;
    const save = prepared.get(key) ?? (await preparations[way](photos));
    prepared.set(key, save);
    typed.push({ save, took: [] as number[], putBytes: 0 });
  }
  for (let letter = 1; letter <= letters; letter += 1)
    for (const each of typed) {
      const before = putSoFar();
      const started = performance.now();
      await each.save('x'.repeat(letter));
      each.took.push(performance.now() - started);
      each.putBytes += (putSoFar() - before) / letters;
      // A person types with pauses.
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  return typed.map(({ putBytes, took }) => ({ putBytes, took }));
}
