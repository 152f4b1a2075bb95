import compress from 'browser-image-compression';
import type { PictureType } from '../../../src/domain/forms/sent-files.ts';
import { base64Of, fetchBlob, timed } from './blocking.ts';
import { mistakes } from './reader.ts';

const options = { maxWidthOrHeight: 1600, initialQuality: 0.6 };

async function run(path: string, fileType: PictureType, useWebWorker: boolean) {
  const file = new File([await fetchBlob(path)], 'photo.jpg', { type: 'image/jpeg' });
  // By default the peer's worker would fetch the library from a public server.
  const libURL = new URL('/peer-library.js', location.href).href;
  return timed(() => compress(file, { ...options, fileType, useWebWorker, libURL }));
}

/** browser-image-compression with the size and quality that the app uses. */
const peer = {
  async measure(path: string, type: PictureType, useWebWorker: boolean) {
    const { result, ms, blocked } = await run(path, type, useWebWorker);
    return { ms, blocked, bytes: result.size };
  },
  async shrink(path: string, type: PictureType) {
    return base64Of((await run(path, type, false)).result);
  },
  async mistakes(path: string, type: PictureType) {
    return mistakes((await run(path, type, false)).result);
  },
};
export type Peer = typeof peer;

Object.assign(globalThis, { peer });
