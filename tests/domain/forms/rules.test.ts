import { describe, expect, test } from 'vitest';
import { luhn } from '../../../src/domain/forms/rules.ts';

describe('luhn', () => {
  test('accepts correct check digits, and only digits', () => {
    expect(luhn('8001015009087')).toBe(true);
    expect(luhn('8001015009086')).toBe(false);
    expect(luhn('0')).toBe(true);
    expect(luhn('')).toBe(false);
    expect(luhn('8001015009O87')).toBe(false);
  });
});
