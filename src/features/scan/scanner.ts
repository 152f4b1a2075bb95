import type { Reading, ScanPurpose } from '../../domain/scan.ts';

export type Scanner = Readonly<{
  engine: 'native' | 'zxing';
  /** Reads one frame of the camera, whose bitmap is transferred. Null: nothing found yet, or one of two readings. */
  read: (frame: ImageBitmap) => Promise<Reading | null>;
  /** Reads a photo of the barcode with all attempts, 3 s at most. */
  readPhoto: (photo: Blob) => Promise<Reading | null>;
  close: () => void;
}>;

/** `notHere`: the decoder is not on this phone, and there is no connection. `needsFetch`: it must be fetched, with this size. */
export type OpenedScanner =
  | Readonly<{ status: 'open'; scanner: Scanner }>
  | Readonly<{ status: 'notHere' }>
  | Readonly<{ status: 'needsFetch'; bytes: number }>;

export type OpenScanner = (
  purpose: ScanPurpose,
  options: Readonly<{ mayFetch: boolean; onProgress?: (share: number) => void }>,
) => Promise<OpenedScanner>;
