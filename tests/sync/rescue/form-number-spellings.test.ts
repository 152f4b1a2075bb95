import { describe, expect, it } from 'vitest';
import { type FormId, formId } from '../../../src/domain/ids.ts';
import { exportRescue } from '../../../src/sync/rescue/export-rescue.ts';
import { importRescue } from '../../../src/sync/rescue/import-rescue.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const passphrase = 'three kudu by the river';
const plain = 'a1b2c3d4-0000-4000-8000-00000000000f';

/** A UUID in the spellings of different backends, and an id that is no UUID. */
const spellings: readonly FormId[] = [
  `{${plain.toUpperCase()}}`,
  plain.replaceAll('-', ''),
  plain.replaceAll('-', '').toUpperCase(),
  '4711',
].map(formId);

const queuedUnder = async (number: FormId) => {
  const phone = new SyncWorld();
  phone.disk.formGuids.push(number);
  const id = await phone.submitted();
  expect(phone.row(id).formId).toBe(number);
  return { phone, id };
};

const sentUnder = (world: SyncWorld): readonly FormId[] => [...world.backend.forms.keys()];

describe('a form number in an unusual spelling', () => {
  it.each(spellings)('is unchanged after a rescue file: %s', async (number) => {
    const { phone, id } = await queuedUnder(number);
    const result = await phone.clock.run(exportRescue(phone.ports(), passphrase));
    if (result.status !== 'exported') throw new Error(result.status);
    const other = new SyncWorld();
    expect(await importRescue(other.ports(), result.file, passphrase)).toMatchObject({
      imported: 1,
    });
    expect(other.row(id).formId).toBe(number);
    await other.settle();
    expect(other.row(id).status).toBe('delivered');
    expect(sentUnder(other)).toEqual([number]);
  });

  it.each(spellings)('is unchanged after a second copy: %s', async (number) => {
    const { phone, id } = await queuedUnder(number);
    phone.disk.wipe();
    const { lost, restored } = await repairFromSecondCopy(phone.ports());
    expect(lost).toEqual([]);
    expect(restored).toHaveLength(1);
    expect(phone.row(id).formId).toBe(number);
    await phone.settle();
    expect(sentUnder(phone)).toEqual([number]);
  });
});
