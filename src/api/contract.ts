import * as v from 'valibot';
import { type Announcement, announcedIn, type DeviceState } from '../domain/announced.ts';
import { type FormKind, formKinds } from '../domain/forms/form-kinds.ts';
import type { FormDataByKind, WireBody } from '../domain/forms/wire-body.ts';
import { type FormId, formId } from '../domain/ids.ts';
import type { GenericResult } from '../domain/outcome.ts';
import type { StepCall } from '../domain/submission-types.ts';
import { reasonOf, type StatusPage, type VerdictItem, verdictStateOf } from '../domain/verdict.ts';

/** Empty if the backend sent no text. */
const text = v.optional(v.fallback(v.string(), ''), '');

/** Returns the texts, numbers and booleans of a value or list as texts. Ignores nested lists, because they may be arbitrarily deep. */
const messages = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    .map(String);

const record = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** `modelState` and ASP.NET's `errors`: each key has a text or a list of texts. */
export const modelStateSchema = v.pipe(
  record,
  v.transform((errors): GenericResult['modelState'] =>
    Object.fromEntries(Object.entries(errors).map(([key, value]) => [key, messages(value)])),
  ),
);

const modelState = v.optional(v.fallback(modelStateSchema, {}), {});

/** Only `false` is a refusal. */
const wasSuccessful = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((value) => value !== false),
);

/** Any JSON object is an answer. A property of an unexpected type counts as missing. */
const generic = { description: text, heading: text, wasSuccessful, modelState };

/** Returns the entries that can be read, and skips the others. */
const readable = <S extends v.GenericSchema>(list: unknown, item: S): v.InferOutput<S>[] =>
  (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    const read = v.safeParse(item, entry);
    return read.success ? [read.output] : [];
  });

const listOf = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.optional(v.unknown(), null),
    v.transform((list) => readable(list, item)),
  );

/**
 * An identifier or an option's value. Some backends send numbers. A number above 2^53 has lost its last digits while the JSON was parsed,
 * so it names nothing.
 */
const identifier = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.maxValue(Number.MAX_SAFE_INTEGER))]),
  v.transform(String),
);

const optionSchema = v.object({ value: identifier, label: v.string() });

export const documentSchema = v.object({
  formFileId: identifier,
  name: v.string(),
  documentUrl: text,
  loading: v.optional(v.fallback(v.boolean(), false), false),
});

export const genericResultSchema = v.object(generic);
export const documentsResultSchema = v.pipe(
  v.object({ ...generic, documents: v.optional(v.unknown(), null) }),
  v.transform(({ documents: list, ...result }) => {
    const documents = readable(list, documentSchema);
    const isWhole = Array.isArray(list) && documents.length === list.length;
    return { ...result, documents, isWhole };
  }),
);

/*
 * The additional member `status` of a GetInfo answer. Each part is read by itself: a part that does not fit is left out, and never makes
 * the answer unreadable.
 */

const MAX_ITEMS = 100;
const MAX_TEXT = 140;
const MAX_ID = 100;
/** The end of the year 9999, ms since 1970. */
const LATEST = 253_402_300_799_999;
const CURSOR = /^[\w.-]{1,64}$/;

const timeIn = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= LATEST ? Math.floor(value) : null;

/**
 * At most 140 characters. Removes control and format characters, because some reverse the direction of text. The limit splits no
 * surrogate pair.
 */
const plainText = (value: unknown): string =>
  typeof value === 'string'
    ? [...value.slice(0, 10 * MAX_TEXT).replace(/[\p{Cc}\p{Cf}]/gu, '')].slice(0, MAX_TEXT).join('')
    : '';

function itemIn(value: unknown): VerdictItem | null {
  if (!v.is(record, value)) return null;
  const { formId: id } = value;
  const at = timeIn(value['at']);
  if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_ID || at === null) return null;
  const heard = { formId: formId(id), state: verdictStateOf(value['state']), at };
  if (heard.state !== 'refused') return heard;
  const code = reasonOf(value['code']);
  const text = code === 'other' ? plainText(value['text']) : '';
  return text === '' ? { ...heard, code } : { ...heard, code, text };
}

/** Reads `status`. Returns null if it is missing or no object. */
export function statusPageIn(status: unknown): StatusPage | null {
  if (!v.is(record, status)) return null;
  const { items, next, more, now } = status;
  const list: readonly unknown[] = Array.isArray(items) ? items.slice(0, MAX_ITEMS) : [];
  return {
    items: list.map(itemIn).filter((item) => item !== null),
    next: typeof next === 'string' && CURSOR.test(next) ? next : null,
    more: more === true,
    now: timeIn(now),
  };
}

const MIN_UNSENT = 20;
const MIN_AGE_HOURS = 24;
/** At most 32 characters, without control and format characters. */
const POLICY_VERSION = /^[^\p{Cc}\p{Cf}]{1,32}$/u;
const APP_VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;

const textIn = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;

/** A lower limit counts as `least`, because a mistake of the operator must not stop the agents. */
const limitIn = (value: unknown, least: number): number | undefined =>
  Number.isSafeInteger(value) ? Math.max(Number(value), least) : undefined;

/** Reads `device` and `policy`, each member by itself. A member that does not fit is left out. */
export function limitsIn(
  answer: Readonly<{ device?: unknown; policy?: unknown }>,
): Omit<Announcement, 'accepts'> {
  const { state } = Object(answer.device);
  const given = Object(answer.policy);
  const version = textIn(given.version, POLICY_VERSION);
  const minimumVersion = textIn(given.minimumVersion, APP_VERSION);
  const maxUnsent = limitIn(given.maxUnsent, MIN_UNSENT);
  const maxAgeHours = limitIn(given.maxAgeHours, MIN_AGE_HOURS);
  return {
    ...(state === ('revoked' satisfies DeviceState) && { isRevoked: true }),
    ...(version !== undefined && {
      policy: {
        version,
        ...(minimumVersion !== undefined && { minimumVersion }),
        ...(maxUnsent !== undefined && { maxUnsent }),
        ...(maxAgeHours !== undefined && { maxAgeHours }),
      },
    }),
  };
}

export const infoResultSchema = v.pipe(
  v.object({
    ...generic,
    titleOptions: listOf(optionSchema),
    typeOfBusinessOptions: listOf(optionSchema),
    // The id may have any spelling: the app sends it back exactly as received.
    formGuid: v.optional(v.fallback(identifier, ''), ''),
    accepts: v.optional(v.unknown()),
    acceptsClientState: v.optional(v.unknown()),
    device: v.optional(v.unknown()),
    policy: v.optional(v.unknown()),
    status: v.optional(v.unknown()),
  }),
  v.transform(({ accepts, acceptsClientState, device, policy, status, ...info }) => ({
    ...info,
    ...limitsIn({ device, policy }),
    accepts: announcedIn({ accepts, acceptsClientState }),
    status: statusPageIn(status),
  })),
);

export type DocumentEntry = Readonly<v.InferOutput<typeof documentSchema>>;
export type DocumentsResult = GenericResult & Readonly<{ documents: readonly DocumentEntry[] }>;
/** A documents answer as the app read it. */
export type DocumentsRead = DocumentsResult &
  Readonly<{
    /** False if there was no list, or if an entry without a name or an id was skipped. */
    isWhole: boolean;
  }>;
export type InfoResult = GenericResult &
  Readonly<{
    titleOptions: readonly Readonly<{ value: string; label: string }>[];
    typeOfBusinessOptions: readonly Readonly<{ value: string; label: string }>[];
    /** A new id on every call. Empty if the answer has none. */
    formGuid: string;
    /** The extensions that the backend announces, in its spelling. */
    accepts: readonly string[];
  }>;
/** An answer of GetInfo as the app read it. */
export type InfoRead = InfoResult &
  Announcement &
  Readonly<{
    /** The operator's verdicts. Null if the answer has none. */
    status: StatusPage | null;
  }>;

/** A missing value throws before anything is sent, as in the generated clients of this API. */
type Missing = null | undefined;

export type FormRequests = {
  readonly [Kind in FormKind]: Omit<WireBody, 'formId' | 'formData'> &
    Readonly<{ formId: FormId | Missing; formData: FormDataByKind[Kind] }>;
};

/** `data.type` is the part's content type. */
export type FileParameter = Readonly<{ data: Blob; fileName: string }>;
export type FilesRequest = Readonly<{
  formId: FormId | Missing;
  files: readonly FileParameter[];
}>;
export type RemoveDocumentRequest = Readonly<{
  formId: FormId | Missing;
  registrationFileId: string | Missing;
}>;

export const serverProblem: GenericResult = {
  wasSuccessful: false,
  heading: 'There was a problem',
  description: 'We experienced a problem. Please try again.',
  modelState: {},
};

export const invalidForm = (errors: GenericResult['modelState']): GenericResult => ({
  wasSuccessful: false,
  heading: '',
  description: 'Please make sure you have entered all the information correctly.',
  modelState: errors,
});

export const success: GenericResult = {
  wasSuccessful: true,
  heading: '',
  description: '',
  modelState: {},
};

export const GET_INFO_PATH = '/Info/GetInfo';

/** Asks for the operator's verdicts. `after`: the cursor, '' for the first reading. `wantsNumber`: also for a new formGuid. */
export type InfoReading = Readonly<{ after: string; wantsNumber: boolean }>;

/** The path of a form's call, relative to the backend's address. */
export const callPath = (kind: FormKind, call: Exclude<StepCall, 'GetInfo'>): string =>
  `/${formKinds[kind].folder}/${call}`;
