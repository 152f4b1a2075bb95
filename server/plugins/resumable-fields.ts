import type { IncomingHttpHeaders } from 'node:http';

/** The type of a piece of a body. */
export const PIECE_TYPE = 'application/partial-upload';

/** What a request says of its upload; null where a header is missing or malformed, which counts as missing. */
export type UploadFields = Readonly<{
  complete: boolean | null;
  offset: number | null;
  /** Of the whole body. */
  length: number | null;
  /** Of this request's own. */
  contentLength: number | null;
}>;

export const uploadFieldsOf = (headers: IncomingHttpHeaders): UploadFields => ({
  complete: booleanIn(headers['upload-complete']),
  offset: integerIn(headers['upload-offset']),
  length: integerIn(headers['upload-length']),
  contentLength: integerIn(headers['content-length']),
});

type Header = string | string[] | undefined;

/** Items of structured fields; parameters behind a value mean nothing here. */
function booleanIn(header: Header): boolean | null {
  const found = /^\?([01])(?:;.*)?$/.exec(textOf(header));
  return found === null ? null : found[1] === '1';
}

function integerIn(header: Header): number | null {
  const found = /^(\d{1,15})(?:;.*)?$/.exec(textOf(header));
  return found === null ? null : Number(found[1]);
}

const textOf = (header: Header) => (typeof header === 'string' ? header.trim() : '');

/** `maxAge` in seconds, what is left of it. */
export const limitField = (maxSize: number, maxAge: number) =>
  `max-size=${maxSize}, min-size=0, max-age=${Math.max(0, Math.floor(maxAge))}`;

export const completeField = (complete: boolean) => (complete ? '?1' : '?0');
