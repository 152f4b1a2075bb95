import { expect, it } from 'vitest';
import { attachmentId, submissionId } from '../../../src/domain/ids.ts';
import { webCryptoPort } from '../../../src/seal/key-hierarchy.ts';
import { secretsIn } from '../../../src/seal/secrets.ts';
import type { AttachmentRow } from '../../../src/store/format/rows.ts';
import { openAttachment, sealAttachment } from '../../../src/store/keys/sealed-rows.ts';
import { memorySecretStorage } from '../../support/fakes/memory-secret-storage.ts';

const row: AttachmentRow = {
  id: attachmentId('11111111-1111-4111-8111-111111111111'),
  submissionId: submissionId('22222222-2222-4222-8222-222222222222'),
  sequence: 1,
  kind: 'idDocument',
  originalName: 'Thandi.jpg',
  fileName: 'id-document-1.jpg',
  type: 'image/jpeg',
  size: 3,
  sha256: 'hash',
  addedAt: 0,
};

it('decrypts a file’s name only for that file', async () => {
  const secrets = secretsIn([memorySecretStorage()]);
  const [pepper, p] = [await secrets.create(), await secrets.create()];
  if (pepper === null || p === null) throw new Error('Nothing was made.');
  const { key: agent } = await webCryptoPort(secrets).newAgent('agent-1', pepper);
  const key = await agent.submissionKey(row.submissionId, p.name);
  if (key === null) throw new Error('It has no key.');
  const sealed = await sealAttachment(key, row, {
    bytes: new Blob(['abc']),
    sealed: { sealedSize: 3, sealedSha256: 'sealed hash' },
  });
  expect((await openAttachment(key, sealed)).originalName).toBe('Thandi.jpg');
  const moved = { ...sealed, id: attachmentId('33333333-3333-4333-8333-333333333333') };
  expect((await openAttachment(key, moved)).originalName).toBe('id-document-1.jpg');
});
