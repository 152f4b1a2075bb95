import { ANTI_FORGERY_COOKIE } from '../../src/domain/web-names.ts';

/** A cookie as it was last set. */
export type Cookie = Readonly<{ value: string; isHttpOnly: boolean; path: string | null }>;

/** The cookies of one phone, for one origin. Knows no expiry: a run is short. */
export class Cookies {
  readonly #all = new Map<string, Cookie>();

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const path = attributes.find((each) => /^path=/i.test(each))?.slice('path='.length) ?? null;
      const isHttpOnly = attributes.some((each) => /^httponly$/i.test(each));
      this.#all.set(pair.slice(0, at), { value: pair.slice(at + 1), isHttpOnly, path });
    }
  }

  /** For the header `Cookie`; empty where there are none. */
  get line(): string {
    return [...this.#all].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  get antiForgery(): Cookie | null {
    return this.#all.get(ANTI_FORGERY_COOKIE) ?? null;
  }

  /** What `document.cookie` would be in the app's pages. */
  get visible(): string {
    const all = [...this.#all].filter(([, { isHttpOnly, path }]) => !isHttpOnly && path === '/');
    return all.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }
}
