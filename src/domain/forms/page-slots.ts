import { MAX_FILES_OF_A_KIND } from './document-kinds.ts';

type File = Readonly<{ slot?: number }>;

/**
 * The files of a kind by page. Null: the page has no file. So the back stays the back when the front is removed. A file without a page,
 * or with an occupied page, takes the first free page.
 */
export function inSlots<Kept extends File>(files: readonly Kept[]): readonly (Kept | null)[] {
  const slots: (Kept | null)[] = [];
  const homeless: Kept[] = [];
  const lastSlot = MAX_FILES_OF_A_KIND - 1;
  for (const file of files) {
    const { slot = -1 } = file;
    if (!Number.isInteger(slot) || slot < 0 || slot > lastSlot || slots[slot]) {
      homeless.push(file);
      continue;
    }
    while (slots.length < slot) slots.push(null);
    slots[slot] = file;
  }
  for (const file of homeless) slots[firstFree(slots)] = file;
  return slots;
}

const firstFree = (slots: readonly (File | null)[]): number => {
  const free = slots.indexOf(null);
  return free === -1 ? slots.length : free;
};

/** The page of the next file. */
export const firstFreeSlot = (files: readonly File[]): number => firstFree(inSlots(files));
