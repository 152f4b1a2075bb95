import { describe, expect, it } from 'vitest';
import { exportRescue } from '../../../src/sync/rescue/export-rescue.ts';
import { importRescue } from '../../../src/sync/rescue/import-rescue.ts';
import { captured, everyDocument, everySubmission } from '../../support/world/every-form.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const passphrase = 'three kudu by the river';

describe('a rescue file of every form, status, kind and type of file', () => {
  it('is imported unchanged on another phone, which delivers it', async () => {
    const phone = new SyncWorld();
    const made = await everySubmission(phone);
    const unsent = made.filter(({ status }) => status !== 'delivered');
    const result = await phone.clock.run(exportRescue(phone.ports(), passphrase));
    if (result.status !== 'exported') throw new Error(result.status);
    expect(result).toMatchObject({ submissions: unsent.length, missing: [], unread: 0 });

    const other = new SyncWorld();
    expect(await importRescue(other.ports(), result.file, passphrase)).toEqual({
      status: 'imported',
      imported: unsent.length,
      skipped: 0,
      unknown: 0,
    });
    for (const { id } of unsent)
      expect(await captured(other, id)).toEqual(await captured(phone, id));
    for (const { id, status } of made)
      expect(other.disk.submissions.has(id)).toBe(status !== 'delivered');

    for (const { id } of unsent) {
      const { device, formId } = other.row(id);
      expect(device).toBe(formId === null ? undefined : phone.identifier);
    }

    await other.settle();
    for (const { id, status } of unsent)
      expect(other.row(id).status).toBe(status === 'queued' ? 'delivered' : status);
    const expected = unsent.flatMap((form) =>
      form.status === 'queued' ? everyDocument(form) : [],
    ).length;
    expect(other.backend.documentNames()).toHaveLength(expected);
  });
});
