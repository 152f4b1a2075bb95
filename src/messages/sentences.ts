/** Whole sentences, one after the other; null: one that is not said this time. */
export const sentences = (...all: readonly (string | null)[]): string =>
  all.filter((one) => one !== null).join(' ');
