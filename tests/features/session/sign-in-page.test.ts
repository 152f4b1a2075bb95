import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  keepOfflineAccess,
  keepSignIn,
  readCredential,
} from '../../../src/features/session/sign-in-page.tsx';
import { Database } from '../../../src/store/db/database.ts';
import { deviceStorage } from '../../../src/store/device/device-storage.ts';

const tokenOf = (claims: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const token = tokenOf({
  email: 'zoe@example.co.za',
  given_name: 'Zoë',
  family_name: 'Ndlovu ÿ',
  picture: 'https://pictures.example/zoe',
});

const db = new Database('session');
afterEach(() => db.device.clear());

describe('a credential', () => {
  it('contains name, address, token and picture', () => {
    expect(readCredential(token)).toEqual({
      displayName: 'Zoë Ndlovu ÿ',
      firstName: 'Zoë',
      surname: 'Ndlovu ÿ',
      emailAddress: 'zoe@example.co.za',
      idToken: token,
      profileImageUrl: 'https://pictures.example/zoe',
    });
  });

  it('may lack a family name and a picture', () => {
    expect(readCredential(tokenOf({ email: 'a@b.co', given_name: 'Zoë' }))).toMatchObject({
      displayName: 'Zoë',
      surname: '',
      profileImageUrl: '',
    });
  });

  it.each(['', 'a', 'a.b.c', 'a.!!.c', tokenOf([]), tokenOf({ given_name: 'No address' })])(
    'is refused if it is not a token: %s',
    (text) => {
      expect(readCredential(text)).toBeNull();
    },
  );
});

describe('a session', () => {
  it('is stored under the specification’s keys and deleted at sign-out', async () => {
    const storage = deviceStorage(db);
    const result = readCredential(token);
    if (result === null) throw new Error('unreadable');
    await keepSignIn(storage, result);
    await keepOfflineAccess(storage, 'code');
    expect(await storage.all()).toMatchObject({
      AuthToken: token,
      RefreshToken: 'code',
      UserId: 0,
      FirstName: 'Zoë',
      Surname: 'Ndlovu ÿ',
      ProfileImageUrl: 'https://pictures.example/zoe',
    });
    await storage.signOut();
    expect(await storage.all()).toMatchObject({
      AuthToken: null,
      RefreshToken: null,
      FirstName: null,
      ProfileImageUrl: '',
    });
  });
});
