/** Whether rows, or what is made of them, hold the same: texts, numbers, flags, bytes, and lists and objects of those. */
export function isSameRow(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (one instanceof Uint8Array || other instanceof Uint8Array) return isSameBytes(one, other);
  const [keys, others] = [keysOf(one), keysOf(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every((key) => isSameRow(one[key], other[key]))
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What is undefined is as good as absent. */
const keysOf = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined);

const isSameBytes = (one: unknown, other: unknown): boolean =>
  one instanceof Uint8Array &&
  other instanceof Uint8Array &&
  one.length === other.length &&
  one.every((byte, index) => byte === other[index]);
