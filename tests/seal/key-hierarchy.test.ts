import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/seal/bytes.ts';
import { open, seal } from '../../src/seal/envelope.ts';
import {
  type AgentKey,
  type CryptoPort,
  type DataKey,
  deriveSubmissionKey,
  deriveSubmissionKeyBytes,
  deriveWrappingKey,
  importAesKey,
  importHkdfKey,
  type StoredAgent,
  type UnlockInput,
  webCryptoPort,
} from '../../src/seal/key-hierarchy.ts';
import { type Secret, type Secrets, secretsIn } from '../../src/seal/secrets.ts';
import {
  brokenStorage,
  type HomeDisk,
  memorySecretStorage,
} from '../support/fakes/memory-secret-storage.ts';
import { bytesFrom, fromHex, hexOf, modelKeys } from '../support/fakes/model-keys.ts';

describe('derived keys', () => {
  /*
   * The figures were not computed with this code. They must never change, because every later version must decrypt the data of earlier
   * versions.
   */

  const id = '11111111-2222-4333-8444-555555555555';
  const agent = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
  const dataKey = '32c892c094cfc1b6bed543b00e0e8745e0054e2a807a6ce463cb71e4e6675522';
  const agentSource = () => importHkdfKey(bytesFrom(0x00));
  const all = (byte: number) => (length: number) => new Uint8Array(length).fill(byte);

  describe('a submission’s key', () => {
    it('is derived from the agent’s key and its own secret, always the same', async () => {
      const bytes = await deriveSubmissionKeyBytes(await agentSource(), bytesFrom(0x20), id);
      expect(hexOf(bytes)).toBe(dataKey);
    });

    it('encrypts a draft, always the same', async () => {
      const key = await deriveSubmissionKey(await agentSource(), bytesFrom(0x20), id);
      const draft = bytesOf('{"values":{"firstName":"Thandi"}}');
      const sealed = await seal(key, `veld/1/draft/${id}`, draft, all(9));
      expect(hexOf(sealed)).toBe(
        '01090909090909090909090909f1a72a5421104927b593caea953500c6a8d87be7ea47ef198132c8d1564b26f8d2d59e2a4cc3b24783a97ddaa5745c5290',
      );
      expect(await open(key, `veld/1/draft/${id}`, sealed)).toEqual(draft);
    });

    it('is wrapped for sending, always the same', async () => {
      const under = await importAesKey(bytesFrom(0x40));
      const wrap = await seal(under, `veld/1/send/${id}`, fromHex(dataKey), all(8));
      expect(hexOf(wrap)).toBe(
        '01080808080808080808080808cc77a324fdeb4fbf7808ae8b53a7fadac2295627da987d79f45455821f148d13fc8246ff6411761cbc570eeb9a22bc01',
      );
    });

    it('cannot be exported', async () => {
      const key = await deriveSubmissionKey(await agentSource(), bytesFrom(0x20), id);
      for (const each of [key, await agentSource()])
        await expect(crypto.subtle.exportKey('raw', each)).rejects.toThrow();
    });
  });

  describe('an agent’s key', () => {
    it('is wrapped with a fixed input and a secret, always the same', async () => {
      const under = await deriveWrappingKey('open', agent, new Uint8Array(32), bytesFrom(0x60));
      const wrap = await seal(under, `veld/1/wrap/open/${agent}`, bytesFrom(0x00), all(7));
      expect(hexOf(wrap)).toBe(
        '01070707070707070707070707ce1af9f979ef46d3d14a47312437e9f209a49bbe98c5f40287bc7f5d4752a70f2da1e1f2bff10c2b997061747861d950',
      );
    });
  });
});

describe('the key hierarchy', () => {
  const id = '11111111-2222-4333-8444-555555555555';
  const other = '99999999-2222-4333-8444-555555555555';
  const text = bytesOf('Thandi Nkosi');

  /** A key that cannot be decrypted is null. Throws then, so that a test that expects a key fails with a clear error. */
  function there<T>(made: T | null): T {
    if (made === null) throw new Error('It is lost.');
    return made;
  }

  class Phone {
    readonly disk: HomeDisk = new Map();
    readonly secrets: Secrets = secretsIn([memorySecretStorage(this.disk)]);
    readonly cryptoPort: CryptoPort;

    constructor(make: (secrets: Secrets) => CryptoPort) {
      this.cryptoPort = make(this.secrets);
    }

    secret = async (): Promise<Secret> => there(await this.secrets.create());

    async agent(name = 'agent'): Promise<AgentKey> {
      return (await this.cryptoPort.newAgent(name, await this.secret())).key;
    }
  }

  /** The checks of every crypto port: WebCrypto's, and the simulation's model. */
  describe.each([
    ['WebCrypto', (secrets: Secrets) => webCryptoPort(secrets)],
    ['the model', (secrets: Secrets) => modelKeys(secrets)],
  ])('the keys of %s', (_, make) => {
    const opens = (key: DataKey, place: string, sealed: Parameters<DataKey['open']>[1]) =>
      key.open(place, sealed);

    it('decrypts its own data at its place only', async () => {
      const phone = new Phone(make);
      const [agent, { name: p }, { name: otherP }] = [
        await phone.agent(),
        await phone.secret(),
        await phone.secret(),
      ];
      const key = there(await agent.submissionKey(id, p));
      const sealed = await key.seal('here', text);
      expect(Buffer.from(sealed).includes('Thandi')).toBe(false);
      const again = there(await agent.submissionKey(id, p));
      expect(await opens(again, 'here', sealed)).toEqual(text);
      expect(await opens(again, 'there', sealed)).toBeNull();
      for (const stranger of [
        await agent.submissionKey(other, p),
        await agent.submissionKey(id, otherP),
        await (await phone.agent('another')).submissionKey(id, p),
      ])
        expect(await opens(there(stranger), 'here', sealed)).toBeNull();
      expect(await opens(key, 'here', sealed.slice(0, -1))).toBeNull();
      expect(await opens(key, 'here', new Uint8Array(60))).toBeNull();
    });

    it('decrypts its own file only', async () => {
      const phone = new Phone(make);
      const key = there(await (await phone.agent()).submissionKey(id, (await phone.secret()).name));
      const plain = new Blob(['a photo'], { type: 'image/jpeg' });
      const sealed = await key.sealFile('one', plain);
      expect(sealed.type).not.toContain('jpeg');
      const opened = await key.openFile('one', sealed, 'image/jpeg');
      expect([opened?.type, await opened?.text()]).toEqual(['image/jpeg', 'a photo']);
      expect(await key.openFile('other', sealed, 'image/jpeg')).toBeNull();
      expect(await key.openFile('one', new Blob(['a photo']), 'image/jpeg')).toBeNull();
    });

    it('is available after a restart from the stored data', async () => {
      const phone = new Phone(make);
      const { agent, key } = await phone.cryptoPort.newAgent('agent', await phone.secret());
      const { name } = await phone.secret();
      const sealed = await there(await key.submissionKey(id, name)).seal('here', text);
      const later = there(
        await make(secretsIn([memorySecretStorage(phone.disk)])).openAgent(agent, { kind: 'open' }),
      );
      expect(later.agent).toBe('agent');
      expect(await opens(there(await later.submissionKey(id, name)), 'here', sealed)).toEqual(text);
    });

    it('decrypts only the agent’s own data', async () => {
      const phone = new Phone(make);
      const [one, other_] = [await phone.agent(), await phone.agent('another')];
      const sealed = await (await one.agentDataKey()).seal('here', text);
      expect(await opens(await one.agentDataKey(), 'here', sealed)).toEqual(text);
      expect(await opens(await other_.agentDataKey(), 'here', sealed)).toBeNull();
    });

    it('is available for sending with only the second secret, for that submission only', async () => {
      const phone = new Phone(make);
      const [agent, p, q] = [await phone.agent(), await phone.secret(), await phone.secret()];
      const sealed = await there(await agent.submissionKey(id, p.name)).seal('here', text);
      const send = there(await agent.makeSendingSlot(id, p.name, q));
      await phone.secrets.delete(p.name);
      const key = there(await phone.cryptoPort.openSendingSlot(id, send));
      expect(await opens(key, 'here', sealed)).toEqual(text);
      expect(await phone.cryptoPort.openSendingSlot(other, send)).toBeNull();
      await phone.secrets.delete(q.name);
      expect(await phone.cryptoPort.openSendingSlot(id, send)).toBeNull();
    });

    it('is lost with its secret, and only then', async () => {
      const phone = new Phone(make);
      const pepper = await phone.secret();
      const { agent, key } = await phone.cryptoPort.newAgent('agent', pepper);
      const p = await phone.secret();
      const q = await phone.secret();
      await phone.secrets.delete(p.name);
      expect(await key.submissionKey(id, p.name)).toBeNull();
      expect(await key.makeSendingSlot(id, p.name, q)).toBeNull();
      await phone.secrets.delete(pepper.name);
      expect(await phone.cryptoPort.openAgent(agent, { kind: 'open' })).toBeNull();
      const broken = make(secretsIn([brokenStorage]));
      await expect(broken.openAgent(agent, { kind: 'open' })).rejects.toThrow(
        'This storage is broken.',
      );
    });

    it('unlocks with each method of the agent, and only with the right input', async () => {
      const phone = new Phone(make);
      const { agent, key } = await phone.cryptoPort.newAgent('agent', await phone.secret());
      const sealed = await (await key.agentDataKey()).seal('here', text);
      const opens = async (of: StoredAgent, way: UnlockInput): Promise<boolean> => {
        const opened = await phone.cryptoPort.openAgent(of, way);
        return (
          opened !== null && (await (await opened.agentDataKey()).open('here', sealed)) !== null
        );
      };
      const [pin, wrong, code] = [
        bytesOf('of the PIN'),
        bytesOf('of another'),
        bytesOf('the code'),
      ];
      const finger = bytesOf('of the passkey');
      const passkey = { credential: bytesOf('which'), input: bytesOf('asked') };
      const salt = new Uint8Array(16);
      const stretched = { memory: 19_456, passes: 2 };
      const pepper = await phone.secret();
      const locked: StoredAgent = {
        id: 'agent',
        wraps: there(
          await phone.cryptoPort.rewrap(agent, { kind: 'open' }, [
            { kind: 'pin', pepper, input: pin, salt, stretched },
            { kind: 'passkey', pepper, input: finger, passkey },
            { kind: 'recovery', input: code },
          ]),
        ),
      };
      expect(locked.wraps[0]).toMatchObject({ kind: 'pin', pepper: pepper.name, salt, stretched });
      expect(locked.wraps[1]).toMatchObject({ kind: 'passkey', pepper: pepper.name, passkey });
      expect(await opens(locked, { kind: 'passkey', input: finger })).toBe(true);
      expect(await opens(locked, { kind: 'passkey', input: pin })).toBe(false);
      expect(await opens(locked, { kind: 'open' })).toBe(false);
      expect(await opens(locked, { kind: 'pin', input: pin })).toBe(true);
      expect(await opens(locked, { kind: 'pin', input: wrong })).toBe(false);
      expect(await opens(locked, { kind: 'recovery', input: code })).toBe(true);
      expect(await opens(locked, { kind: 'recovery', input: pin })).toBe(false);
      expect(await opens({ ...locked, id: 'another' }, { kind: 'pin', input: pin })).toBe(false);
      expect(await phone.cryptoPort.rewrap(locked, { kind: 'pin', input: wrong }, [])).toBeNull();
      // The recovery code needs no secret. The PIN opens nothing without its secret.
      await phone.secrets.delete(pepper.name);
      expect(await opens(locked, { kind: 'pin', input: pin })).toBe(false);
      expect(await opens(locked, { kind: 'recovery', input: code })).toBe(true);
    });

    it('can be sent to another page; other values are refused', async () => {
      const phone = new Phone(make);
      const { key } = await phone.cryptoPort.newAgent('agent', await phone.secret());
      const sealed = await (await key.agentDataKey()).seal('here', text);
      const other_ = there(make(phone.secrets).keyFrom('agent', structuredClone(key.source)));
      expect(await (await other_.agentDataKey()).open('here', sealed)).toEqual(text);
      expect(phone.cryptoPort.keyFrom('agent', undefined)).toBeNull();
    });
  });
});
