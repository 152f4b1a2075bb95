import { documentsOf } from '../../../src/domain/forms/document-kinds.ts';
import { allFields } from '../../../src/domain/forms/form.ts';
import { type FormKind, formKindRows } from '../../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { sentTypes } from '../../../src/domain/forms/sent-files.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { formId, type SubmissionId } from '../../../src/domain/ids.ts';
import type { SubmissionStatus } from '../../../src/domain/submission-types.ts';
import { verifyBytes } from '../../../src/sync/second-copy/verified-bytes.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { individual, type SyncWorld, signature } from './sync-world.ts';

export type FormCase = Readonly<{ kind: FormKind; values: Values }>;

const business: Values = {
  isBusinessCustomer: true,
  businessName: 'Karoo Windpumps',
  businessType: '1',
  businessRegistrationNumber: '2011/118805/07',
  entityRegistrationNumber: '2011/118805/07',
  businessAddress: '12 Church Street\nGraaff-Reinet',
  natureOfBusiness: 'Pump repairs',
  keyContactName: 'Lerato',
  keyContactSurname: 'Mokoena',
  keyContactDesignation: 'Manager',
};

/** Each kind of form, for an individual. Also for a business, if the form has fields for a business. */
const everyForm: readonly FormCase[] = formKindRows.flatMap(({ kind }) => {
  const names = new Set<string>(allFields(formOf(kind)).map(({ name }) => name));
  const person: Values = { ...individual, msisdn: '0821234567' };
  const customers = names.has('isBusinessCustomer')
    ? [person, { ...person, ...business }]
    : [person];
  return customers.map((all) => ({
    kind,
    values: Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name))),
  }));
});

/** Each kind of document that the form has for these values, in each type that the app sends. */
export const everyDocument = ({ kind, values }: FormCase) =>
  documentsOf(kind)
    .filter(({ applies }) => applies?.(values) ?? true)
    .flatMap((document) => sentTypes.map((type) => ({ kind: document.kind, type })));

/** The returned form that each form of this file corrects. */
const RETURNED = formId('3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e77');

const filled = async (world: SyncWorld, form: FormCase): Promise<SubmissionId> => {
  const id = await world.draft({ ...form, documents: [], corrects: RETURNED });
  for (const { kind, type } of everyDocument(form)) await world.addDocument(id, kind, 300, type);
  return id;
};

async function submitted(world: SyncWorld, form: FormCase): Promise<SubmissionId> {
  const id = await filled(world, form);
  const result = await submit(world.ports(), id, signature(id));
  if (result.status !== 'saved') throw new Error(`Submit said ${JSON.stringify(result)}.`);
  return id;
}

async function drained(world: SyncWorld, form: FormCase): Promise<SubmissionId> {
  const id = await submitted(world, form);
  await world.settle();
  return id;
}

const makers: Readonly<
  Record<SubmissionStatus, (world: SyncWorld, form: FormCase) => Promise<SubmissionId>>
> = {
  delivered: drained,
  rejected: async (world, form) => {
    const { faultOf } = world.backend;
    world.backend.faultOf = ({ call }) =>
      call === 'GetInfo' ? undefined : { fault: 'refused', httpStatus: 400 };
    const id = await drained(world, form);
    world.backend.faultOf = faultOf;
    return id;
  },
  draft: filled,
  queued: submitted,
};

export type MadeForm = FormCase & Readonly<{ id: SubmissionId; status: SubmissionStatus }>;

/** Puts each form in each status on the phone, with each document in each type. */
export async function everySubmission(world: SyncWorld): Promise<readonly MadeForm[]> {
  const made: MadeForm[] = [];
  // Waiting forms come last, because the other forms need drains, and a drain sends every waiting form.
  for (const status of Object.keys(makers) as SubmissionStatus[])
    for (const form of everyForm) {
      const id = await makers[status](world, form);
      if (world.row(id).status !== status) throw new Error(`It is not ${status}.`);
      made.push({ ...form, id, status });
    }
  return made;
}

/** Everything that an agent captured, with the bytes of each file. */
export async function captured(world: SyncWorld, id: SubmissionId): Promise<unknown> {
  const { attachments, draft, payload, strokes, submission } = await world.form(id);
  const { corrects, formId: numbered, kind, personal, status } = submission;
  if (corrects !== RETURNED) throw new Error('It names no returned form.');
  const files = await Promise.all(
    attachments.map(async (row) => {
      const file = await verifyBytes(world.ports(), submission, row);
      return [row.id, row.kind, row.type, row.fileName, row.originalName, await file?.bytes.text()];
    }),
  );
  return { corrects, formId: numbered, kind, personal, status, draft, strokes, payload, files };
}
