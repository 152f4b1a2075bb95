/** How the picture must be turned to stand upright, as EXIF numbers it. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type ImageHeader = Readonly<{
  /** Stored pixels, before any turning. */
  width: number;
  height: number;
  orientation: Orientation;
  /** A baseline JPEG can be decoded small from the start; everything else needs room for all of its pixels. */
  decodesSmall: boolean;
  /** Where EXIF stands, as [start, end) in bytes. */
  exif: readonly Readonly<{ start: number; end: number }>[];
  /** Where the picture's own data begins. */
  dataStart: number;
}>;

/** `more`: the bytes end before the size is known. `broken`: no program can tell a size from this. */
export type HeaderResult =
  | Readonly<{ status: 'ok'; header: ImageHeader }>
  | Readonly<{ status: 'more' }>
  | Readonly<{ status: 'broken' }>;
