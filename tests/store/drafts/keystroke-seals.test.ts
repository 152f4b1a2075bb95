import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Values } from '../../../src/domain/forms/values.ts';
import { submissionId } from '../../../src/domain/ids.ts';
import { sha256 } from '../../../src/platform/sha256.ts';
import { type DataKey, webCryptoPort } from '../../../src/seal/key-hierarchy.ts';
import { secretsIn } from '../../../src/seal/secrets.ts';
import { Database } from '../../../src/store/db/database.ts';
import { type DraftContent, newContent } from '../../../src/store/drafts/draft-content.ts';
import { draftsStore } from '../../../src/store/drafts/drafts.ts';
import { createKeyStore } from '../../../src/store/keys/key-store.ts';
import { memorySecretStorage } from '../../support/fakes/memory-secret-storage.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');

let db: Database;
/** The calls of the form's key, each with the place of the value. */
let asked: string[];

beforeEach(() => {
  db = new Database(`keystroke-${crypto.randomUUID()}`);
  asked = [];
});
afterEach(() => db.delete());

const counted = (key: DataKey): DataKey => ({
  ...key,
  seal: (place, plain) => {
    asked.push(`seal ${place.split('/')[2]}`);
    return key.seal(place, plain);
  },
  open: (place, sealed) => {
    asked.push(`open ${place.split('/')[2]}`);
    return key.open(place, sealed);
  },
});

function keyStoreWithCounts() {
  const secrets = secretsIn([memorySecretStorage()]);
  const cryptoPort = webCryptoPort(secrets);
  return createKeyStore(db, {
    digest: sha256,
    secrets,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    cryptoPort: {
      ...cryptoPort,
      openAgent: async (...agent) => {
        const key = await cryptoPort.openAgent(...agent);
        return (
          key && {
            ...key,
            submissionKey: async (...form) => {
              const own = await key.submissionKey(...form);
              return own && counted(own);
            },
          }
        );
      },
    },
  });
}

const content = (values: Values): DraftContent => ({
  ...newContent('registration'),
  values,
  field: 'complexName',
});

it('a keystroke costs one encryption and no decryption, for any list column', async () => {
  const keyStore = keyStoreWithCounts();
  await keyStore.agentDataKey();
  const drafts = draftsStore(db, keyStore);
  const named = { firstName: 'Thandi', surname: 'Nkosi' };
  expect(await drafts.create(id, 'registration', content(named))).toMatchObject({ revision: 1 });
  await drafts.save(id, 1, content({ ...named, complexName: 'M' }));
  asked = [];
  await drafts.save(id, 2, content({ ...named, complexName: 'Mz' }));
  expect(asked).toEqual(['seal draft']);
});

it('a keystroke in a list column encrypts that column too', async () => {
  const keyStore = keyStoreWithCounts();
  await keyStore.agentDataKey();
  const drafts = draftsStore(db, keyStore);
  await drafts.create(id, 'registration', content({ firstName: 'Thandi' }));
  await drafts.save(id, 1, content({ firstName: 'Thandi', complexName: 'M' }));
  asked = [];
  await drafts.save(id, 2, content({ firstName: 'Thandie', complexName: 'M' }));
  expect(asked).toEqual(['seal draft', 'seal summary']);
  const row = await db.submissions.get(id);
  expect(row && (await keyStore.decrypted(row))?.personal?.customerName).toBe('Thandie');
});
