import { bytesOf } from '../../../src/seal/bytes.ts';
import { webCryptoPort } from '../../../src/seal/key-hierarchy.ts';
import { secretsIn } from '../../../src/seal/secrets.ts';
import { memorySecretStorage } from '../../support/fakes/memory-secret-storage.ts';

export type SealTimes = Readonly<{ seal: readonly number[]; open: readonly number[] }>;

/** Makes a form's key from secrets in memory. */
async function formKey() {
  const secrets = secretsIn([memorySecretStorage()]);
  const cryptoPort = webCryptoPort(secrets);
  const [pepper, own] = [await secrets.create(), await secrets.create()];
  if (pepper === null || own === null) throw new Error('No secret was made.');
  const { key } = await cryptoPort.newAgent('agent', pepper);
  const made = await key.submissionKey('form', own.name);
  if (made === null) throw new Error('No key was made.');
  return made;
}

const files = new Map<number, Blob>();

/** Makes each file only once, so that the making is not measured later. */
function fileOf(size: number): Blob {
  const made = files.get(size) ?? new Blob([new Uint8Array(size).fill(7)], { type: 'image/jpeg' });
  files.set(size, made);
  return made;
}

async function timed<T>(work: () => Promise<T>): Promise<Readonly<{ ms: number; result: T }>> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

/** Encrypts and decrypts `size` bytes `rounds` times, as a file or as text. Resolves with the ms of each round. */
export async function sealTimes(
  what: 'file' | 'text',
  size: number,
  rounds: number,
): Promise<SealTimes> {
  const key = await formKey();
  const file = fileOf(size);
  const text = bytesOf('x'.repeat(size));
  const seal: number[] = [];
  const open: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    if (what === 'file') {
      const sealed = await timed(() => key.sealFile('file', file));
      seal.push(sealed.ms);
      open.push((await timed(() => key.openFile('file', sealed.result, file.type))).ms);
    } else {
      const sealed = await timed(() => key.seal('place', text));
      seal.push(sealed.ms);
      open.push((await timed(() => key.open('place', sealed.result))).ms);
    }
  return { seal, open };
}

const PIECE_BYTES = 1_048_576;

async function copied(file: Blob): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    pieces.push(new Blob([await file.slice(at, at + PIECE_BYTES).arrayBuffer()]));
  return new Blob(pieces);
}

/** Encrypts and decrypts a file. Or copies it twice without encryption, in pieces of the same length. */
export async function fileThere(size: number, way: 'sealed' | 'copied'): Promise<void> {
  const file = fileOf(size);
  if (way === 'copied') await copied(await copied(file));
  else {
    const key = await formKey();
    await key.openFile('file', await key.sealFile('file', file), file.type);
  }
}
