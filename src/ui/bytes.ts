import { once } from './once.ts';

const whole = once(() => new Intl.NumberFormat('en-ZA', { maximumFractionDigits: 0 }));
const one = once(() => new Intl.NumberFormat('en-ZA', { maximumFractionDigits: 1 }));

const units = ['kB', 'MB', 'GB'] as const;

/** A size for people: 1 kB is 1 000 bytes, as the networks sell data. '0 bytes', '812 bytes', '46 kB', '1,2 MB'. Never throws. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return 'size unknown';
  if (bytes < 1000) return `${whole().format(bytes)}\u00a0bytes`;
  let value = bytes / 1000;
  let unit: (typeof units)[number] = 'kB';
  for (const next of units.slice(1)) {
    // 999.5 kB would be written '1 000 kB'.
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${(unit === 'kB' ? whole : one)().format(value)}\u00a0${unit}`;
}
