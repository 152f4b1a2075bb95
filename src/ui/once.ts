/** Made at its first use, and kept: formatters of `Intl` cost a slow phone 15 ms each to make, before anything is shown. */
export function once<T>(make: () => T): () => T {
  let made: Readonly<{ value: T }> | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
