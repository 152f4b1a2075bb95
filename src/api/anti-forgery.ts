/** The ways to read the cookie. The browser, and whether the code runs in a page or worker, decide which ways exist. */
export type CookieSources = Readonly<{
  /** `cookieStore`, which some browsers have in pages and workers. */
  cookieStore?: Readonly<{
    get: (name: string) => Promise<Readonly<{ value?: string | undefined }> | null>;
  }>;
  /** Pages only: `document.cookie`. */
  documentCookie?: () => string;
  /** The last value that a page stored, for workers without a cookie store. */
  remembered: () => Promise<string | null>;
}>;

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function fromDocument(cookies: string, name: string): string | null {
  const pair = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return pair === undefined ? null : decoded(pair.slice(name.length + 1));
}

/** Returns a function that reads the anti-forgery token. The function resolves with null if there is no token. */
export function antiForgeryReader(
  sources: CookieSources,
  cookie: string,
): () => Promise<string | null> {
  return async () => {
    if (sources.documentCookie !== undefined) return fromDocument(sources.documentCookie(), cookie);
    if (sources.cookieStore === undefined) return await sources.remembered();
    const found = await sources.cookieStore.get(cookie);
    return found?.value === undefined ? null : decoded(found.value);
  };
}
