/** How the picture must be turned to stand upright, as EXIF numbers it. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type ImageHeader = Readonly<{
  /** Stored pixels, before any turning. */
  width: number;
  height: number;
  orientation: Orientation;
  /** A baseline JPEG can be decoded at a smaller size. Every other picture needs memory for all its pixels. */
  decodesSmall: boolean;
  /** The positions of EXIF segments, as [start, end) in bytes. */
  exif: readonly Readonly<{ start: number; end: number }>[];
  /** The position at which the image data begins. */
  dataStart: number;
}>;

/** `more`: more bytes are needed to know the size. `broken`: not a readable header. */
export type HeaderResult =
  | Readonly<{ status: 'ok'; header: ImageHeader }>
  | Readonly<{ status: 'more' }>
  | Readonly<{ status: 'broken' }>;
