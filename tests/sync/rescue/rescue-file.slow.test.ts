import { describe, expect, it } from 'vitest';
import type { Submission } from '../../../src/domain/submission-types.ts';
import { exportRescue } from '../../../src/sync/rescue/export-rescue.ts';
import { importRescue } from '../../../src/sync/rescue/import-rescue.ts';
import { clearRow } from '../../support/disk/app-database.ts';
import { createMemoryStore } from '../../support/fakes/memory-outbox-store.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const passphrase = 'three kudu by the river';

async function exported(world: SyncWorld): Promise<Blob> {
  const result = await world.clock.run(exportRescue(world.ports(), passphrase));
  if (result.status !== 'exported') throw new Error(result.status);
  return result.file;
}

const isEmpty = (world: SyncWorld): boolean =>
  world.disk.submissions.size + world.disk.blobs.size + world.disk.drafts.size === 0;

describe('the rescue file', () => {
  it('moves all unsent forms to another device, which delivers them', async () => {
    const phone = new SyncWorld();
    phone.pool(3);
    const queued = await phone.submitted({ documents: ['idDocument', 'idDocument'] });
    const draft = await phone.draft();
    const result = await phone.clock.run(exportRescue(phone.ports(), passphrase));
    expect(result).toMatchObject({ status: 'exported', submissions: 2, missing: [] });
    // Only the draft has no number. The submitted form got its number from the pool.
    expect(result).toHaveProperty('unnumbered', ['Thandi Nkosi']);
    const file = await exported(phone);
    expect(await file.text()).not.toMatch(/Nkosi|8001015009087|registration/);

    const other = new SyncWorld();
    expect(await importRescue(other.ports(), file, passphrase)).toEqual({
      status: 'imported',
      imported: 2,
      skipped: 0,
      unknown: 0,
    });
    expect(other.row(draft).status).toBe('draft');
    expect(other.copyDisk.get(queued)?.has('submission.json')).toBe(true);
    await other.settle();
    expect(other.row(queued).status).toBe('delivered');
    expect(other.backend.documentNames()).toHaveLength(2);
  });

  it('makes no duplicates when it is imported twice, or after a partial delivery', async () => {
    const world = new SyncWorld();
    world.pool(3);
    const one = await world.submitted();
    const file = await exported(world);
    const two = await world.submitted();
    expect(await importRescue(world.ports(), file, passphrase)).toMatchObject({ skipped: 1 });
    await world.settle();
    expect(await importRescue(world.ports(), file, passphrase)).toEqual({
      status: 'imported',
      imported: 0,
      skipped: 1,
      unknown: 0,
    });
    await world.settle();
    expect([one, two].map((id) => world.row(id).status)).toEqual(['delivered', 'delivered']);
    expect(world.backend.documentNames()).toHaveLength(2);
  });

  it('sends under the first device’s identifier, and returns home under its own', async () => {
    const phone = new SyncWorld();
    phone.pool(1);
    const [numbered, draft] = [await phone.submitted(), await phone.draft()];
    const file = await exported(phone);
    const other = new SyncWorld();
    await importRescue(other.ports(), file, passphrase);
    expect(other.row(numbered).device).toBe(phone.identifier);
    expect(other.row(draft).device).toBeUndefined();
    const back = await exported(other);
    await other.settle();
    const named = other.backend.sent.filter(({ request }) => request.call !== 'GetInfo');
    expect(new Set(named.map(({ options }) => options.deviceIdentifier))).toEqual(
      new Set([phone.identifier]),
    );
    phone.disk.wipe();
    await importRescue(phone.ports(), back, passphrase);
    expect(phone.row(numbered).device).toBeUndefined();
  });

  it('makes no duplicates if two devices send the same forms', async () => {
    for (const idempotent of [true, false]) {
      const phone = new SyncWorld({ idempotent, lists: 'all' });
      phone.pool(1);
      await phone.submitted({ documents: ['idDocument', 'idDocument'] });
      const file = await exported(phone);
      await phone.settle();
      phone.disk.wipe();
      phone.copyDisk.clear();
      await importRescue(phone.ports(), file, passphrase);
      await phone.settle();
      expect(phone.backend.forms.size).toBe(1);
      expect(phone.backend.documentNames()).toHaveLength(2);
    }
  });

  it('gives every submission its form number first, so that two devices send one form', async () => {
    for (const pool of [0, 1]) {
      const phone = new SyncWorld();
      phone.pool(pool);
      if (pool > 0) await phone.submitted();
      const id = await phone.submitted();
      expect(phone.row(id).formId).toBeNull();
      const file = await exported(phone);
      const { formId } = phone.row(id);
      expect(formId).not.toBeNull();
      const other = new SyncWorld();
      await importRescue(other.ports(), file, passphrase);
      expect(other.row(id).formId).toBe(formId);
      await phone.settle();
      expect(phone.backend.forms.size).toBe(1 + pool);
    }
  });

  it('is made without a network too', async () => {
    const phone = new SyncWorld();
    phone.backend.faultOf = () => ({ fault: 'lost' });
    await phone.submitted();
    expect((await exported(phone)).size).toBeGreaterThan(1000);
  });

  it('reports if there is nothing to export', async () => {
    const world = new SyncWorld();
    expect(await world.clock.run(exportRescue(world.ports(), passphrase))).toEqual({
      status: 'nothingToExport',
      unread: 0,
    });
  });

  it('reads lost files from their copies, and names missing ones', async () => {
    const world = new SyncWorld();
    await world.submitted();
    world.disk.blobs.clear();
    expect(await world.clock.run(exportRescue(world.ports(), passphrase))).toMatchObject({
      missing: [],
    });
    const draft = await world.draft();
    const [lost] = [...world.disk.attachments.values()].filter((r) => r.submissionId === draft);
    world.disk.blobs.delete(lost!.id);
    const result = await world.clock.run(exportRescue(world.ports(), passphrase));
    expect(result).toMatchObject({ status: 'exported', missing: [{ id: lost!.id }] });
    const other = new SyncWorld();
    const file = result.status === 'exported' ? result.file : new Blob();
    expect(await importRescue(other.ports(), file, passphrase)).toMatchObject({ imported: 2 });
  });

  it('is made from the copies if the database can’t be opened', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const closed = async (): Promise<never> => {
      throw new DOMException('no', 'UnknownError');
    };
    const store = {
      ...world.ports().store,
      ownUndelivered: closed,
      contents: closed,
      storedContents: closed,
      bytes: closed,
    };
    const result = await world.clock.run(exportRescue(world.ports({ store }), passphrase));
    expect(result).toMatchObject({ status: 'exported', submissions: 1, missing: [] });
    const other = new SyncWorld();
    const file = result.status === 'exported' ? result.file : new Blob();
    await importRescue(other.ports(), file, passphrase);
    expect(other.row(id).status).toBe('queued');
  });

  it('does not decrypt with another passphrase, and changes nothing', async () => {
    const world = new SyncWorld();
    await world.submitted();
    const file = await exported(world);
    const other = new SyncWorld();
    expect(await importRescue(other.ports(), file, 'another')).toEqual({
      status: 'wrongPassphrase',
    });
    expect(isEmpty(other)).toBe(true);
  });

  it('is refused completely if any byte is changed or any part is missing', async () => {
    const world = new SyncWorld();
    await world.submitted({ photoSize: 300 });
    await world.submitted({ photoSize: 300 });
    const bytes = new Uint8Array(await (await exported(world)).arrayBuffer());
    const lines = new TextDecoder('latin1').decode(bytes).split('\n', 3).join('\n').length + 1;
    const places = [0, 20, lines - 5, lines + 2, lines + 30, bytes.length >> 1, bytes.length - 1];
    const broken: Blob[] = places.map((place) => {
      const flipped = bytes.slice();
      flipped[place] = (flipped[place] ?? 0) ^ 1;
      return new Blob([flipped]);
    });
    const [first, second] = partsAt(bytes, lines);
    const swapped = new Blob([bytes.slice(0, lines), ...[...partsAt(bytes, lines)].reverse()]);
    broken.push(
      new Blob([]),
      new Blob(['hello']),
      new Blob([bytes.slice(0, lines)]),
      new Blob([bytes.slice(0, -1)]),
      new Blob([bytes.slice(0, bytes.length >> 1)]),
      new Blob([bytes, first!]),
      new Blob([bytes.slice(0, lines), ...partsAt(bytes, lines).slice(0, -1)]),
      new Blob([bytes.slice(0, lines), first!, ...partsAt(bytes, lines).slice(2)]),
      new Blob([bytes, second!]),
      swapped,
    );
    for (const [index, file] of broken.entries()) {
      const other = new SyncWorld();
      const result = await importRescue(other.ports(), file, passphrase);
      expect(['damaged', 'wrongPassphrase'], `case ${index}`).toContain(result.status);
      expect(isEmpty(other), `case ${index}`).toBe(true);
    }
  });

  it('refuses a header with too few or too many iterations', async () => {
    const world = new SyncWorld();
    await world.submitted();
    const text = await (await exported(world)).text();
    for (const iterations of ['1000', '900000000']) {
      const [name, header] = text.split('\n', 2);
      const weak = header!.replace('600000', iterations);
      const hash = await world.ports().digest(weak);
      const result = await importRescue(
        new SyncWorld().ports(),
        new Blob([`${name}\n${weak}\n${hash}\n`, 'rest']),
        passphrase,
      );
      expect(result.status).toBe('damaged');
    }
  });

  it('can be imported again after the disk was full', async () => {
    const world = new SyncWorld();
    await world.submitted();
    await world.submitted();
    const file = await exported(world);
    const other = new SyncWorld();
    const store = createMemoryStore(other.disk);
    let writes = 0;
    const small = {
      ...store,
      restore: async (...values: Parameters<typeof store.restore>) => {
        writes += 1;
        if (writes > 1) throw new DOMException('full', 'QuotaExceededError');
        return store.restore(...values);
      },
    };
    expect(await importRescue(other.ports({ store: small }), file, passphrase)).toEqual({
      status: 'notSaved',
      reason: 'quota',
      imported: 1,
    });
    expect(await importRescue(other.ports(), file, passphrase)).toEqual({
      status: 'imported',
      imported: 1,
      skipped: 1,
      unknown: 0,
    });
  });

  it('leaves out unreadable forms, and imports the rest', async () => {
    const phone = new SyncWorld();
    phone.pool(2);
    const [odd, sound] = [await phone.submitted(), await phone.submitted()];
    // This row is in plaintext, as an older build wrote it. The export must read an encrypted row first, so it could not export this one.
    const { agent: _, keys: __, ...older } = phone.row(odd);
    const row = clearRow(older as Submission);
    const steps = row.steps.map((step) => ({ ...step, content: { call: 'FormatDisk' } }));
    phone.disk.submissions.set(odd, { ...row, steps });
    const file = await exported(phone);
    const other = new SyncWorld();
    expect(await importRescue(other.ports(), file, passphrase)).toEqual({
      status: 'imported',
      imported: 1,
      skipped: 0,
      unknown: 1,
    });
    expect(other.disk.submissions.has(odd)).toBe(false);
    await other.settle();
    expect(other.row(sound).status).toBe('delivered');
  });

  it('contains all other forms if one submission is unreadable', async () => {
    const phone = new SyncWorld();
    phone.pool(2);
    const [lost] = [await phone.submitted(), await phone.submitted()];
    const { store } = phone.ports();
    const contents: typeof store.contents = (id) =>
      id === lost ? Promise.reject(new TypeError('made for the test')) : store.contents(id);
    const ports = phone.ports({ store: { ...store, contents } });
    expect(await phone.clock.run(exportRescue(ports, passphrase))).toMatchObject({
      status: 'exported',
      submissions: 1,
      unread: 1,
    });
  });

  it('of a newer version is reported as such, and extra parts are refused', async () => {
    const world = new SyncWorld();
    world.pool(1);
    await world.submitted();
    const file = await exported(world);
    const text = 'VELD RESCUE 2\n{}\nx\n';
    expect(await importRescue(world.ports(), new Blob([text]), passphrase)).toEqual({
      status: 'newer',
    });
    const flood = new Blob([file, new Uint8Array(4_000_000)]);
    expect(await importRescue(world.ports(), flood, passphrase)).toEqual({ status: 'damaged' });
  });
});

/** Returns the encrypted parts, each with its length. */
function partsAt(bytes: Uint8Array<ArrayBuffer>, start: number): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = start; at < bytes.length; ) {
    const length = new DataView(bytes.buffer).getUint32(at);
    parts.push(bytes.slice(at, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}
