import { createSecretKey, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAntiForgery } from '../../../server/plugins/anti-forgery-tokens.ts';

const [older, newer] = ['o', 'n'].map((letter) => createSecretKey(Buffer.alloc(32, letter)));
if (older === undefined || newer === undefined) throw new Error('No secrets.');
const day = 24 * 3600_000;

describe('an anti-forgery token', () => {
  let now = Date.UTC(2026, 10, 23);
  const tokens = createAntiForgery([older], () => now);
  const [phone, stranger] = [randomUUID(), randomUUID()];
  const cookieFor = (device: string | null, cookies?: string, from = tokens): string =>
    from.cookie(cookies, device, false).split(';')[0] ?? '';
  const tokenIn = (cookie: string): string => cookie.slice('XSRF-TOKEN='.length);
  const areTaken = (cookie: string, header: string, from = tokens): boolean =>
    from.accepts(cookie, tokenIn(header), phone);
  const own = cookieFor(phone);
  const ofPage = cookieFor(null);
  const ofStranger = cookieFor(stranger);

  it('fits the cookie that the same phone got at the same moment, by another call or a page', () => {
    const other = cookieFor(phone);
    expect(other).not.toBe(own);
    expect(areTaken(own, other)).toBe(true);
    expect(areTaken(own, ofPage)).toBe(true);
    expect(areTaken(ofPage, own)).toBe(true);
    expect(areTaken(ofPage, ofPage)).toBe(true);
  });

  it('does not fit another phone’s or another page’s cookie', () => {
    const ofOtherPage = cookieFor(null);
    for (const [cookie, header] of [
      [own, ofStranger],
      [ofStranger, own],
      [ofPage, ofStranger],
      [ofStranger, ofPage],
      [ofPage, ofOtherPage],
    ] as const)
      expect(areTaken(cookie, header)).toBe(false);
    expect(tokens.accepts(own, tokenIn(own), stranger)).toBe(true);
    expect(tokens.accepts(own, tokenIn(ofPage), stranger)).toBe(false);
  });

  it('keeps its session when it changes, and becomes the phone’s own after a call', () => {
    const rotated = cookieFor(phone, own);
    expect(areTaken(rotated, own)).toBe(true);
    expect(areTaken(cookieFor(null, own), own)).toBe(true);
    const called = cookieFor(phone, ofPage);
    expect(areTaken(called, ofPage)).toBe(true);
    expect(areTaken(called, ofStranger)).toBe(false);
    expect(areTaken(called, cookieFor(null))).toBe(true);
  });

  it('fits a cookie that a newer secret signed, while both secrets are valid', () => {
    const both = createAntiForgery([newer, older], () => now);
    const fresh = cookieFor(phone, undefined, both);
    expect(areTaken(fresh, ofPage, both)).toBe(true);
    expect(areTaken(fresh, own, both)).toBe(true);
    expect(areTaken(own, fresh, both)).toBe(true);
    expect(areTaken(fresh, ofStranger, both)).toBe(false);
    expect(areTaken(ofPage, own, both)).toBe(true);
    expect(areTaken(cookieFor(phone, own, both), own, both)).toBe(true);
    expect(areTaken(fresh, fresh)).toBe(false);
  });

  it('is valid for 24 hours', () => {
    now += day;
    expect(areTaken(own, own)).toBe(true);
    now += 1;
    expect(areTaken(own, own)).toBe(false);
    expect(areTaken(cookieFor(null), own)).toBe(false);
    now -= day + 1;
  });
});
