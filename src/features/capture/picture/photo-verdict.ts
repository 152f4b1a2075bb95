import type { PhotoVerdict } from '../../../domain/forms/sent-files.ts';

/** A photo is judged at this long side, in pixels. More pixels cost time, and tell no more. */
export const JUDGED_SIDE = 900;
/** A photo with a shorter long side, in pixels, cannot be read. */
export const READABLE_SIDE = 600;
const TILE = 32;

/** The part of `ImageData` that is read. */
type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

/*
 * `npm run bench photo-verdict` measures these limits on 280 made photos: it names 175 of 180 bad ones, and none of 60 sharp ones in
 * usual light. A photo that shook along its edges can pass.
 */
const DARK_BELOW = 90;
const EDGE_BLURRED_BELOW = 100;
const TEXTURE_BLURRED_BELOW = 1_000;
const GLARE_ABOVE = 0.002;
/** White paper in strong light has many white spots. A reflection is a single spot. */
const GLARE_SHARE_ABOVE = 0.45;

const WHITE = 250;
const FLAT_DEVIATION = 14;

export type PhotoFigures = Readonly<{
  /** How steep the steepest edges are, in the sharpest tiles. Corrected for the light. */
  edge: number;
  /** How much sharp drawing the sharpest tiles have. Corrected for the light. */
  texture: number;
  /** The brightness of the brightest tiles, 0 to 255. */
  light: number;
  /** The largest white spot, as a share of the picture. A spot at the picture's edge does not count. */
  glare: number;
  /** The largest white spot, as a share of all tiles with much white. */
  glareShare: number;
}>;

type Tiles = Readonly<{
  columns: number;
  /** The mean brightness of each tile. */
  means: readonly number[];
  /** The variance of the Laplacian in each tile. */
  variances: readonly number[];
  /** The absolute Laplacian that 2 of 100 pixels of each tile exceed. */
  edges: readonly number[];
  /** True for each tile that is white, without any drawing in it. */
  isFlatWhite: readonly boolean[];
  /** The number of tiles with at least a third of white pixels. */
  withWhite: number;
}>;

/** Brightness 0 to 255 of each pixel. */
function greyOf(rgba: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4)
    grey[at] =
      ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8;
  return grey;
}

/** The highest value that at least `wanted` of the counted pixels reach. */
function exceededBy(counts: Uint16Array, wanted: number): number {
  let pixels = 0;
  for (let value = counts.length - 1; value > 0; value -= 1) {
    pixels += counts[value] ?? 0;
    if (pixels >= wanted) return value;
  }
  return 0;
}

function tilesOf(grey: Uint8Array, width: number, height: number): Tiles {
  const [columns, rows] = [Math.floor(width / TILE), Math.floor(height / TILE)];
  const means: number[] = [];
  const variances: number[] = [];
  const edges: number[] = [];
  const isFlatWhite: boolean[] = [];
  let withWhite = 0;
  /** How often each absolute Laplacian occurs in the tile. */
  const counts = new Uint16Array(4 * 255 + 1);
  const at = (index: number): number => grey[index] ?? 0;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let [sum, squares, whites] = [0, 0, 0];
      let [total, totalSquares, inner] = [0, 0, 0];
      counts.fill(0);
      for (let y = row * TILE; y < (row + 1) * TILE; y += 1)
        for (let x = column * TILE; x < (column + 1) * TILE; x += 1) {
          const index = y * width + x;
          const value = at(index);
          sum += value;
          squares += value * value;
          if (value >= WHITE) whites += 1;
          if (x === 0 || y === 0 || x === width - 1 || y === height - 1) continue;
          const edge =
            4 * value - at(index - 1) - at(index + 1) - at(index - width) - at(index + width);
          total += edge;
          totalSquares += edge * edge;
          inner += 1;
          counts[Math.abs(edge)] = (counts[Math.abs(edge)] ?? 0) + 1;
        }
      const area = TILE * TILE;
      const mean = sum / area;
      const deviation = Math.sqrt(Math.max(0, squares / area - mean * mean));
      means.push(mean);
      variances.push(totalSquares / inner - (total / inner) ** 2);
      edges.push(exceededBy(counts, inner / 50));
      isFlatWhite.push(whites > 0.6 * area && deviation < FLAT_DEVIATION);
      if (whites > area / 3) withWhite += 1;
    }
  return { columns, means, variances, edges, isFlatWhite, withWhite };
}

/** The number of tiles in the largest white spot. A spot that lies at the edge with half of its tiles does not count. */
function largestSpot({ columns, isFlatWhite }: Tiles): number {
  const rows = isFlatWhite.length / columns;
  const isSeen = new Set<number>();
  let largest = 0;
  for (const [start, isWhite] of isFlatWhite.entries()) {
    if (!isWhite || isSeen.has(start)) continue;
    const spot = [start];
    isSeen.add(start);
    let atEdge = 0;
    // `spot` grows while it is walked.
    for (const tile of spot) {
      const column = tile % columns;
      const row = (tile - column) / columns;
      if (column === 0 || row === 0 || column === columns - 1 || row === rows - 1) atEdge += 1;
      const neighbours = [
        column > 0 ? tile - 1 : -1,
        column < columns - 1 ? tile + 1 : -1,
        tile - columns,
        tile + columns,
      ];
      for (const next of neighbours)
        if (isFlatWhite[next] === true && !isSeen.has(next)) {
          isSeen.add(next);
          spot.push(next);
        }
    }
    if (atEdge * 2 < spot.length) largest = Math.max(largest, spot.length);
  }
  return largest;
}

/** The value that 5 of 100 values exceed. */
const nearlyHighest = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0;

/** The picture's long side is at most `JUDGED_SIDE`. */
export function photoFigures({ data, width, height }: Pixels): PhotoFigures {
  const tiles = tilesOf(greyOf(data), width, height);
  const light = nearlyHighest(tiles.means);
  const spot = largestSpot(tiles);
  const brighten = 255 / (light + 8);
  return {
    light,
    edge: nearlyHighest(tiles.edges) * brighten,
    texture: nearlyHighest(tiles.variances) * brighten ** 2,
    glare: spot / tiles.means.length,
    glareShare: tiles.withWhite === 0 ? 0 : spot / tiles.withWhite,
  };
}

export function photoVerdict({
  light,
  edge,
  texture,
  glare,
  glareShare,
}: PhotoFigures): PhotoVerdict {
  if (light < DARK_BELOW) return 'dark';
  if (glare > GLARE_ABOVE && glareShare > GLARE_SHARE_ABOVE) return 'glare';
  const isBlurred = edge < EDGE_BLURRED_BELOW || texture < TEXTURE_BLURRED_BELOW;
  return isBlurred ? 'blurred' : 'good';
}
