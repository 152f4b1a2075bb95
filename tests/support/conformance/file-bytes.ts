import { expect, it } from 'vitest';
import { attachmentId } from '../../../src/domain/ids.ts';
import type { FileBytes, Restoring } from '../../../src/store/outbox/outbox-port.ts';
import { bytes, uuid, withDraft } from './contents.ts';

export function fileBytesConformance(open: () => Promise<FileBytes & Restoring>): void {
  it('sweeps bytes that no attachment names', async () => {
    const { store, contents } = await withDraft(open);
    await store.putBytes(attachmentId(uuid()), bytes());
    expect(await store.sweepBytes()).toBe(1);
    const [first] = contents.attachments;
    await store.putBytes(first!.id, bytes('again'));
    expect(await store.sweepBytes()).toBe(0);
    expect(await (await store.bytes(first!.id))?.text()).toBe('again');
  });

  it('has no bytes of a file that is not there', async () => {
    const store = await open();
    expect(await store.bytes(attachmentId(uuid()))).toBeUndefined();
  });
}
