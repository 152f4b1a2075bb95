import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { callPath } from '../../../../src/api/contract.ts';
import { documentsOf } from '../../../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../../../src/domain/forms/form-kinds.ts';
import { pick, seededRandom } from '../../../support/fakes/seeded-random.ts';
import { fetchDocumented } from '../documented.ts';
import { multipartBody, multipartType } from '../multipart.ts';
import {
  filePart,
  formIdPart,
  jpeg,
  png,
  registrationBody,
  replacement,
  replacementBody,
} from '../samples.ts';
import type { Fault } from './fault.ts';

const PIECES = 4;
const MAX_DOCUMENT_BYTES = 220_000;
const MAX_TRIES = 100;
/** The number of answered calls that the phone sends again after a power loss. */
const REPEATED = 3;

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A form as the phone knows it from the server's answers. */
export type KnownForm = Readonly<{
  formId: string;
  kind: FormKind;
  surname: string | null;
  /** SHA-256 of the signature's bytes. */
  signature: string | null;
  documents: readonly Readonly<{ name: string; sha256: string; formFileId: string }>[];
}>;

type Answer = Readonly<{ status: number; headers: Headers; text: string }>;

/** One call of the plan. It has its own key and is sent again until it is answered. */
interface Step {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly key: string;
  readonly body: Buffer;
  readonly type: string;
  readonly resumableUpload: boolean;
  /** Returns the form after this step. `answer` is empty if the answer is unknown. */
  readonly apply: (form: KnownForm, answer: string) => KnownForm;
  readonly form: string;
  /** The acknowledged part of a resumable upload. */
  upload: { path: string; offset: number } | null;
}

/** An agent's phone. It registers one customer after the other and records the acknowledged calls. */
export class PowerPhone {
  readonly #random: () => number;
  readonly #deviceId = randomUUID();
  readonly #forms = new Map<string, KnownForm>();
  readonly #answered: { readonly step: Step; readonly text: string }[] = [];
  readonly #faults: Fault[] = [];
  /** Returns false after the power went. A later answer is not counted. */
  #isCounted = (): boolean => true;
  #planned: Step[] = [];
  #pending: Step | null = null;
  #token = '';
  #count = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  get acknowledged(): number {
    return this.#answered.length;
  }

  /** The allowed states of each form. A call without an answer may or may not have had its effect. */
  states(): readonly (readonly KnownForm[])[] {
    return [...this.#forms.values()].map((form) =>
      this.#pending?.form === form.formId ? [form, this.#pending.apply(form, '')] : [form],
    );
  }

  /** Makes calls until one fails. An answer counts only if `isCounted` returns true. */
  async work(port: number, isCounted: () => boolean): Promise<void> {
    this.#isCounted = isCounted;
    while (isCounted()) {
      this.#pending ??= this.#planned.shift() ?? null;
      const step = this.#pending;
      if (step === null) {
        if (!(await this.#planForm(port))) return;
        continue;
      }
      const answer = await this.#send(port, step);
      if (answer?.status !== 200 || !isCounted()) return;
      this.#settle(step, answer.text);
    }
  }

  /** Sends the unanswered call again until it is answered. Returns false if there was no such call. */
  async finish(port: number): Promise<boolean> {
    this.#isCounted = () => true;
    const step = this.#pending;
    if (step === null) return false;
    const answer = await this.#sendUntilAnswered(port, step);
    if (answer.status === 200) this.#settle(step, answer.text);
    else this.#fault('refused', `${step.path} sent again: ${answer.status} ${answer.text}`);
    return true;
  }

  /** Sends the last answered calls again. Each must get its first answer. Returns the number of calls. */
  async repeat(port: number): Promise<number> {
    const last = this.#answered.slice(-REPEATED);
    for (const { step, text } of last) {
      const again = await this.#sendUntilAnswered(port, { ...step, resumableUpload: false });
      const isReplay = again.headers.get('idempotency-replayed') === 'true';
      if (again.text !== text || !isReplay)
        this.#fault('lost', `the answer of ${step.path}: ${again.status} ${again.text}`);
    }
    return last.length;
  }

  /** Fetches the first document of the newest form that has one, as its agent could. */
  async lookAtDocument(port: number): Promise<void> {
    const document = [...this.#forms.values()].findLast((it) => it.documents.length > 0)
      ?.documents[0];
    if (document === undefined) return;
    const found = await fetchDocumented(
      `http://127.0.0.1:${port}/api/documents/${document.formFileId}`,
      { headers: this.#headers() },
    );
    const bytes = Buffer.from(await found.arrayBuffer());
    if (sha256(bytes) !== document.sha256)
      this.#fault('lost', `document ${document.name}: ${found.status}`);
  }

  takeFaults(): readonly Fault[] {
    return this.#faults.splice(0);
  }

  #fault(kind: Fault['kind'], text: string): void {
    this.#faults.push({ kind, text });
  }

  #settle(step: Step, text: string): void {
    const form = this.#forms.get(step.form);
    if (form !== undefined) this.#forms.set(step.form, step.apply(form, text));
    this.#answered.push({ step, text });
    this.#pending = null;
  }

  /** Gets a form id and plans its calls. Returns false if the server does not answer. */
  async #planForm(port: number): Promise<boolean> {
    const info = await this.#call(port, 'GET', '/api/Info/GetInfo', {});
    if (info?.status !== 200) return false;
    this.#token =
      /XSRF-TOKEN=([^;]+)/.exec(info.headers.get('set-cookie') ?? '')?.[1] ?? this.#token;
    const formId = String(JSON.parse(info.text).formGuid);
    const kind = pick(['registration', 'replacement'] as const, this.#random);
    this.#forms.set(formId, { formId, kind, surname: null, signature: null, documents: [] });
    this.#planned = this.#plan(formId, kind);
    return true;
  }

  #plan(form: string, kind: FormKind): Step[] {
    const documents = documentsOf(kind).flatMap(({ call }) =>
      Array.from({ length: 1 + Math.floor(this.#random() * 2) }, () =>
        this.#documentStep(form, kind, call),
      ),
    );
    const steps = [this.#formStep(form, kind), this.#signatureStep(form, kind), ...documents];
    if (this.#random() < 0.3) steps.push(this.#removalStep(form, kind));
    if (this.#random() < 0.3) steps.push(this.#signatureStep(form, kind));
    if (this.#random() < 0.3) steps.push(this.#formStep(form, kind));
    return steps;
  }

  #step(form: string, path: string, rest: Pick<Step, 'apply'> & Partial<Step>): Step {
    return {
      method: 'POST',
      path: `/api${path}`,
      key: randomUUID(),
      body: Buffer.alloc(0),
      type: multipartType,
      resumableUpload: false,
      form,
      upload: null,
      ...rest,
    };
  }

  #mark(): string {
    this.#count += 1;
    return `${this.#deviceId.slice(0, 8)} ${this.#count}`;
  }

  #formStep(form: string, kind: FormKind): Step {
    const surname = `Nkosi ${this.#mark()}`;
    const [call, body] =
      kind === 'registration'
        ? (['RegisterSim', registrationBody(form)] as const)
        : (['ReplaceSim', replacementBody(form)] as const);
    const data = kind === 'registration' ? Object(body.formData) : replacement;
    return this.#step(form, callPath(kind, call), {
      body: Buffer.from(JSON.stringify({ ...body, formData: { ...data, surname } })),
      type: 'application/json',
      apply: (known) => ({ ...known, surname }),
    });
  }

  #signatureStep(form: string, kind: FormKind): Step {
    const bytes = png(`signature ${this.#mark()}`);
    return this.#step(form, callPath(kind, 'SaveSignature'), {
      body: multipartBody([formIdPart(form), filePart('signature.png', bytes, 'image/png')]),
      apply: (known) => ({ ...known, signature: sha256(bytes) }),
    });
  }

  #documentStep(
    form: string,
    kind: FormKind,
    call: ReturnType<typeof documentsOf>[number]['call'],
  ): Step {
    const mark = this.#mark();
    const name = `${mark.replaceAll(' ', '-')}.jpg`;
    const bytes = jpeg(mark, 1000 + Math.floor(this.#random() * MAX_DOCUMENT_BYTES));
    return this.#step(form, callPath(kind, call), {
      body: multipartBody([formIdPart(form), filePart(name, bytes)]),
      resumableUpload: this.#random() < 0.34,
      apply: (known, answer) => ({
        ...known,
        documents: [
          ...known.documents,
          { name, sha256: sha256(bytes), formFileId: formFileIdIn(answer, name) },
        ],
      }),
    });
  }

  /** Removes the form's first document. The id of the document is known only when the step is sent. */
  #removalStep(form: string, kind: FormKind): Step {
    const first = () => this.#forms.get(form)?.documents[0]?.formFileId ?? '';
    const step = this.#step(form, callPath(kind, 'RemoveDocument'), {
      method: 'DELETE',
      apply: (known) => ({ ...known, documents: known.documents.slice(1) }),
    });
    let path: string | null = null;
    return {
      ...step,
      get path() {
        path ??= `${step.path}?formId=${form}&registrationFileId=${first()}`;
        return path;
      },
    };
  }

  #headers(): Record<string, string> {
    return {
      'x-application-key': 'test-key',
      'x-device-identifier': this.#deviceId,
      cookie: `XSRF-TOKEN=${this.#token}`,
      'x-xsrf-token': this.#token,
    };
  }

  /** Returns null if no answer came. */
  async #call(
    port: number,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer = Buffer.alloc(0),
  ): Promise<Answer | null> {
    try {
      const reply = await fetchDocumented(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { ...this.#headers(), ...headers },
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      return { status: reply.status, headers: reply.headers, text: await reply.text() };
    } catch (error) {
      // `fetch` throws a TypeError if the server is gone. Any other error is a mistake of this test or an undescribed answer.
      if (error instanceof TypeError) return null;
      throw error;
    }
  }

  async #sendUntilAnswered(port: number, step: Step): Promise<Answer> {
    let last: Answer | null = null;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      last = await this.#send(port, step);
      if (last !== null && ![429, 503].includes(last.status)) return last;
      await wait(100);
    }
    return last ?? { status: 0, headers: new Headers(), text: 'no answer' };
  }

  async #send(port: number, step: Step): Promise<Answer | null> {
    if (step.resumableUpload) return this.#sendInPieces(port, step);
    const { method, path, key, body, type } = step;
    const content: Record<string, string> = method === 'DELETE' ? {} : { 'content-type': type };
    return this.#call(port, method, path, { ...content, 'idempotency-key': key }, body);
  }

  /** Returns the answer to the last piece, or the first unexpected answer. */
  async #sendInPieces(port: number, step: Step): Promise<Answer | null> {
    const { body, path, type } = step;
    const key = { 'idempotency-key': step.key };
    if (step.upload === null) {
      const length = { 'upload-complete': '?0', 'upload-length': String(body.length) };
      const begun = await this.#call(port, 'POST', path, {
        ...key,
        ...length,
        'content-type': type,
      });
      const location = begun?.headers.get('location') ?? null;
      if (location === null) return begun;
      if (!this.#isCounted()) return null;
      step.upload = { path: location, offset: 0 };
    }
    const { upload } = step;
    const known = await this.#call(port, 'HEAD', upload.path, key);
    if (known === null || known.status === 429 || known.status === 503) return known;
    const told = Number(known.headers.get('upload-offset'));
    if (known.status !== 204 || told < upload.offset)
      this.#fault('lost', `${upload.offset} bytes of an upload were acknowledged, now ${told}`);
    if (known.status !== 204) return known;
    for (let offset = told; ; ) {
      const end = Math.min(body.length, offset + Math.ceil(body.length / PIECES));
      const isLast = end === body.length;
      const sent = await this.#call(
        port,
        'PATCH',
        upload.path,
        {
          ...key,
          'content-type': 'application/partial-upload',
          'upload-offset': String(offset),
          'upload-complete': isLast ? '?1' : '?0',
        },
        body.subarray(offset, end),
      );
      if (isLast || sent?.status !== 204) return sent;
      if (!this.#isCounted()) return null;
      offset = end;
      upload.offset = end;
    }
  }
}

/** Returns an empty text if the answer is unknown. */
function formFileIdIn(answer: string, name: string): string {
  if (answer === '') return '';
  const documents: readonly Readonly<{ name: string; formFileId: string }>[] =
    JSON.parse(answer).documents;
  return documents.find((it) => it.name === name)?.formFileId ?? '';
}
