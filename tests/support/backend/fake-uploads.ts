import type { Exchange } from '../../../src/api/client.ts';
import type { Received } from '../../../src/api/read-answer.ts';

type Message = Parameters<Exchange>[0];

export interface FakeUpload {
  readonly id: string;
  readonly key: string;
  readonly path: string;
  readonly contentType: string;
  readonly length: number;
  offset: number;
  readonly pieces: Blob[];
  /** The call's own answer. Null until its whole body has arrived. */
  answer: Received | null;
}

type Needs = Readonly<{
  /** False: the backend does not support uploads in pieces. */
  offers: boolean;
  /** True: a second creation with the same key returns the same upload. Only its own key finds an upload. Its length is checked. */
  knowsKeys: boolean;
  /** The maximum size of the piece in one request, in bytes. */
  maxPiece: number;
  newId: () => string;
  /** Performs the call with this body. The answer has `Upload-Complete: ?1`. */
  complete: (upload: FakeUpload) => Received;
}>;

const answerOf = (status: number, headers: Record<string, string> = {}, body = ''): Received => ({
  status,
  redirected: false,
  contentType: body === '' ? '' : 'application/json',
  headers,
  body,
});
const problem = (status: number, headers: Record<string, string> = {}): Received =>
  answerOf(status, headers, '{}');

/** Uploads over several requests, for a backend in memory. It has no faults except those that a test sets. */
export class FakeUploads {
  readonly uploads = new Map<string, FakeUpload>();
  /** True: the server counts bytes before they are on the disk. If the link is cut, it loses some of them. */
  countsBeforeSync = false;
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  receive(message: Message, key: string): Received {
    const { method, address } = message;
    if (!this.#needs.offers) return problem(404);
    if (method === 'OPTIONS')
      return answerOf(204, { 'accept-patch': 'application/partial-upload', ...this.#limits });
    if (method === 'POST') return this.#create(message, key);
    const upload = this.#find(address, method === 'HEAD' ? null : key);
    if (upload === null) return problem(404);
    if (method === 'HEAD') return answerOf(204, this.#stateOf(upload));
    if (method === 'PATCH') return this.#append(upload, message);
    this.uploads.delete(upload.id);
    return answerOf(204);
  }

  lose(address: string): void {
    this.uploads.delete(idIn(address));
  }

  /** Receives the first `bytes` bytes of a piece. Then the link is cut. */
  receivePart(message: Message, key: string, bytes: number): void {
    const { address, body, headers, method } = message;
    if (!this.#needs.offers || !(body instanceof Blob)) return;
    const isBeginning = method === 'POST';
    const upload = isBeginning ? this.#beginning(message, key) : this.#find(address, key);
    if (upload === null || upload.answer !== null) return;
    if (upload.offset !== (isBeginning ? 0 : Number(headers?.['Upload-Offset']))) return;
    if (bytes > 0) upload.pieces.push(body.slice(0, bytes));
    upload.offset += this.countsBeforeSync ? body.size : bytes;
  }

  #find(address: string, key: string | null): FakeUpload | null {
    const upload = this.uploads.get(idIn(address));
    const isForeign = this.#needs.knowsKeys && key !== null && upload?.key !== key;
    return upload === undefined || isForeign ? null : upload;
  }

  #create(message: Message, key: string): Received {
    const { body } = message;
    const size = body instanceof Blob ? body.size : 0;
    if (size > this.#needs.maxPiece) return problem(413);
    const upload = this.#beginning(message, key);
    if (upload === null) return problem(422);
    // If the upload was begun before, the server ignores the piece of this request.
    if (size > 0 && body instanceof Blob && upload.offset === 0 && upload.answer === null) {
      upload.pieces.push(body);
      upload.offset = size;
    }
    return this.#begun(upload);
  }

  /** Creates an upload, or returns the one that was begun with this key. Returns null if that one has another body. */
  #beginning({ address: path, headers = {} }: Message, key: string): FakeUpload | null {
    const contentType = headers['Content-Type'] ?? '';
    const length = Number(headers['Upload-Length']);
    const known = [...this.uploads.values()].find((upload) => upload.key === key);
    const isSame =
      known?.path === path && known.contentType === contentType && known.length === length;
    if (this.#needs.knowsKeys && known !== undefined) return isSame ? known : null;
    const id = this.#needs.newId();
    const upload = { id, key, path, contentType, length, offset: 0, pieces: [], answer: null };
    this.uploads.set(id, upload);
    return upload;
  }

  #append(upload: FakeUpload, { body, headers = {} }: Message): Received {
    if (!(body instanceof Blob) || headers['Content-Type'] !== 'application/partial-upload')
      return problem(415);
    if (Number(headers['Upload-Offset']) !== upload.offset)
      return problem(409, { ...this.#stateOf(upload), 'upload-complete': '?0' });
    const isLast = headers['Upload-Complete'] === '?1';
    const end = upload.offset + body.size;
    if (body.size > this.#needs.maxPiece) return problem(413);
    const isOdd = end > upload.length || (isLast && end < upload.length);
    if (isOdd && this.#needs.knowsKeys) return problem(400, { 'upload-complete': '?0' });
    if (body.size > 0) upload.pieces.push(body);
    upload.offset = end;
    if (!isLast) return answerOf(204, { ...this.#stateOf(upload), 'upload-complete': '?0' });
    if (upload.answer !== null) return upload.answer;
    const answer = this.#needs.complete(upload);
    if (answer.status < 500) upload.answer = answer;
    return answer;
  }

  get #limits(): Record<string, string> {
    return { 'upload-limit': `max-append-size=${this.#needs.maxPiece}` };
  }

  #stateOf({ answer, length, offset }: FakeUpload): Record<string, string> {
    return {
      'upload-offset': String(offset),
      'upload-length': String(length),
      'upload-complete': answer === null ? '?0' : '?1',
      ...this.#limits,
    };
  }

  #begun(upload: FakeUpload): Received {
    return answerOf(201, {
      ...this.#stateOf(upload),
      'upload-complete': '?0',
      location: `/api/uploads/${upload.id}`,
    });
  }
}

const idIn = (address: string): string => address.split('/').at(-1) ?? '';

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
