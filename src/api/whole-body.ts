import type { IdempotencyKey } from '../domain/ids.ts';

/** A body of which any part can be sent again: it is the same, byte for byte, on every try. */
export type WholeBody = Readonly<{
  bytes: Blob;
  contentType: string;
}>;

type NamedFile = Readonly<{ data: Blob; fileName: string }>;

/**
 * What `FormData` would send, with a boundary of the step's own: the browser invents a new one each time, and then the rest of one
 * body would not fit the beginning of another. The files are referred to, not read.
 */
export function wholeBody(
  formId: string,
  files: readonly NamedFile[],
  key: IdempotencyKey,
): WholeBody {
  const boundary = `----veld-${key}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name=`;
  const parts = files.flatMap(({ data, fileName }) => [
    `${head}"Files"; filename="${quoted(fileName)}"\r\n`,
    `Content-Type: ${data.type || 'application/octet-stream'}\r\n\r\n`,
    data,
    '\r\n',
  ]);
  return {
    bytes: new Blob([`${head}"FormId"\r\n\r\n${formId}\r\n`, ...parts, `--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** As browsers write a file's name. */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
