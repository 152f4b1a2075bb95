export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle];
  if (high === undefined) return Number.NaN;
  const low = sorted[middle - 1];
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

const digits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1);

export const ms = (value: number): string =>
  value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${digits(value)} ms`;
export const kB = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${digits(bytes / 1000)} kB`;
export const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
export const times = (ratio: number): string => `${digits(ratio)} ×`;

/** Pads each column to its widest cell. The first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) =>
        column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd();
  const [head, ...rest] = rows.map(line);
  return [head, '-'.repeat(sum(widths) + 2 * (widths.length - 1)), ...rest].join('\n');
}
