/*
 * Numbers pasted from chats, contacts and PDFs carry no-break spaces, typographic hyphens and
 * invisible direction marks. Each pattern matches one character at a time, so that hostile input
 * costs no more than its length.
 */

/** Control characters but for tabs and line ends, and halves of characters: they come in with a paste, and nobody sees them. */
export const stripUnreadable = (raw: string): string => raw.replace(/[^\P{Cc}\t\r\n]|\p{Cs}/gu, '');

export const stripSpaces = (raw: string): string =>
  raw.replace(/[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/g, '');

const stripHyphens = (text: string): string => text.replace(/[-\u2010-\u2015\u2212]/g, '');

export const stripGaps = (raw: string): string => stripHyphens(stripSpaces(raw));
