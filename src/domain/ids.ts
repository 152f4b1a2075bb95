/** Branded identifiers. A plain string becomes one only in the functions below. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** The id of a draft, and of the submission that it becomes. UUID v4, made on the device. */
export type SubmissionId = Branded<'SubmissionId'>;
/** The id of one file of a submission. UUID v4, made on the device. */
export type AttachmentId = Branded<'AttachmentId'>;
/** The id of one step of a plan. UUID v4, made on the device. */
export type StepId = Branded<'StepId'>;
/** The value of the Idempotency-Key header. Every try of a step sends the same key. */
export type IdempotencyKey = Branded<'IdempotencyKey'>;
/** The server's id of a form: a `formGuid` that GetInfo returned. The screens call it the form number. */
export type FormId = Branded<'FormId'>;
/** The id of one attempt of one step. The outcome of an older attempt is not recorded (fencing). */
export type AttemptId = Branded<'AttemptId'>;

export const submissionId = (text: string): SubmissionId => text as SubmissionId;
export const attachmentId = (text: string): AttachmentId => text as AttachmentId;
export const stepId = (text: string): StepId => text as StepId;
export const idempotencyKey = (text: string): IdempotencyKey => text as IdempotencyKey;
export const formId = (text: string): FormId => text as FormId;
/** One key for all spellings of a UUID (capitals, braces, no hyphens). A formId that is no UUID is its own key. */
export function formIdKey(id: FormId): string {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return id;
  const hex = id.replace(/[{}()\s-]/g, '').toLowerCase();
  return /^[\da-f]{32}$/.test(hex)
    ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : id;
}
export const attemptId = (text: string): AttemptId => text as AttemptId;
