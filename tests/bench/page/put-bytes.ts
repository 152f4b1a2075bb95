/**
 * Counts what this page puts into databases from now on: text and numbers as JSON, files and what is sealed by their
 * size. Returns the sum so far. Self-contained, so that it can also be run in a page of the app's.
 */
export function countPuts(): () => number {
  let total = 0;
  const sizeOf = (value: unknown): number => {
    let files = 0;
    const text = JSON.stringify(value, (_key, member: unknown) => {
      if (member instanceof Blob) files += member.size;
      else if (member instanceof ArrayBuffer || ArrayBuffer.isView(member))
        files += member.byteLength;
      else return member;
      return undefined;
    });
    return files + new TextEncoder().encode(text ?? '').length;
  };
  for (const name of ['put', 'add'] as const) {
    const original = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function counted(value: unknown, key?: IDBValidKey) {
      total += sizeOf(value);
      return key === undefined ? original.call(this, value) : original.call(this, value, key);
    };
  }
  return () => total;
}
