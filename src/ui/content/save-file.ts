import { schedule } from '../../platform/timers.ts';

const ADDRESS_LIVES_MS = 60_000;

/** Gives a file to the browser, which saves it in the downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file some time after the click, and does not report when.
  schedule(ADDRESS_LIVES_MS, () => URL.revokeObjectURL(address));
}
