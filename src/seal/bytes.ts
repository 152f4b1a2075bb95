/** The type of bytes that WebCrypto and the database accept. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A source of random bytes. Tests pass their own. */
export type RandomBytes = (length: number) => Bytes;

export const randomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

export function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
