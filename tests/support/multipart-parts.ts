/** One part of a multipart body. */
export type Part = Readonly<{
  name: string;
  fileName?: string;
  contentType?: string;
  size: number;
  /** Only for parts that are not files. */
  text?: string;
}>;

/** The parts of a multipart body in their order (RFC 7578). */
export function partsOf(body: Buffer, contentType: string): readonly Part[] {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  const parts: Part[] = [];
  const edge = Buffer.from(`--${boundary}`);
  let start = body.indexOf(edge);
  while (start >= 0) {
    const next = body.indexOf(edge, start + edge.length);
    if (next < 0) break;
    parts.push(partOf(body.subarray(start + edge.length + 2, next - 2)));
    start = next;
  }
  return parts;
}

function partOf(bytes: Buffer): Part {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end).toString();
  const content = bytes.subarray(end + 4);
  const found = (pattern: RegExp): string | undefined => pattern.exec(head)?.[1];
  const fileName = found(/filename="([^"]*)"/);
  const type = found(/Content-Type: *(\S+)/i);
  return {
    name: found(/\bname="([^"]*)"/) ?? '',
    ...(type === undefined ? {} : { contentType: type }),
    ...(fileName === undefined ? { text: content.toString() } : { fileName }),
    size: content.length,
  };
}
