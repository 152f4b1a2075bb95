import type { DataKey } from '../seal/keyring.ts';
import { type StoredContents, withSubmissionRead } from './format/contents.ts';
import type { KeyDesk } from './key-desk.ts';
import { openDraft, openPayload, openStroke, opensPersonal } from './sealing.ts';

/** Of what nobody can open here, as its agent is locked, only what lies in the clear is looked at. */
export async function isSound(
  desk: Pick<KeyDesk, 'keyOf'>,
  contents: StoredContents,
): Promise<boolean> {
  if (withSubmissionRead(contents) === null) return false;
  const key = await desk.keyOf(contents.submission).catch(() => null);
  return !key || isWhole(key, contents);
}

export async function isWhole(
  key: DataKey,
  { draft, payload, strokes, submission }: StoredContents,
): Promise<boolean> {
  const opened = [
    openDraft(key, draft),
    ...strokes.map((row) => openStroke(key, row)),
    ...(payload === null ? [] : [openPayload(key, payload)]),
  ];
  return (await opensPersonal(key, submission)) && (await Promise.all(opened)).every((row) => row);
}
