import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../server/app.ts';
import { createLog } from '../../../server/log.ts';
import type { UploadCall } from '../../../src/domain/forms/document-kinds.ts';
import { distFolder } from '../app/built-app.ts';
import { newMemoryState, openMemoryRepository } from '../server/memory-repository.ts';
import { openMemoryFileStore, openMemoryPartials } from '../server/memory-stores.ts';
import { newRing } from '../server/stored-forms.ts';
import { type Part, partsOf } from './fake-uploads.ts';

export type ContractCall =
  | 'GetInfo'
  | 'RegisterSim'
  | 'ReplaceSim'
  | 'SaveSignature'
  | UploadCall
  | 'RemoveDocument';

/** A request to the API as it arrived. */
export type Seen = Readonly<{
  call: ContractCall;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** `performance.now()` */
  at: number;
  formId: string | null;
  /** The customer's first name. Undefined until the form's call has arrived. */
  customer: string | undefined;
  json: Readonly<Record<string, unknown>> | null;
  parts: readonly Part[];
  /** The value of its anti-forgery cookie. */
  cookie: string | undefined;
}>;

export type Reply = Readonly<{
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as HTML. */
  body?: unknown;
}>;

/** The fate of a request. `isDone`: the backend handles the request before the reply. */
export type Fate = Readonly<{ isDone?: boolean; reply: Reply | 'reset' }>;

export type Rule = Readonly<{
  call?: ContractCall | undefined;
  customer?: string | undefined;
  /** The number of requests that the rule applies to, by default 1. */
  times?: number;
  /** A function is called when the request arrives. */
  fate?: Fate | (() => Fate);
  /** The answer waits for this promise. */
  until?: Promise<unknown>;
}>;

export type Capabilities = Readonly<{
  honoursKeys: boolean;
  /** 'nothing': uploads answer 204. */
  lists: 'all' | 'own' | 'nothing';
}>;

type StoredDocument = Readonly<{
  formFileId: number;
  name: string;
  call: UploadCall;
  size: number;
}>;
export interface StoredForm {
  calls: number;
  customer: string;
  signatures: number;
  documents: StoredDocument[];
}

const success = { wasSuccessful: true, heading: '', description: '', modelState: null };
const isUpload = (call: ContractCall): call is UploadCall =>
  call.endsWith('Document') && call !== 'RemoveDocument';

/**
 * A backend with the contract's eleven calls. A test chooses its capabilities, and plans faults by rules. It also serves the built app,
 * as the real server does. It validates nothing and records every request.
 */
export class PlainBackend {
  readonly seen: Seen[] = [];
  readonly forms = new Map<string, StoredForm>();
  readonly handedOut = new Set<string>();
  /** Every anti-forgery token that was sent. */
  readonly tokens: string[] = [];
  #capabilities: Capabilities;
  readonly #server: Server;
  readonly #files: FastifyInstance;
  readonly #answers = new Map<string, Reply>();
  readonly #customers = new Map<string, string>();
  #rules: { rule: Rule; left: number }[] = [];
  #documents = 0;

  private constructor(capabilities: Capabilities, files: FastifyInstance) {
    this.#capabilities = capabilities;
    this.#files = files;
    this.#server = createServer((request, response) => {
      if (!request.url?.startsWith('/api/')) return this.#files.routing(request, response);
      return void this.#api(request, response).catch(() => request.socket.destroy());
    });
    this.#server.keepAliveTimeout = 60_000;
  }

  /** @param place `dist`: the built app's folder. `port`: by default any free port. */
  static async start(
    capabilities: Partial<Capabilities> = {},
    { dist = distFolder, port = 0 }: Readonly<{ dist?: string; port?: number }> = {},
  ): Promise<PlainBackend> {
    const now = () => Date.now();
    const files = await buildApp({
      repository: openMemoryRepository(newMemoryState()),
      files: openMemoryFileStore(),
      partials: openMemoryPartials(),
      tidyFiles: async () => {},
      uncommittedFiles: (_count, act) => act(),
      keys: newRing(),
      distDir: resolve(dist),
      applicationKey: 'not used',
      now,
      log: createLog({ write: () => true }, now),
    });
    await files.ready();
    const backend = new PlainBackend({ honoursKeys: true, lists: 'all', ...capabilities }, files);
    await new Promise<void>((listening) => backend.#server.listen(port, 'localhost', listening));
    return backend;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  /** Adds rules. The first rule that fits a request and still applies decides. */
  rule(...rules: readonly Rule[]): void {
    this.#rules.push(...rules.map((rule) => ({ rule, left: rule.times ?? 1 })));
  }

  /** Changes the capabilities, as if another server takes over. */
  become(capabilities: Capabilities): void {
    this.#capabilities = capabilities;
  }

  /** Removes all rules. */
  behave(): void {
    this.#rules = [];
  }

  /** The calls that arrived, without GetInfo. By default those of all customers. */
  calls(customer?: string): ContractCall[] {
    return this.requests(customer).map(({ call }) => call);
  }

  requests(customer?: string): Seen[] {
    return this.seen.filter(
      (each) => each.call !== 'GetInfo' && (customer === undefined || each.customer === customer),
    );
  }

  formOf(customer: string): StoredForm | undefined {
    return [...this.forms.values()].find((form) => form.customer === customer);
  }

  /** Names of the documents of a customer's forms. */
  documentNames(customer: string): string[] {
    return [...this.forms.values()]
      .filter((form) => form.customer === customer)
      .flatMap(({ documents }) => documents.map(({ name }) => name));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((stopped) => this.#server.close(stopped));
    await this.#files.close();
  }

  async #api(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await this.#read(request);
    if (seen === null) return void response.writeHead(204).end();
    this.seen.push(seen);
    const rule = this.#ruleFor(seen);
    await rule?.until;
    const fate = typeof rule?.fate === 'function' ? rule.fate() : rule?.fate;
    if (fate === undefined) return this.#send(response, this.#handle(seen));
    if (fate.isDone) this.#handle(seen);
    if (fate.reply === 'reset') return void request.socket.resetAndDestroy();
    return this.#send(response, fate.reply);
  }

  #ruleFor({ call, customer }: Seen): Rule | undefined {
    const found = this.#rules.find(
      ({ rule, left }) =>
        left > 0 && (rule.call ?? call) === call && (rule.customer ?? customer) === customer,
    );
    if (found !== undefined) found.left -= 1;
    return found?.rule;
  }

  /** Returns null if the request is not a call of the contract. */
  async #read(request: IncomingMessage): Promise<Seen | null> {
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    const bytes = Buffer.concat(chunks);
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', this.address);
    if (!/^\/api\/(Info|SimRegistration|SimReplacement)\//.test(path)) return null;
    // An OPTIONS request asks for uploads in pieces, which this backend does not have.
    if (request.method === 'OPTIONS') return null;
    const type = request.headers['content-type'] ?? '';
    const parts = type.startsWith('multipart/') ? partsOf(bytes, type) : [];
    const json = type.startsWith('application/json') ? JSON.parse(bytes.toString()) : null;
    const formId: string | null =
      json?.formId ??
      query.get('formId') ??
      parts.find(({ name }) => name === 'FormId')?.text ??
      null;
    if (formId !== null && json !== null)
      this.#customers.set(formId, String(json.formData?.firstName));
    return {
      call: path.split('/').at(-1) as ContractCall,
      method: request.method ?? '',
      path,
      query,
      headers: request.headers,
      at,
      formId,
      customer: formId === null ? undefined : this.#customers.get(formId),
      json,
      parts,
      cookie: /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(request.headers.cookie ?? '')?.[1],
    };
  }

  #send(response: ServerResponse, { status, headers, body }: Reply): void {
    const token = `token-${this.tokens.length + 1}`;
    this.tokens.push(token);
    const isText = typeof body === 'string';
    response.writeHead(status, {
      'Content-Type': isText ? 'text/html' : 'application/json',
      'Cache-Control': 'no-store',
      'Set-Cookie': `XSRF-TOKEN=${token}; Path=/; SameSite=Strict`,
      ...headers,
    });
    response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
  }

  #handle(seen: Seen): Reply {
    const key = seen.headers['idempotency-key'];
    if (key === undefined || !this.#capabilities.honoursKeys) return this.#perform(seen);
    const reply = this.#answers.get(String(key)) ?? this.#perform(seen);
    this.#answers.set(String(key), reply);
    return reply;
  }

  #perform({ call, formId, parts, query }: Seen): Reply {
    if (call === 'GetInfo') {
      const formGuid = randomUUID();
      this.handedOut.add(formGuid);
      const titleOptions = ['Mr', 'Ms', 'Dr'].map((value) => ({ value, label: value }));
      const typeOfBusinessOptions = [{ value: '1', label: 'Private company' }];
      return { status: 200, body: { ...success, titleOptions, typeOfBusinessOptions, formGuid } };
    }
    const form = this.#formAt(formId ?? '');
    if (call === 'RegisterSim' || call === 'ReplaceSim') form.calls += 1;
    if (call === 'SaveSignature') form.signatures = 1;
    if (call === 'RemoveDocument') {
      const id = Number(query.get('registrationFileId'));
      form.documents = form.documents.filter(({ formFileId }) => formFileId !== id);
    }
    if (!isUpload(call)) return { status: 200, body: success };
    const added = parts
      .filter(({ name }) => name === 'Files')
      .map(({ fileName = '', size }): StoredDocument => {
        this.#documents += 1;
        return { formFileId: this.#documents, name: fileName, call, size };
      });
    form.documents.push(...added);
    if (this.#capabilities.lists === 'nothing') return { status: 204 };
    const listed = this.#capabilities.lists === 'all' ? form.documents : added;
    const documents = listed
      .filter((document) => document.call === call)
      .map(({ formFileId, name }) => ({ formFileId, name, documentUrl: '', loading: false }));
    return { status: 200, body: { ...success, documents } };
  }

  #formAt(id: string): StoredForm {
    const known = this.forms.get(id);
    if (known !== undefined) return known;
    const customer = this.#customers.get(id) ?? '';
    const form: StoredForm = { calls: 0, customer, signatures: 0, documents: [] };
    this.forms.set(id, form);
    return form;
  }
}
