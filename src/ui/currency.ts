import { once } from './once.ts';

const rand = once(() => new Intl.NumberFormat('en-ZA', { style: 'currency', currency: 'ZAR' }));

/**
 * An amount in Rand as South Africans write it: thousands apart, two decimals ('R 1 234,56', with no-break spaces).
 * `upliftPercent` adds that percentage first: 15 for VAT.
 */
export function formatRand(amount: number, upliftPercent = 0): string {
  return rand().format(amount * (1 + upliftPercent / 100));
}
