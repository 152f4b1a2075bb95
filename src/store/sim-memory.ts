import type { SubmissionId } from '../domain/ids.ts';
import type { Database } from './database.ts';
import type { CopyHere } from './device.ts';
import { readKey, writeKey } from './device-keys.ts';
import { SIM_KEY } from './names.ts';
import { readThenWrite } from './read-then-write.ts';
import { recentSims } from './sim-marks.ts';

const KEY_BYTES = 32;
/** Of 64: enough to tell the numbers of one phone apart. */
const MARK_DIGITS = 32;

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Made at the first use. Who has the database alone can't try all numbers; without the key old marks fit no number. */
function keyBytes(copyHere: CopyHere): Uint8Array<ArrayBuffer> {
  const texts = copyHere();
  const known = texts.getItem(SIM_KEY) ?? '';
  if (known.length === 2 * KEY_BYTES)
    return Uint8Array.from(known.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const made = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  texts.setItem(SIM_KEY, hex(made));
  return made;
}

/** What a SIM card number is remembered by: its HMAC. null where there is no place for the key; then nobody is warned. */
export async function simMark(
  copyHere: CopyHere | undefined,
  simCardNumber: string,
): Promise<string | null> {
  if (copyHere === undefined || simCardNumber === '') return null;
  try {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', keyBytes(copyHere), algorithm, false, [
      'sign',
    ]);
    const text = new TextEncoder().encode(simCardNumber);
    return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, text))).slice(0, MARK_DIGITS);
  } catch {
    return null;
  }
}

/** Of a submitted form. Marks older than 90 days go. */
export const rememberSim = (
  db: Database,
  id: SubmissionId,
  mark: string | null,
  now: number,
): Promise<void> =>
  readThenWrite(db, {
    tables: ['device'],
    read: () => readKey(db, 'simMarks'),
    plan: (known = []) => {
      const kept = recentSims(known, now).filter((each) => each.id !== id);
      const next = mark === null ? kept : [...kept, { id, mark, at: now }];
      return { result: undefined, write: () => writeKey(db, 'simMarks', next) };
    },
  });
