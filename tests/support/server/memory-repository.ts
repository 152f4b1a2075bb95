import { createQueue } from '../../../server/queues.ts';
import {
  type Age,
  DECIDES_MARK,
  EPOCH_MARK,
  type FormContent,
  type FormOwner,
  type FormsTransaction,
  MAX_UNUSED_FORMS,
  type Repository,
  type SavedAnswer,
  type StoredDocument,
  type StoredFile,
} from '../../../server/repository/repository-port.ts';
import { termOf, termsOf } from '../../../server/repository/search-terms.ts';
import { advanceClock, type TrustedClock } from '../../../server/repository/upkeep.ts';
import { namesCustomer } from '../../../server/repository/verdicts.ts';
import type { DeviceState } from '../../../src/domain/announced.ts';
import type { DocumentKind } from '../../../src/domain/forms/document-kinds.ts';
import type { ReasonCode, VerdictState } from '../../../src/domain/verdict.ts';
import { newRing, type StoredForm } from './stored-forms.ts';

const ring = newRing();

interface Form {
  readonly issuedTo: string;
  readonly issuedAt: number;
  owner: FormOwner | null;
  content: Readonly<{ it: FormContent; at: number }> | null;
  signature: Readonly<{ it: StoredFile; at: number }>[];
  documents: (StoredDocument & Readonly<{ category: DocumentKind }>)[];
  /** The clock's `passed` at the form's last change. */
  passed: number;
  verdict: Readonly<{
    state: VerdictState;
    code: ReasonCode | null;
    text: string | null;
    at: number;
  }> | null;
  place: number;
  corrects: string | null;
  correctedBy: string | null;
}

interface State {
  readonly forms: Map<string, Form>;
  readonly answers: Map<string, SavedAnswer & Readonly<{ formId: string; at: number }>>;
  readonly garbage: Set<string>;
  readonly marks: Map<string, string>;
  readonly devices: Map<string, Readonly<{ seq: number; state: DeviceState }>>;
  identity: string | null;
  clock: TrustedClock | null;
}

/** The data of a repository in memory. It outlives the repositories that are opened over it. */
export interface MemoryRepositoryState {
  committed: State;
}

export const newMemoryState = (): MemoryRepositoryState => ({
  committed: {
    forms: new Map(),
    answers: new Map(),
    garbage: new Set(),
    marks: new Map([[EPOCH_MARK, 'memory']]),
    devices: new Map(),
    identity: null,
    clock: null,
  },
});

/**
 * The repository in memory, in the worst case that the port allows. Every step inside a transaction takes time. Every effect runs twice,
 * as in a store with a conflict: the first run is rolled back.
 */
export function openMemoryRepository(memory: MemoryRepositoryState): Repository {
  const inTurn = createQueue();
  const change = <T>(
    act: (state: State) => T | Promise<T>,
    holds: (it: T) => boolean = () => true,
  ) =>
    inTurn(async () => {
      const state = structuredClone(memory.committed);
      const result = await act(state);
      if (holds(result)) memory.committed = state;
      return result;
    });
  const form = (formId: string) => memory.committed.forms.get(formId);

  return {
    issueForm: (formId, deviceId, at) =>
      change(({ forms }) => {
        const empty = { owner: null, content: null, signature: [], documents: [], passed: 0 };
        const unsaid = { verdict: null, place: 0, corrects: null, correctedBy: null };
        forms.set(formId, { issuedTo: deviceId, issuedAt: at, ...empty, ...unsaid });
      }),
    purgeForms: (yearAgo, monthAgo) =>
      change(({ forms }) => {
        const unused = [...forms].filter(([, { owner }]) => owner === null);
        const old = unused.filter(([, { issuedAt, issuedTo }]) => {
          const newer = unused.filter(
            ([, it]) => it.issuedTo === issuedTo && it.issuedAt > issuedAt,
          );
          return issuedAt < yearAgo || (issuedAt < monthAgo && newer.length >= MAX_UNUSED_FORMS);
        });
        for (const [formId] of old) forms.delete(formId);
        return old.length;
      }),
    mayUse: async (owner) => isFree(form(owner.formId), owner),
    savedAnswer: async (deviceId, key) => answerIn(memory.committed, deviceId, key),
    recentAnswer: async (deviceId, key) => answerIn(memory.committed, deviceId, key),
    exactlyOnce: async (claim, at, effect) => {
      const once = async (state: State) => {
        const saved = claim === null ? null : answerIn(state, claim.deviceId, claim.key);
        if (claim !== null && saved !== null) {
          return saved.requestHash === claim.requestHash
            ? ({ status: 'replayed', answer: saved.answer } as const)
            : ({ status: 'key-reused' } as const);
        }
        await effect(transactionOn(structuredClone(state), new Set()));
        const changed = new Set<Form>();
        const ending = await effect(transactionOn(state, changed));
        for (const each of changed) {
          if (each.verdict !== null && each.verdict.state !== 'received') {
            return { status: 'decided' } as const;
          }
          settle(state, each, at);
        }
        if (claim !== null && 'answer' in ending && ending.status === 'answered') {
          const { deviceId, key, formId, requestHash } = claim;
          const answer = ending.answer as SavedAnswer['answer'];
          state.answers.set(`${deviceId} ${key}`, { formId, requestHash, answer, at });
        }
        return ending;
      };
      return change(once, ({ status }) => status === 'answered');
    },
    documentFor: async (formFileId, deviceId) => {
      const own = [...memory.committed.forms.values()].filter(
        ({ owner }) => owner?.deviceId === deviceId,
      );
      const found = own.flatMap(({ documents }) => documents);
      return plain(found.find((document) => document.formFileId === formFileId));
    },
    fileCount: async () => namesIn(memory.committed).length,
    unknownAmong: async (storageNames) => {
      const known = new Set(namesIn(memory.committed));
      return storageNames.filter((name) => !known.has(name));
    },
    identity: async () => memory.committed.identity,
    identify: (id) =>
      change((state) => {
        state.identity = id;
      }),
    identifyOnce: (id) =>
      change((state) => {
        state.identity ??= id;
        return state.identity;
      }),
    garbage: async (max) => [...memory.committed.garbage].slice(0, max),
    forget: (storageNames) =>
      change(({ garbage }) => {
        for (const name of storageNames) garbage.delete(name);
      }),
    mark: async (name) => memory.committed.marks.get(name) ?? null,
    setMark: (name, value) => change(({ marks }) => void marks.set(name, value)),
    trustedTime: (now) =>
      change((state) => {
        state.clock = advanceClock(state.clock, now);
        return state.clock;
      }),
    eraseForm: (formId) => change((state) => erase(state, formId)),
    eraseFinished: (before, most) =>
      change((state) => {
        const finished = [...state.forms].filter(([, it]) => isFinished(it, before)).slice(0, most);
        const storageNames = finished.flatMap(([formId]) => erase(state, formId) ?? []);
        return { forms: finished.length, storageNames };
      }),
    // The next three convert data of older versions. A repository in memory has no such data.
    sealForms: async () => 0,
    keyAnswers: async () => 0,
    indexForms: async () => 0,
    decide: ({ formId, ...said }, at) =>
      change((state) => {
        const it = state.forms.get(formId);
        if (it?.content == null) return 'unknown' as const;
        const isDecided = it.verdict?.state === 'active' || it.verdict?.state === 'refused';
        if (it.verdict === null || !(isDecided || isComplete(it))) return 'incomplete' as const;
        const { at: before, ...known } = it.verdict;
        if (JSON.stringify(known) === JSON.stringify(said)) return 'unchanged' as const;
        const values = Object.values(it.content.it.formData);
        if (said.text !== null && namesCustomer(said.text, values))
          return 'names-customer' as const;
        give(state, it, { ...said, at: Math.max(at, before + 1) });
        state.marks.set(DECIDES_MARK, 'yes');
        return 'decided' as const;
      }),
    deviceOf: async (deviceId) => {
      const { marks, devices } = memory.committed;
      const device = devices.get(deviceId) ?? { state: 'ok', seq: 0 };
      return { ...device, epoch: marks.get(EPOCH_MARK) ?? '' };
    },
    verdictsAfter: async (deviceId, after, since, max) =>
      [...memory.committed.forms]
        .flatMap(([formId, { owner, verdict, place, correctedBy }]) => {
          if (owner?.deviceId !== deviceId || verdict === null || place <= after) return [];
          const { state, at } = verdict;
          const isOpen = state === 'refused' && correctedBy === null;
          const isListed = since === null || at >= since.any || (isOpen && at >= since.open);
          return isListed ? [{ formId, ...verdict, place }] : [];
        })
        .toSorted((one, other) => one.place - other.place)
        .slice(0, max),
    setDeviceState: (deviceId, state) =>
      change(({ devices, forms }) => {
        const { seq = 0 } = devices.get(deviceId) ?? {};
        devices.set(deviceId, { seq, state });
        const has = ({ issuedTo, owner }: Form) =>
          issuedTo === deviceId || owner?.deviceId === deviceId;
        return seq > 0 || [...forms.values()].some(has) ? 'known' : 'unknown';
      }),
    findForms: async (kind, text, max) =>
      [...memory.committed.forms.values()]
        .flatMap(({ content }) => content ?? [])
        .filter(({ it }) => termsOf(ring, it).includes(termOf(ring, kind, text)))
        .map(({ it, at }) => ({ formId: it.formId, receivedAt: at }))
        .toSorted((one, other) => other.receivedAt - one.receivedAt)
        .slice(0, max),
    filesAfter: async () => [],
    plainFiles: async () => [],
    replaceFile: async () => false,
    flush: async () => undefined,
    purgeAnswers: (before) =>
      change(({ answers }) => {
        const old = [...answers].filter(([, { at }]) => at < before);
        for (const [key] of old) answers.delete(key);
        return old.length;
      }),
    probe: async () => undefined,
    close: () => inTurn(async () => undefined),
  };
}

/** The forms, in the shape in which `storedForms` reads them from the server's database. */
export const memoryForms = ({ committed }: MemoryRepositoryState): readonly StoredForm[] =>
  [...committed.forms].map(([formId, { owner, content, signature, documents }]) => ({
    formId,
    owner,
    content: content?.it ?? null,
    signature: signature.map(({ it }) => it),
    documents,
  }));

const aWhile = () => new Promise<void>((done) => setImmediate(done));

/** Gives the form a verdict, and the next place among the verdicts of its device. */
function give({ devices }: State, form: Form, verdict: NonNullable<Form['verdict']>): void {
  const deviceId = form.owner?.deviceId ?? '';
  const { seq = 0, state = 'ok' } = devices.get(deviceId) ?? {};
  devices.set(deviceId, { seq: seq + 1, state });
  form.verdict = verdict;
  form.place = seq + 1;
}

const isComplete = ({ signature, documents }: Form): boolean =>
  signature.length > 0 && documents.length > 0;

function settle(state: State, form: Form, at: number): void {
  if (form.verdict !== null || form.content === null || !isComplete(form)) return;
  give(state, form, { state: 'received', code: null, text: null, at });
}

function transactionOn(state: State, touched: Set<Form>): FormsTransaction {
  const at = async (formId: string): Promise<Form> => {
    await aWhile();
    const form = state.forms.get(formId);
    if (form === undefined) throw new Error('No such form.');
    return form;
  };
  const changed = async (formId: string): Promise<Form> => {
    const form = await at(formId);
    form.passed = state.clock?.passed ?? 0;
    touched.add(form);
    return form;
  };
  return {
    bindForm: async (owner) => {
      await aWhile();
      const form = state.forms.get(owner.formId);
      if (form === undefined || !isFree(form, owner)) return false;
      form.owner = owner;
      return true;
    },
    saveContent: async (content, time, corrects = null) => {
      const form = await changed(content.formId);
      form.content = { it: content, at: time };
      form.corrects = corrects;
      const old = state.forms.get(corrects ?? '');
      if (old !== undefined && old !== form && old.owner?.deviceId === form.owner?.deviceId) {
        old.correctedBy = content.formId;
      }
    },
    replaceSignature: async (formId, files, time) => {
      const form = await changed(formId);
      const freed = form.signature.map(({ it }) => it.storageName);
      form.signature = files.map((it) => ({ it, at: time }));
      for (const name of freed) state.garbage.add(name);
      return freed;
    },
    documentNamed: async (formId, name) =>
      (await at(formId)).documents.find((document) => document.name === name) ?? null,
    listDocuments: async (formId, category) =>
      (await at(formId)).documents
        .filter((document) => document.category === category)
        .flatMap((document) => plain(document) ?? []),
    addDocument: async (formId, category, document) => {
      const { documents } = await changed(formId);
      if (documents.some(({ name }) => name === document.name)) {
        throw new Error('The name is taken.');
      }
      documents.push({ ...document, category });
    },
    removeDocument: async (owner, formFileId) => {
      await aWhile();
      const form = state.forms.get(owner.formId);
      const found = form?.documents.find((document) => document.formFileId === formFileId);
      if (
        form === undefined ||
        found === undefined ||
        form.owner === null ||
        !isFree(form, owner)
      ) {
        return null;
      }
      form.documents = form.documents.filter((document) => document !== found);
      touched.add(form);
      state.garbage.add(found.storageName);
      return found.storageName;
    },
  };
}

const isFree = (form: Form | undefined, { deviceId, kind }: FormOwner): boolean =>
  form !== undefined &&
  (form.owner === null || (form.owner.deviceId === deviceId && form.owner.kind === kind));

function plain(
  document: (StoredDocument & Readonly<{ category: DocumentKind }>) | undefined,
): StoredDocument | null {
  if (document === undefined) return null;
  const { category: _, ...rest } = document;
  return rest;
}

function answerIn(state: State, deviceId: string, key: string): SavedAnswer | null {
  const saved = state.answers.get(`${deviceId} ${key}`);
  return saved === undefined ? null : { requestHash: saved.requestHash, answer: saved.answer };
}

const namesOf = (form: Form): string[] => [
  ...form.documents.map(({ storageName }) => storageName),
  ...form.signature.map(({ it }) => it.storageName),
];

const namesIn = ({ forms }: State): string[] => [...forms.values()].flatMap(namesOf);

function isFinished({ content, signature, documents, passed }: Form, before: Age): boolean {
  const times = [
    content?.at ?? Number.POSITIVE_INFINITY,
    ...signature.map(({ at }) => at),
    ...documents.map(({ receivedAt }) => receivedAt),
  ];
  return (
    signature.length > 0 &&
    documents.length > 0 &&
    times.every((at) => at < before.trusted) &&
    passed < before.passed
  );
}

function erase(state: State, formId: string): string[] | null {
  for (const [key, answer] of state.answers) {
    if (answer.formId === formId) state.answers.delete(key);
  }
  const form = state.forms.get(formId);
  state.forms.delete(formId);
  for (const other of state.forms.values()) {
    if (other.correctedBy === formId) other.correctedBy = null;
  }
  if (form === undefined) return null;
  for (const name of namesOf(form)) state.garbage.add(name);
  return namesOf(form);
}
