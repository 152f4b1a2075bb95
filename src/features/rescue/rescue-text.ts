import { count } from '../../messages/count.ts';
import { rescueText } from '../../messages/rescue.ts';
import { format, type Plural, sentences } from '../../messages/text.ts';
import type { ExportResult } from '../../sync/rescue/export-rescue.ts';
import type { ImportResult } from '../../sync/rescue/import-rescue.ts';

/** The result of an export or import as text. `again`: true if the dialog stays open for another try. */
export type RescueText = Readonly<{
  kind: 'success' | 'info' | 'warning' | 'error';
  text: string;
  again: boolean;
}>;

/** The count as text. Null if it is 0. */
const ifAny = (text: Plural, number: number): string | null =>
  number === 0 ? null : count(text, number);

/** More names would fill a small screen. */
const SHOWN_NAMES = 3;

/** 'Thandi, Sipho, Zola and 47 more'. */
function shortList(names: readonly string[]): string {
  const first = names.slice(0, SHOWN_NAMES).join(', ');
  const left = names.length - SHOWN_NAMES;
  return left > 0 ? format(rescueText().more, { names: first, count: left }) : first;
}

export function exportText(result: ExportResult): RescueText {
  const t = rescueText();
  if (result.status === 'nothingToExport')
    return result.unread === 0
      ? { kind: 'info', text: t.nothingToExport, again: false }
      : { kind: 'warning', text: count(t.noneReadable, result.unread), again: false };
  const names = shortList(result.unnumbered.map((name) => name || t.noName));
  const files = shortList(result.missing.map((file) => file.originalName));
  const doubts = [
    files === '' ? null : format(t.filesMissing, { files }),
    names === '' ? null : format(t.unnumbered, { names }),
    ifAny(t.unread, result.unread),
  ];
  return {
    kind: doubts.every((doubt) => doubt === null) ? 'success' : 'warning',
    text: sentences(count(t.exported, result.submissions), ...doubts),
    again: false,
  };
}

export function importText(result: ImportResult): RescueText {
  const t = rescueText();
  switch (result.status) {
    case 'imported':
      return {
        kind: result.unknown === 0 ? 'success' : 'warning',
        text: sentences(
          count(t.imported, result.imported),
          ifAny(t.skipped, result.skipped),
          ifAny(t.notUnderstood, result.unknown),
        ),
        again: false,
      };
    case 'wrongPassphrase':
    case 'damaged':
    case 'newer':
      return { kind: 'error', text: t[result.status], again: true };
    case 'notSaved':
      return { kind: 'error', text: count(t.phoneFull, result.imported), again: true };
  }
}

/** 'veld-unsent-2026-11-21.veld'. The name contains no customer data. */
export const rescueFileName = (now: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `veld-unsent-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.veld`;
};
