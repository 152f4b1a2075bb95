import { ANY_LINK, type PhotoRule } from '../domain/photo-sending.ts';
import type { Database } from './database.ts';
import { readKey } from './device-keys.ts';

/** When photos may go, as the person chose. */
export const readPhotoRule = async (db: Database): Promise<PhotoRule> => ({
  sending: (await readKey(db, 'photoSending')) ?? ANY_LINK.sending,
  said: (await readKey(db, 'linkSaid')) ?? ANY_LINK.said,
});
