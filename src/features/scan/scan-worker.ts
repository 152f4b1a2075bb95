import {
  createLadder,
  grayOf,
  type Ladder,
  type Look,
  lookAtPixels,
  type ScanReply,
  type ScanRequest,
} from './ladder.ts';
import { openZxing } from './zxing.ts';

/*
 * Reads barcodes with WebAssembly, which the page's content security policy does not allow. The text of a barcode stays here: the page
 * gets only the values that fit the form.
 */

/** Slow phones take seconds to decode a photo. This time begins after that. */
const PHOTO_MS = 3_000;

let zxing: ReturnType<typeof openZxing> | undefined;
let ladder: Ladder | undefined;

const canDraw = 'OffscreenCanvas' in globalThis;

/** Draws the part of the picture, smaller if it is too large. */
function lookAt(image: ImageBitmap): Look {
  return (area, longest) => {
    const [left, top] = [area.left * image.width, area.top * image.height];
    const [fullWidth, fullHeight] = [area.width * image.width, area.height * image.height];
    const scale = Math.min(1, longest / Math.max(fullWidth, fullHeight));
    const [width, height] = [Math.round(fullWidth * scale), Math.round(fullHeight * scale)];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (context === null) throw new Error('There is no room for a canvas.');
    context.drawImage(image, left, top, fullWidth, fullHeight, 0, 0, width, height);
    return grayOf(context.getImageData(0, 0, width, height).data, width, height);
  };
}

const decode = (photo: Blob): Promise<ImageBitmap | null> =>
  createImageBitmap(photo).catch(() => null);

async function replyTo(request: ScanRequest): Promise<ScanReply> {
  if (request.kind === 'open') {
    zxing ??= openZxing(request.program);
    ladder = createLadder(request.purpose, (await zxing)(request.purpose));
    return { status: 'open', canDraw };
  }
  if (ladder === undefined) return { status: 'failed' };
  const { kind, picture } = request;
  const image = picture instanceof Blob ? await decode(picture) : picture;
  // The file is no picture.
  if (image === null) return { status: 'failed' };
  const until = performance.now() + PHOTO_MS;
  try {
    const look =
      'data' in image ? lookAtPixels(grayOf(image.data, image.width, image.height)) : lookAt(image);
    const reading =
      kind === 'frame'
        ? ladder.readFrame(look)
        : ladder.readPhoto(look, () => performance.now() < until);
    return { status: 'read', reading };
  } finally {
    if ('close' in image) image.close();
  }
}

globalThis.addEventListener('message', async ({ data }: MessageEvent<ScanRequest>) => {
  try {
    globalThis.postMessage(await replyTo(data));
  } catch {
    // No text of the error: it could hold a part of the barcode.
    globalThis.postMessage({ status: 'failed' } satisfies ScanReply);
  }
});
