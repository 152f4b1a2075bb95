import type { ExportResult } from '../../sync/rescue/export-rescue.ts';
import type { ImportResult } from '../../sync/rescue/import-rescue.ts';

/** How an export or import ended, in words. `again`: the dialog stays open for another try. */
export type RescueWords = Readonly<{
  kind: 'success' | 'info' | 'warning' | 'error';
  text: string;
  again: boolean;
}>;

const submissions = (count: number): string =>
  `${count} ${count === 1 ? 'submission' : 'submissions'}`;

export function exportWords(result: ExportResult): RescueWords {
  if (result.status === 'nothingToExport')
    return { kind: 'info', text: 'There is nothing unsent to export.', again: false };
  const unnumbered = result.unnumbered.map((name) => name || 'a draft without a name').join(', ');
  const missing = result.missing.map((file) => file.originalName).join(', ');
  return {
    kind: missing === '' && unnumbered === '' && result.unread === 0 ? 'success' : 'warning',
    text:
      `${submissions(result.submissions)} exported. Keep the file and the passphrase apart. Everything stays on this phone too.` +
      (missing === ''
        ? ''
        : ` Not in it, since this phone cannot read them any more: ${missing}.`) +
      (unnumbered === ''
        ? ''
        : ` Without a form number yet: ${unnumbered}. Send these from one phone only, else the server has them twice.`) +
      (result.unread === 0
        ? ''
        : ` ${submissions(result.unread)} could not be read and ${result.unread === 1 ? 'is' : 'are'} not in it: delete nothing, and tell support.`),
    again: false,
  };
}

export function importWords(result: ImportResult): RescueWords {
  switch (result.status) {
    case 'imported': {
      const skipped =
        result.skipped === 0
          ? ''
          : ` ${submissions(result.skipped)} ${result.skipped === 1 ? 'was' : 'were'} on this phone already.`;
      const unknown =
        result.unknown === 0
          ? ''
          : ` ${submissions(result.unknown)} in it cannot be read by this version of Veld: keep the file, update Veld, and import it again.`;
      return {
        kind: result.unknown === 0 ? 'success' : 'warning',
        text: `${submissions(result.imported)} imported.${skipped}${unknown}`,
        again: false,
      };
    }
    case 'wrongPassphrase':
      return {
        kind: 'error',
        text: 'That is not the passphrase of this file. Nothing was changed.',
        again: true,
      };
    case 'damaged':
      return {
        kind: 'error',
        text: 'This file is damaged, cut short, or not an export of Veld. Nothing was changed. Try another copy of it.',
        again: true,
      };
    case 'newer':
      return {
        kind: 'error',
        text: 'A newer version of Veld made this file. Nothing was changed. Update Veld, then import it again.',
        again: true,
      };
    case 'notSaved':
      return {
        kind: 'error',
        text: `The phone is full. ${submissions(result.imported)} imported so far and safe. Make room, then import the same file again.`,
        again: true,
      };
  }
}

/** 'veld-unsent-2026-11-21.veld': nothing of a customer in a file's name. */
export const rescueFileName = (now: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `veld-unsent-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.veld`;
};
