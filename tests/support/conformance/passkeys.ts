import type { Passkey, Passkeys } from '../../../src/seal/passkeys.ts';

function same(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`is ${one}, and should be ${other}`);
}

/** Creates a passkey. Returns it with its output. */
async function made(passkeys: Passkeys): Promise<Readonly<{ passkey: Passkey; given: string }>> {
  const result = await passkeys.create();
  if (result.status !== 'created') throw new Error(`The passkey is ${result.status}.`);
  same(result.bytes.length, 32);
  return { passkey: result.passkey, given: result.bytes.join() };
}

const given = async (passkeys: Passkeys, passkey: Passkey): Promise<string> => {
  const result = await passkeys.evaluate(passkey);
  return result.status === 'evaluated' ? result.bytes.join() : result.status;
};

/**
 * The checks of passkeys, the fake's and the browser's, on a phone that knows its owner. They use no test library, so that they also
 * run in a page.
 */
export const passkeyChecks: Readonly<Record<string, (passkeys: Passkeys) => Promise<void>>> = {
  'are there': async (passkeys) => same(await passkeys.areThere(), true),

  'give the same each time they are asked the same': async (passkeys) => {
    const one = await made(passkeys);
    same(await given(passkeys, structuredClone(one.passkey)), one.given);
    same(await given(passkeys, one.passkey), one.given);
  },

  'give something else for another question, and each its own': async (passkeys) => {
    const one = await made(passkeys);
    const other = await made(passkeys);
    same(new Set([one.given, other.given]).size, 2);
    const input = new Uint8Array(32).fill(7);
    const asked = await given(passkeys, { ...one.passkey, input });
    same([one.given, 'refused', 'unable'].includes(asked), false);
  },

  'that are gone are refused': async (passkeys) => {
    const { passkey } = await made(passkeys);
    const credential = passkey.credential.map((byte) => byte ^ 255);
    same(await given(passkeys, { ...passkey, credential }), 'refused');
  },
};

/** The checks on a phone whose passkeys give no key material. */
export const passkeyChecksWithoutPrf: typeof passkeyChecks = {
  'that open nothing are said to be unable': async (passkeys) => {
    same(await passkeys.areThere(), true);
    same(await passkeys.create(), { status: 'unable' });
  },
};
