/** How bytes stand in JSON: an object with this key alone, and their base64. */
const KEY = 'base64';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Every value in it, however deep. */
function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== value || !isObject(value)) return changed;
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapped(each, change)]),
  );
}

/** The same, for JSON: with text where there are bytes. */
export const bytesAsText = (value: unknown): unknown =>
  mapped(value, (each) => {
    if (!(each instanceof Uint8Array)) return each;
    let binary = '';
    for (const byte of each) binary += String.fromCharCode(byte);
    return { [KEY]: btoa(binary) };
  });

/** What `bytesAsText` made, as it was. What only looks like it stays what it is. */
export const textAsBytes = (value: unknown): unknown =>
  mapped(value, (each) => {
    const text = isObject(each) && Object.keys(each).length === 1 ? each[KEY] : undefined;
    if (typeof text !== 'string') return each;
    try {
      return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    } catch {
      return each;
    }
  });
