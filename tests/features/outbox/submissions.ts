import {
  attachmentId,
  attemptId,
  idempotencyKey,
  stepId,
  submissionId,
} from '../../../src/domain/ids.ts';
import type {
  Step,
  StepContent,
  StepState,
  Submission,
} from '../../../src/domain/submission-types.ts';

/** 21 November 2026, 14:00 in this machine's time zone. */
export const now = new Date(2026, 10, 21, 14, 0).getTime();
export const minutes = (count: number): number => count * 60_000;

export const aSubmission = (change: Partial<Submission> = {}): Submission => ({
  id: submissionId('3f0c5c3e-0000-4000-8000-000000000001'),
  kind: 'registration',
  status: 'queued',
  formId: null,
  sequence: 1,
  customerName: 'Thandi Nkosi',
  isBusiness: false,
  terms: ['thandi', 'nkosi', '8927010000001234560'],
  simCardNumber: '8927010000001234560',
  createdAt: now - minutes(30),
  changedAt: now - minutes(20),
  day: '2026-11-21',
  submittedAt: now - minutes(10),
  deliveredAt: null,
  missing: 0,
  section: 'review',
  steps: [],
  documents: {},
  nextAttemptAt: null,
  maybeTwice: [],
  bytesLeft: 0,
  history: [],
  ...change,
});

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
