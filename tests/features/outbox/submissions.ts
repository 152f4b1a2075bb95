import {
  attachmentId,
  attemptId,
  idempotencyKey,
  stepId,
  submissionId,
} from '../../../src/domain/ids.ts';
import type {
  QueuedSubmission,
  Receipt,
  Step,
  StepContent,
  StepState,
  Submission,
  SubmissionStatus,
} from '../../../src/domain/submission-types.ts';
import type { SubmissionRow } from '../../../src/store/format/submission-row.ts';
import type { Listed } from '../../../src/store/lists/outbox-queries.ts';
import { clearRow } from '../../support/disk/app-database.ts';

/** 21 November 2026, 14:00 in this machine's time zone. */
export const now = new Date(2026, 10, 21, 14, 0).getTime();
export const minutes = (count: number): number => count * 60_000;

type Change = Partial<Omit<QueuedSubmission, 'status' | 'personal'>> &
  Readonly<{
    status?: SubmissionStatus;
    customerName?: string;
    simCardNumber?: string;
    /** The receipt of a delivered submission. */
    receipt?: Receipt;
    deliveredAt?: number;
  }>;

export function aSubmission({
  status = 'queued',
  customerName = 'Thandi Nkosi',
  simCardNumber = '8927010000001234560',
  receipt = { name: 'T. N.', simTail: '4560' },
  deliveredAt = now,
  ...change
}: Change = {}): Submission {
  const facts = {
    id: submissionId('3f0c5c3e-0000-4000-8000-000000000001'),
    kind: 'registration',
    formId: null,
    sequence: 1,
    isBusiness: false,
    createdAt: now - minutes(30),
    changedAt: now - minutes(20),
    day: '2026-11-21',
    submittedAt: now - minutes(10),
    missing: 0,
    section: 'review',
    steps: [],
    documents: {},
    nextAttemptAt: null,
    maybeTwice: [],
    bytesLeft: 0,
    history: [],
    ...change,
  } as const;
  if (status === 'delivered') return { ...facts, status, personal: null, receipt, deliveredAt };
  const terms = ['thandi', 'nkosi', simCardNumber];
  return { ...facts, status, personal: { customerName, terms, simCardNumber } };
}

/** Returns the submissions in the form that the lists get. */
export const asListed = (submissions: readonly Submission[]): readonly Listed[] =>
  submissions.map((submission) => ({ id: submission.id, day: submission.day, submission }));

/** Returns the stored row of a submission. */
export const aRow = (change?: Change): SubmissionRow => clearRow(aSubmission(change));

let made = 0;
export function aStep(content: StepContent, state: StepState = { status: 'pending' }): Step {
  made += 1;
  return {
    id: stepId(`step-${made}`),
    key: idempotencyKey(`key-${made}`),
    content,
    state,
    attempts: 0,
  };
}

export const upload = (
  call: 'SaveSignature' | 'SaveIdDocument' | 'SaveCompanyRegistrationDocument',
  size = 1000,
): StepContent => ({
  call,
  attachmentId: attachmentId(`file-${size}`),
  fileName: `file-${size}.jpg`,
  size,
  sha256: '',
});

export const confirmed: StepState = { status: 'confirmed', at: now };
export const inFlight: StepState = {
  status: 'inFlight',
  attemptId: attemptId('attempt-1'),
  since: now,
};
export const rejected = (modelState: Record<string, string[]> = {}): StepState => ({
  status: 'rejected',
  at: now,
  message: {
    heading: 'Not accepted',
    description: 'Please make sure you have entered all the information correctly.',
    modelState,
    httpStatus: 400,
  },
});
