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
 * The checks for passkeys, both the fake's and the browser's, on a phone that recognises its owner. They use no test library, so that
 * they also run in a page.
 */
export const passkeyChecks: Readonly<Record<string, (passkeys: Passkeys) => Promise<void>>> = {
  'are available': async (passkeys) => same(await passkeys.areThere(), true),

  'return the same output for the same input': async (passkeys) => {
    const one = await made(passkeys);
    same(await given(passkeys, structuredClone(one.passkey)), one.given);
    same(await given(passkeys, one.passkey), one.given);
  },

  'return different outputs for different inputs and for different passkeys': async (passkeys) => {
    const one = await made(passkeys);
    const other = await made(passkeys);
    same(new Set([one.given, other.given]).size, 2);
    const input = new Uint8Array(32).fill(7);
    const asked = await given(passkeys, { ...one.passkey, input });
    same([one.given, 'refused', 'unable'].includes(asked), false);
  },

  'return refused if the passkey was deleted': async (passkeys) => {
    const { passkey } = await made(passkeys);
    const credential = passkey.credential.map((byte) => byte ^ 255);
    same(await given(passkeys, { ...passkey, credential }), 'refused');
  },
};

/** The checks for passkeys that give no key material. */
export const passkeyChecksWithoutPrf: typeof passkeyChecks = {
  'return unable if they cannot return key material': async (passkeys) => {
    same(await passkeys.areThere(), true);
    same(await passkeys.create(), { status: 'unable' });
  },
};
