import { randomUUID } from 'node:crypto';
import { antiForgeryReader } from '../../src/api/anti-forgery.ts';
import { type Api, createApi } from '../../src/api/calls.ts';
import type { CallOptions } from '../../src/api/client.ts';
import {
  callPath,
  type DocumentEntry,
  type DocumentsResult,
  type InfoResult,
} from '../../src/api/contract.ts';
import { answerOf } from '../../src/api/read-answer.ts';
import { type Accepted, isAccepted } from '../../src/domain/announced.ts';
import { documentsOf, type FileKind } from '../../src/domain/forms/document-kinds.ts';
import { type FormKind, formKinds } from '../../src/domain/forms/form-kinds.ts';
import { type FormId, formId, idempotencyKey } from '../../src/domain/ids.ts';
import {
  type Answer,
  classify,
  type GenericResult,
  type Outcome,
} from '../../src/domain/outcome.ts';
import { sameId, sameName } from '../../src/domain/plan.ts';
import type { StepCall } from '../../src/domain/submission-types.ts';
import { type FormVariant, kindOf, madeUpBody } from './made-up-forms.ts';
import { builtAddress, type Clock, isSameOrigin, type Target, type Wire } from './wire.ts';

/** Thrown if a check cannot run because an earlier call did not get the needed answer. */
export class CannotCheck extends Error {}

/** The app's judgement of an answer, in a few words for the report. */
export function outcomeText(outcome: Outcome<GenericResult>): string {
  switch (outcome.outcome) {
    case 'confirmed':
      return 'it was taken';
    case 'rejected': {
      const { httpStatus, heading, description, modelState } = outcome.message;
      const words = [heading, description, Object.keys(modelState).join(', ')].filter(Boolean);
      return `refused (${httpStatus}): ${words.join(' · ')}`;
    }
    case 'retryFresh':
      return `refused (${outcome.httpStatus}), as without an anti-forgery token`;
    case 'held':
      return `${outcome.httpStatus}, which pauses the whole outbox`;
    case 'retry':
      return outcome.httpStatus === null
        ? 'no answer'
        : `${outcome.httpStatus}, which is no answer of the contract; the app tries again`;
    case 'stopped':
      return 'cut by the kit itself';
  }
}

/** True if the backend answers a removal as if the document were not there. To the app that is a success. */
export const isNotThere = (outcome: Outcome<GenericResult>): boolean =>
  outcome.outcome === 'confirmed' && outcome.result === null;

/** Returns no members if the text is not a JSON object. */
export function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

const TIMEOUT_MS = 120_000;

export type MadeForm = Readonly<{ id: FormId; kind: FormKind }>;

export type TriedForm = Readonly<{ form: MadeForm; outcome: Outcome<GenericResult> }>;

export type FileToSend = Readonly<{ name: string; data: Blob }>;

/** `key`: the idempotency key; default: a new one. `isAgain`: an earlier attempt got no answer. */
export type Sending = Readonly<{ key?: string; isAgain?: boolean; withoutKey?: boolean }>;

export type DocumentsHeard = Readonly<{
  outcome: Outcome<DocumentsResult>;
  /** Empty if the answer has no list. */
  documents: readonly DocumentEntry[];
}>;

type ListedDocument = Readonly<{ form: MadeForm; call: FileKind['call']; name: string }>;

/** One simulated phone and its data, for one run. Every call uses the app's own client and the app's judgement of answers. */
export class TestSession {
  readonly forms: MadeForm[] = [];
  /** False if the backend's CORS rules refuse the idempotency header. The build then needs an empty setting for it. */
  sendsKeys = true;
  /** The extensions that the newest GetInfo answer announces. */
  announced: readonly string[] = [];
  /** True if the backend refuses a form without a location, and accepts the location 0, 0. */
  wantsNumbers = false;
  /**
   * The documents that the backend's lists show: all of the kind, those of the call, or none. Null
   * until a check has seen a list.
   */
  lists: 'all' | 'own' | 'nothing' | null = null;
  readonly target: Target;
  readonly wire: Wire;
  readonly run: string;
  readonly deviceId = randomUUID();
  readonly #clock: Clock;
  /** Every document that a list showed. */
  readonly #documents = new Map<string, ListedDocument>();
  /**
   * The documents whose removal the backend confirmed, or whose name a later list has under another id. The answer to a
   * repeated call may still list them.
   */
  readonly #gone = new Set<string>();
  readonly #tried = new Map<string, TriedForm>();

  constructor(target: Target, wire: Wire, clock: Clock, run: string) {
    this.target = target;
    this.wire = wire;
    this.#clock = clock;
    this.run = run;
  }

  get now(): number {
    return this.#clock.now();
  }

  /** All entries of these lists in the newest answer, including those that the app skips. */
  newestEntries(...lists: readonly string[]): readonly unknown[] {
    const members = parsed(this.wire.newest?.body ?? '');
    return lists.map((name) => members[name]).flatMap((list) => (Array.isArray(list) ? list : []));
  }

  /** Reads the anti-forgery token as a page of the app does. */
  token(): Promise<string | null> {
    const documentCookie = () => this.wire.cookies.visible;
    return antiForgeryReader(
      { documentCookie, remembered: async () => null },
      this.target.names.antiForgeryCookie,
    )();
  }

  async info(): Promise<Answer<InfoResult>> {
    const answer = await answerOf(() => this.#api().getInfo({ timeoutMs: TIMEOUT_MS }));
    if (answer.status === 'result') this.announced = answer.result.accepts;
    return answer;
  }

  async newFormId(): Promise<FormId> {
    const answer = await this.info();
    const isGood = answer.status === 'result' && answer.result.wasSuccessful;
    if (!isGood) throw new CannotCheck('GetInfo handed out no formGuid');
    return formId(answer.result.formGuid);
  }

  sendForm(
    variant: FormVariant,
    id: FormId,
    sending: Sending = {},
  ): Promise<Outcome<GenericResult>> {
    const kind = kindOf(variant);
    const body = { ...madeUpBody(variant, this.run, id), formId: id };
    if (this.forms.every((form) => form.id !== id)) this.forms.push({ id, kind });
    return this.#call(formKinds[kind].call, sending, (options) =>
      this.#api(sending).sendForm(kind, body, options),
    );
  }

  /** Sends a form of this variant, once for each `use`. Later calls return the first outcome. */
  async tryForm(variant: FormVariant, use = 'all'): Promise<TriedForm> {
    const known = this.#tried.get(`${variant} ${use}`);
    if (known !== undefined) return known;
    const id = await this.newFormId();
    const tried: TriedForm = {
      form: { id, kind: kindOf(variant) },
      outcome: await this.sendForm(variant, id),
    };
    this.#tried.set(`${variant} ${use}`, tried);
    return tried;
  }

  /** Returns a form of this variant that the backend accepted. Throws `CannotCheck` if the backend did not accept it. */
  async form(variant: FormVariant, use = 'all'): Promise<MadeForm> {
    const { form, outcome } = await this.tryForm(variant, use);
    if (outcome.outcome === 'confirmed') return form;
    throw new CannotCheck(`its form was not taken: ${outcomeText(outcome)}`);
  }

  saveSignature({ id, kind }: MadeForm, file: FileToSend): Promise<Outcome<GenericResult>> {
    return this.#call('SaveSignature', {}, (options) =>
      this.#api().saveSignature(kind, { formId: id, files: [fileOf(file)] }, options),
    );
  }

  /** Uploads files of one kind in one call. Default: the form's first kind. */
  async upload(
    form: MadeForm,
    files: readonly FileToSend[],
    sending: Sending = {},
    { call }: FileKind = firstKind(form),
  ): Promise<DocumentsHeard> {
    const request = { formId: form.id, files: files.map(fileOf) };
    const outcome = await this.#call(call, sending, (options) =>
      this.#api(sending).saveDocument(form.kind, call, request, options),
    );
    const documents = outcome.outcome === 'confirmed' ? (outcome.result?.documents ?? []) : [];
    this.#noteReplaced(form, call, documents);
    for (const { formFileId, name } of documents)
      this.#documents.set(formFileId, { form, call, name });
    return { outcome, documents };
  }

  /** A backend may keep one document for each name, and give it a new id at each upload. */
  #noteReplaced(form: MadeForm, call: FileKind['call'], documents: readonly DocumentEntry[]): void {
    if (this.lists !== 'all') return;
    const ids = new Set(documents.map(({ formFileId }) => sameId(formFileId)));
    const names = new Set(documents.map(({ name }) => sameName(name)));
    for (const [formFileId, earlier] of this.#documents) {
      const isOfList = earlier.form.id === form.id && earlier.call === call;
      if (isOfList && names.has(sameName(earlier.name)) && !ids.has(sameId(formFileId)))
        this.#gone.add(formFileId);
    }
  }

  /** Uploads a file in small chunks. Returns the answer's status, or null if the connection ended without a whole answer. */
  async uploadSlowly(
    form: MadeForm,
    { name, data }: FileToSend,
    chunk: Readonly<{ bytes: number; everyMs: number }>,
  ): Promise<number | null> {
    const token = await this.token();
    const headers = new Headers(this.headers(this.keyHeader(randomUUID())));
    if (isSameOrigin(this.target) && token !== null)
      headers.set(this.target.names.antiForgeryHeader, token);
    const body = new FormData();
    body.append('FormId', form.id);
    body.append('Files', data, name);
    const { call } = firstKind(form);
    const path = callPath(form.kind, call);
    const answer = await this.wire.trickle(this.wire.requestOf(path, headers, body), chunk);
    const { documents } = parsed(answer?.body ?? '');
    for (const { formFileId } of Array.isArray(documents) ? documents.map(Object) : [])
      if (isIdentifier(formFileId)) this.#documents.set(String(formFileId), { form, call, name });
    return answer?.status ?? null;
  }

  async remove(form: MadeForm, formFileId: string): Promise<Outcome<GenericResult>> {
    this.#documents.delete(formFileId);
    const asked = { formId: form.id, registrationFileId: formFileId };
    const outcome = await this.#call('RemoveDocument', {}, (options) =>
      this.#api().removeDocument(form.kind, asked, options),
    );
    if (outcome.outcome === 'confirmed' && !isNotThere(outcome)) this.#gone.add(formFileId);
    return outcome;
  }

  /** Removes every document that a list showed. Returns how many could not be removed, or were not found. */
  async removeAll(): Promise<number> {
    let left = 0;
    for (const [formFileId, { form }] of [...this.#documents]) {
      const outcome = await this.remove(form, formFileId);
      const isRemoved = isNotThere(outcome)
        ? this.#gone.has(formFileId)
        : outcome.outcome === 'confirmed';
      if (!isRemoved) left += 1;
    }
    return left;
  }

  /** The headers of a call as the app sends it, without the anti-forgery token. */
  headers(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    const { applicationKey, names } = this.target;
    return {
      accept: 'application/json',
      [names.applicationKeyHeader.toLowerCase()]: applicationKey,
      [names.deviceHeader.toLowerCase()]: this.deviceId,
      ...more,
    };
  }

  /** Empty if the app sends no idempotency header. */
  keyHeader(key: string): Readonly<Record<string, string>> {
    const { idempotencyHeader } = this.target.names;
    return idempotencyHeader === '' ? {} : { [idempotencyHeader.toLowerCase()]: key };
  }

  announces(what: Accepted): boolean {
    return isAccepted(what, this.announced, []) === true;
  }

  #api({ withoutKey = false }: Sending = {}): Api {
    const { names } = this.target;
    return createApi({
      baseAddress: builtAddress(this.target),
      applicationKey: this.target.applicationKey,
      names: {
        ...names,
        idempotencyHeader: this.sendsKeys && !withoutKey ? names.idempotencyHeader : '',
      },
      accepts: async (what) => isAccepted(what, this.announced, []),
      keyRefusal: { isKnown: async () => false, keep: async () => {} },
      clientState: async () => null,
      fetch: this.wire.fetch,
      deviceIdentifier: async () => this.deviceId,
      antiForgeryToken: () => this.token(),
    });
  }

  /** Sends one step as the app does. If the backend refuses the token, the step is sent again with a fresh token. */
  async #call<R extends GenericResult>(
    call: StepCall,
    { key = randomUUID(), isAgain = false }: Sending,
    send: (options: CallOptions) => Promise<Answer<R>>,
  ): Promise<Outcome<R>> {
    const options = { timeoutMs: TIMEOUT_MS, idempotencyKey: idempotencyKey(key) };
    const judged = async (wasFresh: boolean): Promise<Outcome<R>> => {
      const answer = await answerOf(() => send(options));
      return classify(answer, { call, wasFresh, wasInDoubt: isAgain, now: this.now });
    };
    const outcome = await judged(false);
    if (outcome.outcome !== 'retryFresh') return outcome;
    await this.info();
    return judged(true);
  }
}

const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' || Number.isSafeInteger(value);

const fileOf = ({ name, data }: FileToSend) => ({ fileName: name, data });

function firstKind({ kind }: MadeForm): FileKind {
  const [first] = documentsOf(kind);
  if (first === undefined) throw new Error('Every form has a kind of document.');
  return first;
}
