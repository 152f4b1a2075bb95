export type Value = string | boolean;

/**
 * The typed values, unchanged, by field name. If a field is absent, its default applies. The value of a checkbox and of
 * `isBusinessCustomer` is a boolean. `identityKind` is 'South African ID' or 'Passport or permit'. Any other value is a string.
 */
export type Values = Readonly<Record<string, Value>>;

/**
 * The data of a draft that the checks need. `fileCounts`: by `FileKind.kind`. `simCardNumbersElsewhere`: normalised SIM card number →
 * submission id, for the other submissions on this device. `files`: the documents with their page slots, if known. `accuracy`: metres.
 */
export type Capture = Readonly<{
  values: Values;
  fileCounts: Readonly<Record<string, number>>;
  files?: readonly Readonly<{
    id: string;
    kind: string;
    slot?: number;
    type: string;
    verdict?: string;
    isKept?: true;
    isRetaken?: true;
  }>[];
  location: Readonly<{ accuracy: number }> | null;
  withoutLocation: boolean;
  consent: boolean;
  hasSignature: boolean;
  simCardNumbersElsewhere?: ReadonlyMap<string, string>;
}>;

/*
 * Numbers pasted from chats, contacts and PDFs may contain no-break spaces, typographic hyphens and invisible direction marks.
 * Each pattern matches one character at a time, so that malicious input can't make the matching slow.
 */

/** Removes characters that a paste may contain: control characters except tabs and line ends, and lone surrogates. */
export const stripUnreadable = (raw: string): string => raw.replace(/[^\P{Cc}\t\r\n]|\p{Cs}/gu, '');

export const stripInvisible = (raw: string): string =>
  raw.replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/g, '');

export const stripSpaces = (raw: string): string => stripInvisible(raw.replace(/\s/g, ''));

const stripHyphens = (text: string): string => text.replace(/[-\u2010-\u2015\u2212]/g, '');

/** Converts no-break spaces and typographic hyphens to plain ones, and removes invisible characters. */
export const plainGaps = (raw: string): string =>
  stripInvisible(raw)
    .replace(/[\u00A0\u2007\u202F]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-');

export const stripGaps = (raw: string): string => stripHyphens(stripSpaces(raw));
