import type { InfoReading } from '../../src/api/contract.ts';
import type { UploadCall } from '../../src/domain/forms/document-kinds.ts';
import { type FormId, formId } from '../../src/domain/ids.ts';
import { sameName } from '../../src/domain/plan.ts';
import type { ServerDocument } from '../../src/domain/submission-types.ts';
import type { ApiRequest, ApiResult } from '../../src/sync/ports/ports.ts';
import { asJpeg } from './files.ts';
import type { Oddities } from './oddities.ts';
import type { Operator } from './operator.ts';
import type { Swarm, WebpLife } from './swarm.ts';
import { Violation } from './violation.ts';

export type Copy = Readonly<{
  formFileId: string;
  /** The name that the client gave. */
  fileName: string;
  of: UploadCall;
  content: string;
  /** The order of arrival. */
  landed: number;
  /** The request arrived after its sender had given up waiting for the answer. */
  late: boolean;
}>;

export type Kept = Readonly<{ content: string; sentAt: number }>;

export interface StoredForm {
  body: Kept | null;
  signature: Kept | null;
  copies: Copy[];
  /** An older request arrived after a newer one. No client can prevent that. */
  outOfOrder: boolean;
}

export type Arrival = Readonly<{ key: string; sentAt: number; late: boolean }>;

/** The backend's answer. With status 200, `wasSuccessful` false is a refusal. */
export type Reply = Readonly<{ result: ApiResult; httpStatus: 200 | 400 | 404 | 500 }>;

const generic = {
  wasSuccessful: true,
  heading: 'Received',
  description: 'We have received it.',
  modelState: {},
};

/** Returns the request's content. One idempotency key must never arrive with two contents. */
const contentOf = (request: ApiRequest): string => {
  switch (request.call) {
    case 'GetInfo':
      return '';
    case 'RegisterSim':
    case 'ReplaceSim':
      return request.json;
    case 'RemoveDocument':
      return request.formFileId;
    default:
      return `${request.fileName} ${request.file.type} ${request.file.size}`;
  }
};

/** A backend with the contract's calls, independent of the client. It has no faults and never loses anything. */
export class Backend {
  readonly forms = new Map<FormId, StoredForm>();
  /** Keys whose request took effect. */
  readonly effects = new Set<string>();
  /** For each entry of a list: the number of the arrival that the list answered. */
  readonly listedAt = new WeakMap<ServerDocument, number>();
  readonly #capabilities: Swarm['backend'];
  readonly #odd: Oddities;
  readonly #webp: WebpLife;
  readonly #refusesRepeats: boolean;
  readonly #said = new Map<string, Reply>();
  readonly #contents = new Map<string, string>();
  #arrivals = 0;
  #files = 0;
  #guids = 0;

  /** Returns true if this GetInfo returns the previous formGuid again. */
  readonly #repeatsGuid: () => boolean;

  /** Null: the backend does not report verdicts. */
  readonly #operator: Operator | null;

  constructor(
    {
      backend,
      odd,
      refusesRepeats,
      webp,
    }: Pick<Swarm, 'backend' | 'odd' | 'refusesRepeats' | 'webp'>,
    repeatsGuid: () => boolean,
    operator: Operator | null,
  ) {
    this.#operator = operator;
    this.#webp = webp;
    this.#refusesRepeats = refusesRepeats;
    this.#capabilities = backend;
    this.#odd = odd;
    this.#repeatsGuid = repeatsGuid;
  }

  /** Throws a `Violation` if the client sent something that it must never send. */
  receive(request: ApiRequest, { key, late, sentAt }: Arrival): Reply {
    this.#arrivals += 1;
    const content = `${request.call} ${contentOf(request)}`;
    const known = this.#contents.get(key);
    if (known !== undefined && known !== content)
      throw new Violation('I2', 'one idempotency key came with two contents');
    this.#contents.set(key, content);

    const said = this.#said.get(key);
    // A GET carries no key on the wire.
    const knowsKey = this.#capabilities.idempotent && request.call !== 'GetInfo';
    if (knowsKey && said !== undefined) return said;
    const reply = this.#act(request, key, late, sentAt);
    if (reply.result.wasSuccessful) this.effects.add(key);
    this.#said.set(key, reply);
    return reply;
  }

  #act(request: ApiRequest, key: string, late: boolean, sentAt: number): Reply {
    if (request.call === 'GetInfo') {
      const { reading } = request;
      if (reading !== undefined && !reading.wantsNumber) return done(this.#read(reading));
      if (this.#guids === 0 || !this.#repeatsGuid()) this.#guids += 1;
      const formGuid = formId(`form-${this.#guids}`);
      const announced = this.#operator?.announces() ?? { accepts: [] };
      const info = { formGuid, titleOptions: [], typeOfBusinessOptions: [], ...announced };
      return done({ ...(reading === undefined ? generic : this.#read(reading)), info });
    }
    const reply = this.#actOn(request, key, late, sentAt);
    const form = this.forms.get(request.formId);
    if (form !== undefined) this.#operator?.look(request.formId, form);
    return reply;
  }

  #read(reading: InfoReading): ApiResult {
    if (this.#operator === null)
      throw new Violation('V6', 'verdicts were asked of a backend that does not announce them');
    return { ...generic, status: this.#operator.answer(reading) };
  }

  #actOn(
    request: Exclude<ApiRequest, { call: 'GetInfo' }>,
    key: string,
    late: boolean,
    sentAt: number,
  ): Reply {
    const form = this.#formOf(request.formId);
    switch (request.call) {
      case 'RegisterSim':
      case 'ReplaceSim': {
        // The customer's data is wrong. The backend accepts only a corrected form.
        if (request.json.includes(' bad')) return refusedFields;
        if (this.#refusesRepeats && form.body?.content === request.json) return refusedAlready;
        if (form.body !== null && sentAt < form.body.sentAt) form.outOfOrder = true;
        form.body = { content: request.json, sentAt };
        return done(generic);
      }
      case 'SaveSignature': {
        if (this.#refusesRepeats && form.signature?.content === request.file.type)
          return refusedAlready;
        if (form.signature !== null && sentAt < form.signature.sentAt) form.outOfOrder = true;
        form.signature = { content: request.file.type, sentAt };
        return done(generic);
      }
      case 'RemoveDocument': {
        const left = form.copies.filter(
          ({ formFileId }) => plainId(formFileId) !== plainId(request.formFileId),
        );
        if (left.length === form.copies.length) {
          // The document is already deleted, as the call wanted.
          this.effects.add(key);
          return { httpStatus: 404, result: { ...generic, wasSuccessful: false } };
        }
        form.copies = left;
        return done(generic);
      }
      default: {
        const { call, file, fileName } = request;
        const webp = file.type.startsWith('image/webp') ? this.#webp : 'taken';
        if (webp === 'refused') return { httpStatus: 400, result: refusedType };
        if (webp === 'refusedVaguely') return { httpStatus: 200, result: refusedVaguely };
        this.#files += 1;
        const copy: Copy = {
          formFileId: this.#newFileId(),
          fileName,
          of: call,
          content: file.type,
          landed: this.#arrivals,
          late,
        };
        form.copies.push(copy);
        if (webp === 'stored') return { httpStatus: 500, result: refusedVaguely };
        const listed =
          this.#capabilities.lists === 'own' ? [copy] : form.copies.filter(({ of }) => of === call);
        return done({ ...generic, documents: listed.flatMap((each) => this.#entries(each)) });
      }
    }
  }

  #formOf(id: FormId): StoredForm {
    const found = this.forms.get(id);
    if (found !== undefined) return found;
    const form: StoredForm = { body: null, signature: null, copies: [], outOfOrder: false };
    this.forms.set(id, form);
    return form;
  }

  #newFileId(): string {
    if (this.#capabilities.ids === 'numbers') return String(7 + this.#files);
    const scattered = Math.imul(this.#files, 0x9e3779b1) >>> 0;
    return `${scattered.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  }

  #entries({ fileName, formFileId }: Copy): ServerDocument[] {
    const name = this.#capabilities.shoutsNames ? fileName.toUpperCase() : fileName;
    const { listsTwice } = this.#odd;
    const isPadded = listsTwice === 'padded' && this.#capabilities.ids === 'numbers';
    const again = isPadded ? `0${formFileId}` : formFileId;
    return (listsTwice === 'no' ? [formFileId] : [formFileId, again]).map((id) => {
      const entry: ServerDocument = { formFileId: id, name };
      this.listedAt.set(entry, this.#arrivals);
      return entry;
    });
  }
}

/** Returns true if both names are of the same file. A photo that was converted to JPEG is the same file. */
export const isSameFile = (one: string, other: string): boolean =>
  sameName(asJpeg(one)) === sameName(asJpeg(other));

export const isSameName = (one: string, other: string): boolean =>
  sameName(one) === sameName(other);

/** A backend reads ids as numbers: '7' and '07' are the same. */
const plainId = (formFileId: string): string => formFileId.replace(/^0+(?=\d+$)/, '');

const refusedVaguely: ApiResult = {
  wasSuccessful: false,
  heading: 'Not accepted',
  description: 'It could not be processed.',
  modelState: {},
};

const refusedType: ApiResult = {
  ...refusedVaguely,
  modelState: { Files: ['Only JPEG and PNG are allowed.'] },
};

const done = (result: ApiResult): Reply => ({ httpStatus: 200, result });

const refusedAlready: Reply = {
  httpStatus: 400,
  result: {
    wasSuccessful: false,
    heading: '',
    description: 'Please make sure you have entered all the information correctly.',
    modelState: { '': ['It is registered already.'] },
  },
};

const refusedFields: Reply = {
  httpStatus: 400,
  result: {
    wasSuccessful: false,
    heading: 'Not accepted',
    description: 'Please make sure you have entered all the information correctly.',
    modelState: { simCardNumber: ['This number is not known.'] },
  },
};
