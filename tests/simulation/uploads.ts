import type { Exchange, WholeBody } from '../../src/api/client.ts';
import type { Received } from '../../src/api/read-answer.ts';
import type { ApiRequest } from '../../src/sync/ports/ports.ts';
import { type FakeUpload, FakeUploads } from '../support/backend/fake-uploads.ts';
import type { Arrival, Backend } from './backend.ts';
import { passedOn, type Result } from './fates.ts';
import type { Oddities } from './oddities.ts';
import { Violation } from './violation.ts';

type Message = Parameters<Exchange>[0];
export type FileRequest = Extract<ApiRequest, { file: Blob }>;

/** The size of a multipart body without its file. */
const LINES_BYTES = 400;

/** A body, or a part of a body. It knows its body's name and its own offset. So nobody must read its bytes. */
class NamedBytes extends Blob {
  readonly #name: string;
  readonly #from: number;
  readonly #size: number;

  constructor(name: string, from: number, size: number) {
    super([]);
    this.#name = name;
    this.#from = from;
    this.#size = size;
  }

  override get size(): number {
    return this.#size;
  }

  override slice(from = 0, to = this.#size): Blob {
    return new NamedBytes(this.#name, this.#from + from, Math.min(to, this.#size) - from);
  }

  /** Returns true if this is the part of the body `name` that starts at `offset`. */
  follows(name: string, offset: number): boolean {
    return this.#name === name && this.#from === offset;
  }
}

/** The backend's side of uploads in pieces, with its faults. Checks that the pieces are one complete body. */
export class Uploads {
  readonly server: FakeUploads;
  /** The name of a call's body. A planted mistake may change the body on each try. */
  nameOf = (request: FileRequest, key: string): string =>
    `${key} ${request.fileName} ${request.file.type}`;
  readonly #backend: Backend;
  readonly #requests = new Map<string, FileRequest>();
  readonly #results = new WeakMap<Received, Result>();
  #arrival: Arrival = { key: '', sentAt: 0, late: false };

  constructor(backend: Backend, takes: Oddities['uploads'], newId: () => string) {
    this.#backend = backend;
    this.server = new FakeUploads({
      offers: takes !== 'no',
      knowsKeys: takes === 'byKey',
      maxPiece: takes === 'byKey' ? 2_000_000 : 16_000,
      newId,
      complete: (upload) => this.#complete(upload),
    });
  }

  bodyOf(request: FileRequest, key: string): WholeBody {
    const name = this.nameOf(request, key);
    this.#requests.set(key, request);
    const bytes = new NamedBytes(name, 0, request.file.size + LINES_BYTES);
    return { bytes, contentType: `multipart/form-data; boundary=${key}` };
  }

  receive(message: Message, arrival: Arrival): Received {
    this.#arrival = arrival;
    return this.server.receive(message, arrival.key);
  }

  /** Returns the call's result if `received` is the call's own answer. */
  resultOf = (received: Received): Result | undefined => this.#results.get(received);

  /** The answer of a server in front of the backend. The answer says nothing about the upload. */
  answeredElsewhere(result: Exclude<Result, { status: 'unanswered' }>): Received {
    const headers = result.status === 'unexpected' ? result.headers : {};
    const received: Received = {
      status: result.httpStatus,
      redirected: result.status === 'foreign' && result.reason === 'redirected',
      contentType: result.status === 'foreign' ? 'text/html' : 'application/json',
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: result.status === 'unexpected' ? result.response : 'another',
    };
    this.#results.set(received, result);
    return received;
  }

  /** Throws a `Violation` if the pieces are not one body, from its first byte to its last. */
  #complete({ key, length, pieces }: FakeUpload): Received {
    const request = this.#requests.get(key);
    if (request === undefined) throw new Violation('wire', 'an upload of no call came');
    const name = `${key} ${request.fileName} ${request.file.type}`;
    let offset = 0;
    for (const piece of pieces) {
      if (!(piece instanceof NamedBytes) || !piece.follows(name, offset))
        throw new Violation('I2', 'an upload was put together of what is not one body');
      offset += piece.size;
    }
    if (offset !== length)
      throw new Violation('I2', 'an upload ended, and lacks some of its bytes');
    return this.asAnswer(passedOn(this.#backend.receive(request, this.#arrival)));
  }

  /** The call's own answer, as the backend sends it after the last piece. */
  asAnswer(result: Result): Received {
    const status = result.status === 'unanswered' ? 500 : result.httpStatus;
    const headers = { 'upload-complete': '?1' };
    const received = { status, redirected: false, contentType: '', headers, body: 'answer' };
    this.#results.set(received, result);
    return received;
  }
}
