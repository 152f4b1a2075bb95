import { schedule } from '../../platform/timers.ts';

const ADDRESS_LIVES_MS = 60_000;

/** Hands a file to the browser, which saves it among the downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click, at a moment that nobody tells.
  schedule(ADDRESS_LIVES_MS, () => URL.revokeObjectURL(address));
}
