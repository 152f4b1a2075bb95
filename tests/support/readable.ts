/** What the store read, where the test knows that it is there and can be read. */
export function readable<T>(read: T | 'odd' | undefined): T {
  if (read === undefined || read === 'odd') throw new Error(`It is ${read ?? 'gone'}.`);
  return read;
}
