import {
  type Barcode,
  createAgreement,
  type Reading,
  type ScanPurpose,
} from '../../domain/scan.ts';

/** A picture of one byte a pixel: its brightness. */
export type Gray = Readonly<{ data: Uint8Array; width: number; height: number }>;

/**
 * One attempt at a picture. `turn`: degrees. `sharp`: the radius of the blur to remove, in pixels. `isHighResolution`: a photo in its
 * larger size (`MAX_HIGH_RESOLUTION_SIDE`). `triesTurnsAndSizes`: the decoder also tries quarter turns and smaller sizes.
 */
export type Rung = Readonly<{
  area: 'guide' | 'whole';
  triesTurnsAndSizes?: true;
  isHighResolution?: true;
  turn?: number;
  scale?: number;
  sharp?: number;
  isStretched?: true;
  hasOneThreshold?: true;
}>;

export type Decode = (picture: Gray, rung: Rung) => readonly Barcode[];

/** A part of a picture. Each number is a share of the picture's width or height. */
export type Area = Readonly<{ left: number; top: number; width: number; height: number }>;

/** The part of the camera's picture in which the person puts the barcode. */
const GUIDE: Area = { left: 0.1, top: 0.25, width: 0.8, height: 0.5 };
const WHOLE: Area = { left: 0, top: 0, width: 1, height: 1 };

/** Returns a part of the picture. `longest`: the highest length of its longest side, in pixels. */
export type Look = (area: Area, longest: number) => Gray;

const plainGuide: Rung = { area: 'guide', triesTurnsAndSizes: true };
const plainWhole: Rung = { area: 'whole', triesTurnsAndSizes: true };
const turnedBy = (turn: number): Rung => ({ area: 'guide', turn });

/** The other attempts, in their order. The first ones suit most pictures, which are slightly blurred or tilted. */
const otherRungs: readonly Rung[] = [
  { area: 'guide', sharp: 2 },
  ...[4, -4].map(turnedBy),
  { area: 'guide', scale: 2, sharp: 4 },
  ...[8, -8].map(turnedBy),
  { area: 'guide', isStretched: true },
  ...[12, -12].map(turnedBy),
  { area: 'guide', hasOneThreshold: true },
  ...[16, -16].map(turnedBy),
];

/** The attempts at every second frame of a film. */
const filmRungs: readonly Rung[] = [plainWhole, ...otherRungs];

const photoRungs: readonly Rung[] = [
  plainGuide,
  { ...plainGuide, isHighResolution: true },
  { ...plainWhole, isHighResolution: true },
  ...otherRungs,
];

/** The longest side of a picture, in pixels. */
const MAX_SIDE = 1280;
const MAX_HIGH_RESOLUTION_SIDE = 2560;

const pixel = (data: Uint8Array | Uint8ClampedArray, at: number): number => data[at] as number;

/** Brightness of pixels in red, green, blue and alpha, by the weights of ITU-R BT.601. */
export function grayOf(pixels: Uint8ClampedArray, width: number, height: number): Gray {
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at += 1, from += 4)
    data[at] =
      (306 * pixel(pixels, from) +
        601 * pixel(pixels, from + 1) +
        117 * pixel(pixels, from + 2) +
        512) >>
      10;
  return { data, width, height };
}

/** Turns a picture around its middle, and enlarges it. Pixels from outside are grey. Pairs in the inner loop would double its time. */
function resampled({ data, width, height }: Gray, degrees: number, scale: number): Gray {
  const [outWidth, outHeight] = [width * scale, height * scale];
  const out = new Uint8Array(outWidth * outHeight).fill(128);
  const angle = (degrees * Math.PI) / 180;
  const [stepX, stepY] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const [midX, midY] = [(outWidth - 1) / 2, (outHeight - 1) / 2];
  for (let y = 0, at = 0; y < outHeight; y += 1) {
    let fromX = (width - 1) / 2 - midX * stepX - (y - midY) * stepY;
    let fromY = (height - 1) / 2 - midX * stepY + (y - midY) * stepX;
    for (let x = 0; x < outWidth; x += 1, at += 1, fromX += stepX, fromY += stepY) {
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const shareX = fromX - left;
      const shareY = fromY - top;
      const corner = top * width + left;
      const upper = pixel(data, corner) * (1 - shareX) + pixel(data, corner + 1) * shareX;
      const below = corner + width;
      const lower = pixel(data, below) * (1 - shareX) + pixel(data, below + 1) * shareX;
      out[at] = upper * (1 - shareY) + lower * shareY + 0.5;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}

/** Spreads the brightness of all but the darkest and lightest pixels over the whole range. */
function stretched({ data, width, height }: Gray): Gray {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const levelOf = (share: number): number => {
    let rest = share * data.length;
    return Math.max(
      0,
      counts.findIndex((count) => {
        rest -= count;
        return rest <= 0;
      }),
    );
  };
  const [dark, light] = [levelOf(0.02), levelOf(0.98)];
  const factor = 255 / Math.max(1, light - dark);
  const levels = Uint8ClampedArray.from(counts, (_, level) => (level - dark) * factor);
  return { data: data.map((value) => levels[value] ?? 0), width, height };
}

/** The average of each pixel and its neighbours to the left and right. */
function averaged(data: Uint8Array, width: number, radius: number): Uint8Array {
  const out = new Uint8Array(data.length);
  const count = 2 * radius + 1;
  for (let start = 0; start < data.length; start += width) {
    const last = start + width - 1;
    let sum = (radius + 1) * pixel(data, start);
    for (let ahead = 1; ahead <= radius; ahead += 1)
      sum += pixel(data, Math.min(last, start + ahead));
    for (let at = start; at <= last; at += 1) {
      out[at] = sum / count + 0.5;
      sum +=
        pixel(data, Math.min(last, at + radius + 1)) - pixel(data, Math.max(start, at - radius));
    }
  }
  return out;
}

/** How much of the blur is removed, for a radius of one pixel. */
const SHARPNESS = 8;

/** Sharpens bars that a movement or the lens has blurred. A smaller radius sharpens more. */
function sharpened({ data, width, height }: Gray, radius: number): Gray {
  const blurred = averaged(averaged(data, width, radius), width, radius);
  const amount = SHARPNESS / radius;
  const out = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 1) {
    const value = pixel(data, at);
    out[at] = value + amount * (value - pixel(blurred, at));
  }
  return { data: new Uint8Array(out.buffer), width, height };
}

/** Remembers the last part, because many rungs look at the same one. */
function remembering(look: Look): Look {
  let last: Readonly<{ area: Area; longest: number; picture: Gray }> | undefined;
  return (area, longest) => {
    if (last?.area !== area || last.longest !== longest)
      last = { area, longest, picture: look(area, longest) };
    return last.picture;
  };
}

function pictureFor(rung: Rung, look: Look, longest: number): Gray {
  const { area, turn = 0, scale = 1, sharp, isStretched } = rung;
  const picture = look(area === 'guide' ? GUIDE : WHOLE, longest);
  if (isStretched) return stretched(picture);
  const placed = turn === 0 && scale === 1 ? picture : resampled(picture, turn, scale);
  return sharp === undefined ? placed : sharpened(placed, sharp);
}

/**
 * Tries to read barcodes, one rung after the other. Each frame of a film takes one rung, and every second one is the plain picture.
 * A photo takes all rungs until `mayGoOn` is false.
 */
export function createLadder(purpose: ScanPurpose, decode: Decode) {
  const agree = createAgreement(purpose, false);
  let frames = 0;
  let repeated: Rung | null = null;

  const nextRung = (): Rung => {
    frames += 1;
    if (frames % 2 === 1) return plainGuide;
    return filmRungs[(frames / 2 - 1) % filmRungs.length] ?? plainWhole;
  };

  return {
    readFrame: (look: Look): Reading | null => {
      const rung = repeated ?? nextRung();
      const { reading, again } = agree(decode(pictureFor(rung, look, MAX_SIDE), rung));
      // A tilted barcode is read by one rung only, so a second reading needs the same.
      repeated = again && repeated === null ? rung : null;
      return reading;
    },
    readPhoto: (look: Look, mayGoOn: () => boolean): Reading | null => {
      const agreePhoto = createAgreement(purpose, true);
      const lookAgain = remembering(look);
      for (const rung of photoRungs) {
        if (!mayGoOn()) break;
        const longest = rung.isHighResolution ? MAX_HIGH_RESOLUTION_SIDE : MAX_SIDE;
        const { reading } = agreePhoto(decode(pictureFor(rung, lookAgain, longest), rung));
        if (reading !== null) return reading;
      }
      return null;
    },
  };
}

export type Ladder = ReturnType<typeof createLadder>;

/** `pixels`: the whole picture, if the worker cannot draw. */
export type ScanRequest =
  | Readonly<{ kind: 'open'; purpose: ScanPurpose; program: ArrayBuffer }>
  | Readonly<{ kind: 'frame' | 'photo'; picture: ImageBitmap | Blob | ImageData }>;

/** `canDraw`: false if the page must send pixels. `failed`: the worker can do no more. */
export type ScanReply =
  | Readonly<{ status: 'open'; canDraw: boolean }>
  | Readonly<{ status: 'read'; reading: Reading | null }>
  | Readonly<{ status: 'failed' }>;

/** Returns parts of these pixels at their own size, whatever `longest` says. */
export const lookAtPixels =
  ({ data, width, height }: Gray): Look =>
  (area) => {
    const left = Math.round(area.left * width);
    const top = Math.round(area.top * height);
    const outWidth = Math.round(area.width * width);
    const outHeight = Math.round(area.height * height);
    const out = new Uint8Array(outWidth * outHeight);
    for (let y = 0; y < outHeight; y += 1) {
      const from = (top + y) * width + left;
      out.set(data.subarray(from, from + outWidth), y * outWidth);
    }
    return { data: out, width: outWidth, height: outHeight };
  };
