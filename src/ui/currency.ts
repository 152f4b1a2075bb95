import { once } from './once.ts';

const rand = once(() => new Intl.NumberFormat('en-ZA', { style: 'currency', currency: 'ZAR' }));

/** What South Africa adds to a price. */
export const VAT_PERCENT = 15;

/**
 * An amount in Rand as South Africans write it: thousands apart, two decimals ('R 1 234,56', with no-break spaces).
 * `upliftPercent` adds that percentage first.
 */
export function formatRand(amount: number, upliftPercent = 0): string {
  return rand().format(amount * (1 + upliftPercent / 100));
}
