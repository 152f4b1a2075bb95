export type Value = string | boolean;

/**
 * The typed values, unchanged, by field name. Absent: not touched yet, so the field's default applies. `isBusinessCustomer` and
 * `hasWorkAddress` are booleans. `identityKind` is 'South African ID' or 'Passport or permit'. Everything else is a string.
 */
export type Values = Readonly<Record<string, Value>>;

/**
 * Everything of a draft that the checks need. `fileCounts`: by `FileKind.kind`. `simCardNumbersElsewhere`: normalised SIM card
 * number → submission id, for the other submissions on this device. `files`: the documents with their page slots, if known.
 * `accuracy`: in metres.
 */
export type Capture = Readonly<{
  values: Values;
  fileCounts: Readonly<Record<string, number>>;
  files?: readonly Readonly<{ kind: string; slot?: number; type: string }>[];
  location: Readonly<{ accuracy: number }> | null;
  withoutLocation: boolean;
  consent: boolean;
  hasSignature: boolean;
  simCardNumbersElsewhere?: ReadonlyMap<string, string>;
}>;

/*
 * Numbers pasted from chats, contacts and PDFs may contain no-break spaces, typographic hyphens and invisible direction marks.
 * Each pattern matches one character at a time, so that malicious input can't make it slow.
 */

/** Removes invisible characters that a paste may contain: control characters except tabs and line ends, and lone surrogates. */
export const stripUnreadable = (raw: string): string => raw.replace(/[^\P{Cc}\t\r\n]|\p{Cs}/gu, '');

export const stripSpaces = (raw: string): string =>
  raw.replace(/[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/g, '');

const stripHyphens = (text: string): string => text.replace(/[-\u2010-\u2015\u2212]/g, '');

export const stripGaps = (raw: string): string => stripHyphens(stripSpaces(raw));
