/** Joins whole sentences; null ones are left out. */
export const sentences = (...all: readonly (string | null)[]): string =>
  all.filter((one) => one !== null).join(' ');
