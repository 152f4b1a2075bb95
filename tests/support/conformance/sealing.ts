import { expect, it } from 'vitest';
import { formId } from '../../../src/domain/ids.ts';
import { encodeStored } from '../../../src/store/format/contents.ts';
import type { OutboxStore } from '../../../src/store/outbox/outbox-port.ts';
import { secretsOf } from '../../../src/store/outbox/outbox-rows.ts';
import { readable } from '../disk/profile-scan.ts';
import { draftContents, filesOf, freezeOf, uuid } from './contents.ts';

const personal = /Thandi|Nkosi|8001015009087|photo\.jpg/;

/** Opens a store that has one encrypted draft. */
async function withSealed(open: () => Promise<OutboxStore>) {
  const store = await open();
  const clear = draftContents();
  const sealed = await store.sealed(clear, filesOf(clear));
  if (sealed === null) throw new Error('It was not sealed.');
  await store.restore(sealed.contents, sealed.files);
  return { store, clear, id: clear.draft.id };
}

/** Returns the row with one flipped bit in its encrypted value. */
function damaged<Row extends object>(row: Row): Row {
  const sealed = 'sealed' in row && row.sealed instanceof Uint8Array ? row.sealed.slice() : null;
  if (sealed === null) throw new Error('Nothing of it is sealed.');
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  return { ...row, sealed };
}

export function sealingConformance(open: () => Promise<OutboxStore>): void {
  it('repairs only damaged rows from the second copy', async () => {
    const store = await open();
    const clear = draftContents();
    const sealed = await store.sealed(clear, filesOf(clear));
    if (sealed === null) throw new Error('It was not sealed.');
    const { id } = clear.draft;
    const whole = sealed.contents;
    const [stroke] = whole.strokes;
    if (stroke === undefined) throw new Error('It has no stroke.');
    const draft = damaged(whole.draft);
    const strokes = [damaged(stroke), ...whole.strokes.slice(1)];
    await store.restore({ ...whole, draft, strokes }, sealed.files);
    const stored = encodeStored(whole);
    expect(await store.contents(id)).toBe('unreadable');
    expect(await store.repairRows(id, null)).toBe('damaged');
    // A copy with the same damage repairs nothing.
    expect(await store.repairRows(id, { ...stored, draft, strokes })).toBe('whole');
    expect(await store.repairRows(id, stored)).toBe('repaired');
    const opened = readable(await store.contents(id));
    expect(opened).toMatchObject({
      draft: { values: clear.draft.values, revision: clear.draft.revision + 1 },
      strokes: clear.strokes,
    });
    expect(await store.repairRows(id, null)).toBe('whole');
  });

  it('stores a form encrypted, and decrypts it unchanged', async () => {
    const { store, clear, id } = await withSealed(open);
    const stored = await store.storedContents(id);
    expect(JSON.stringify(stored)).not.toMatch(personal);
    const opened = readable(await store.contents(id));
    expect(opened).toMatchObject({
      submission: { personal: clear.submission.personal },
      draft: clear.draft,
      strokes: clear.strokes,
    });
    const names = new Set(opened.attachments.map(({ originalName }) => originalName));
    expect(names).toEqual(new Set(['photo.jpg']));
    for (const file of opened.attachments) {
      const bytes = await store.bytes(file.id);
      const plain = bytes && (await store.openedBytes(opened.submission, file, bytes));
      expect([await plain?.text(), plain?.type]).toEqual(['bytes', file.type]);
    }
  });

  it('opens no lost file, with each error that a browser gives', async () => {
    const { store, clear, id } = await withSealed(open);
    const [file] = readable(await store.contents(id)).attachments;
    const bytes = file && (await store.bytes(file.id));
    if (file === undefined || bytes === undefined) throw new Error('There is no file.');
    const gone = new Blob([await bytes.arrayBuffer()], { type: 'unreadable' });
    gone.slice = () => {
      throw new DOMException('It could not be found.', 'NotFoundError');
    };
    expect(await store.openedBytes(clear.submission, file, gone)).toBeUndefined();
  });

  it('gives the worker a key slot only while the form waits to be sent', async () => {
    const { store, clear, id } = await withSealed(open);
    await store.addToPool(formId(uuid()), 0);
    expect((await store.row(id))?.keys).not.toHaveProperty('q');
    expect((await store.freeze(freezeOf(clear))).status).toBe('frozen');
    expect((await store.row(id))?.keys).toHaveProperty('q');
    expect(JSON.stringify(await store.storedContents(id))).not.toMatch(personal);
    expect((await store.payload(id))?.json).toBe('{"formData":{}}');
    const row = readable(await store.submission(id));
    await store.change(id, () => ({ event: 'returnedToDraft', at: 6 }));
    expect((await store.row(id))?.keys).not.toHaveProperty('q');
    expect(await store.secretsToDelete()).toEqual(secretsOf(row.keys).slice(1));
  });

  it('deletes the secrets of a deleted form, and restores them with the form', async () => {
    const { store, id } = await withSealed(open);
    const stored = readable(await store.storedContents(id));
    const { keys } = readable(await store.submission(id));
    const held = await store.secretsInUse(keys);
    const contents = readable(await store.contents(id));
    await store.remove(id, () => true);
    expect(await store.secretsToDelete()).toEqual(secretsOf(keys));
    for (const name of await store.secretsToDelete()) await store.deleteSecret(name);
    expect(await store.secretsToDelete()).toEqual([]);
    expect(await store.secretsInUse(keys)).toEqual([]);
    expect(await store.restoreSecrets(held)).toBe(true);
    await store.restore({ ...stored, submission: contents.submission }, new Map());
    expect(readable(await store.contents(id)).draft).toEqual(contents.draft);
    expect(await store.secretsToDelete()).toEqual([]);
  });

  it('encrypts an old row in one write, if the row did not change since the read', async () => {
    const store = await open();
    const clear = draftContents();
    const { id } = clear.draft;
    await store.restore(clear, filesOf(clear));
    expect(await store.unencryptedIds()).toEqual([id]);
    const stored = readable(await store.storedContents(id));
    const changed = { ...stored, draft: { ...stored.draft, revision: 99 } };
    expect(await store.encryptOldRow(changed, filesOf(clear))).toBe('changed');
    expect(await store.encryptOldRow(stored, filesOf(clear))).toBe('sealed');
    expect(await store.unencryptedIds()).toEqual([]);
    expect(JSON.stringify(await store.storedContents(id))).not.toMatch(personal);
    expect(readable(await store.contents(id)).draft).toEqual(clear.draft);
  });

  it('opens the copy of a lost form after it has loaded the copy’s agent', async () => {
    const { store, clear, id } = await withSealed(open);
    const { submission } = readable(await store.contents(id));
    const stored = readable(await store.storedContents(id));
    const agents = await store.agents();
    expect(agents).toHaveLength(1);
    await store.remove(id, () => true);
    await store.loadAgentsOfCopy(agents);
    await store.saveMissingAgents(agents);
    const opened = readable(await store.openedCopy({ ...stored, submission }));
    expect(opened.draft).toEqual(clear.draft);
  });

  it('deletes a secret of a form that was never written, after a day', async () => {
    const store = await open();
    const clear = draftContents();
    const sealed = await store.sealed(clear, filesOf(clear));
    if (sealed === null) throw new Error('It was not sealed.');
    const { keys } = sealed.contents.submission;
    await store.deleteUnknownSecrets(new Set(), 0);
    expect(await store.secretsInUse(keys)).toHaveLength(1);
    await store.deleteUnknownSecrets(new Set(), 86_400_000);
    expect(await store.secretsInUse(keys)).toEqual([]);
  });

  it('deletes no secret that a form needs', async () => {
    const { store, id } = await withSealed(open);
    const { keys } = readable(await store.submission(id));
    for (const start of [0, 1, 2]) await store.deleteUnknownSecrets(new Set(), start * 86_400_000);
    expect(await store.secretsInUse(keys)).toHaveLength(1);
    expect(await store.contents(id)).not.toBe('unreadable');
  });

  it('deletes an unknown secret after a day, unless a copy names it', async () => {
    const { store, id } = await withSealed(open);
    const { keys } = readable(await store.submission(id));
    const [name = ''] = secretsOf(keys);
    const held = await store.secretsInUse(keys);
    await store.remove(id, () => true);
    await store.deleteSecret(name);
    await store.restoreSecrets(held);
    const day = 86_400_000;
    await store.deleteUnknownSecrets(new Set(), 0);
    await store.deleteUnknownSecrets(new Set([name]), 2 * day);
    expect(await store.secretsInUse(keys)).toEqual(held);
    await store.deleteUnknownSecrets(new Set(), 2 * day);
    expect(await store.secretsInUse(keys)).toEqual([]);
  });

  it('deletes a secret that is marked as unknown after a day, and keeps one that is needed', async () => {
    const { store, id } = await withSealed(open);
    const { keys } = readable(await store.submission(id));
    const [name = ''] = secretsOf(keys);
    await store.markUnknown(name, 0);
    await store.remove(id, () => true);
    expect(await store.secretsToDelete()).toEqual([name]);
    await store.markUnknown(name, 0);
    expect(await store.secretsToDelete()).toEqual([]);
    await store.deleteUnknownSecrets(new Set(), 86_399_999);
    expect(await store.secretsInUse(keys)).toHaveLength(1);
    await store.deleteUnknownSecrets(new Set(), 86_400_000);
    expect(await store.secretsInUse(keys)).toEqual([]);
  });
}
