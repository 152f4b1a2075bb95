/**
 * Counts the bytes that this page puts into databases from now on. Text and numbers count as JSON, files and encrypted values by their
 * size. Returns a function with the sum so far. Has no imports, so that it can also run in a page of the app.
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
