import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/seal/bytes.ts';
import { open, seal } from '../../src/seal/envelope.ts';
import {
  asSealingKey,
  asSource,
  dataKeyBytes,
  dataKeyOf,
  wrappingKeyOf,
} from '../../src/seal/key-hierarchy.ts';
import { bytesFrom, fromHex, hexOf } from '../support/fakes/model-keys.ts';

/* The figures were computed apart from this code, and stay: what one version sealed every later one opens. */

const id = '11111111-2222-4333-8444-555555555555';
const agent = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
const dataKey = '32c892c094cfc1b6bed543b00e0e8745e0054e2a807a6ce463cb71e4e6675522';
const agentSource = () => asSource(bytesFrom(0x00));
const all = (byte: number) => (length: number) => new Uint8Array(length).fill(byte);

describe('a submission’s key', () => {
  it('comes from its agent’s key and its own secret, ever the same', async () => {
    const bytes = await dataKeyBytes(await agentSource(), bytesFrom(0x20), id);
    expect(hexOf(bytes)).toBe(dataKey);
  });

  it('seals a draft, ever the same', async () => {
    const key = await dataKeyOf(await agentSource(), bytesFrom(0x20), id);
    const draft = bytesOf('{"values":{"firstName":"Thandi"}}');
    const sealed = await seal(key, `veld/1/draft/${id}`, draft, all(9));
    expect(hexOf(sealed)).toBe(
      '01090909090909090909090909f1a72a5421104927b593caea953500c6a8d87be7ea47ef198132c8d1564b26f8d2d59e2a4cc3b24783a97ddaa5745c5290',
    );
    expect(await open(key, `veld/1/draft/${id}`, sealed)).toEqual(draft);
  });

  it('is wrapped for sending, ever the same', async () => {
    const under = await asSealingKey(bytesFrom(0x40));
    const wrap = await seal(under, `veld/1/send/${id}`, fromHex(dataKey), all(8));
    expect(hexOf(wrap)).toBe(
      '01080808080808080808080808cc77a324fdeb4fbf7808ae8b53a7fadac2295627da987d79f45455821f148d13fc8246ff6411761cbc570eeb9a22bc01',
    );
  });

  it('gives nobody its bytes', async () => {
    const key = await dataKeyOf(await agentSource(), bytesFrom(0x20), id);
    for (const each of [key, await agentSource()])
      await expect(crypto.subtle.exportKey('raw', each)).rejects.toThrow();
  });
});

describe('an agent’s key', () => {
  it('is wrapped under what nobody is asked for and a secret, ever the same', async () => {
    const under = await wrappingKeyOf('open', agent, new Uint8Array(32), bytesFrom(0x60));
    const wrap = await seal(under, `veld/1/wrap/open/${agent}`, bytesFrom(0x00), all(7));
    expect(hexOf(wrap)).toBe(
      '01070707070707070707070707ce1af9f979ef46d3d14a47312437e9f209a49bbe98c5f40287bc7f5d4752a70f2da1e1f2bff10c2b997061747861d950',
    );
  });
});
