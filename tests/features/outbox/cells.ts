import { formId } from '../../../src/domain/ids.ts';
import type { PhotoPermission } from '../../../src/domain/photo-sending.ts';
import type { Situation } from '../../../src/domain/status-line.ts';
import { type Status, shownStatus } from '../../../src/domain/submission-state.ts';
import type {
  Hold,
  LocalReason,
  StepState,
  Submission,
} from '../../../src/domain/submission-types.ts';
import {
  aStep,
  aSubmission,
  confirmed,
  inFlight,
  minutes,
  now,
  rejected,
  upload,
} from './submissions.ts';

const hold = (reason: Hold['reason'], httpStatus: number | null = null): Hold => ({
  reason,
  since: now,
  nextProbeAt: now + minutes(5),
  httpStatus,
  tries: 1,
});

const holds: readonly (Hold | null)[] = [
  null,
  hold('auth', 401),
  hold('auth', 403),
  hold('version', 404),
  hold('portal'),
  hold('clock'),
  hold('busy', 503),
  hold('network'),
  hold('formNumber'),
];

const form = { call: 'RegisterSim', sha256: '' } as const;
/** The form id whose reference is 'FZF0-RZR4'. */
const number = formId('7f1d3a52-5a4e-4a39-9d3f-0123456789ab');

const ownReason = (reason: LocalReason): StepState => ({
  status: 'rejected',
  at: now,
  message: { heading: '', description: '', reason, modelState: {}, httpStatus: 0 },
});

/** All ways in which a form is refused. */
const refusals: readonly StepState[] = [
  rejected({ simCardNumber: ['This SIM is taken.'] }),
  rejected({ simCardNumber: ['This SIM is taken.'], idNumber: ['This ID number is not known.'] }),
  rejected(),
  rejected({ formId: ['Unknown form.'] }),
  ownReason({ code: 'unexpected' }),
  ownReason({ code: 'formUnreadable' }),
  ownReason({ code: 'fileUnreadable', call: 'SaveIdDocument', name: 'front.jpg' }),
  ownReason({ code: 'faulted', fault: 'E-17' }),
];

/** Submissions in each status, with and without a reference, before and after the form was sent. */
export const submissions: readonly Submission[] = [null, number].flatMap((ownNumber) => [
  aSubmission({ status: 'draft', formId: ownNumber, history: [{ at: now, what: 'restored' }] }),
  aSubmission({
    status: 'draft',
    formId: ownNumber,
    history: ['submitted', 'takenBack'].map((what) => ({ at: now, what })),
  }),
  aSubmission({ formId: ownNumber, steps: [aStep(form), aStep(upload('SaveIdDocument'))] }),
  aSubmission({
    formId: ownNumber,
    steps: [aStep(form, confirmed), aStep(upload('SaveIdDocument'))],
  }),
  aSubmission({ formId: ownNumber, steps: [aStep(form, inFlight)] }),
  ...refusals.map((state) =>
    aSubmission({ status: 'rejected', formId: ownNumber, steps: [aStep(form, state)] }),
  ),
  // The server took the form, but does not know it any more.
  aSubmission({
    status: 'rejected',
    formId: ownNumber,
    steps: [
      aStep(form, confirmed),
      aStep(upload('SaveIdDocument'), rejected({ formId: ['Unknown form.'] })),
    ],
  }),
  aSubmission({ status: 'delivered', formId: ownNumber }),
]);

export type Cell = Readonly<{ submission: Submission; situation: Situation; status: Status }>;

const both = [true, false];

/** Every submission in every situation. Only a hold with the reason 'auth' depends on the sign-in of the build. */
export const cells: readonly Cell[] = submissions.flatMap((submission) =>
  holds.flatMap((each) =>
    both.flatMap((drainLive) =>
      (['go', 'wait', 'ask'] satisfies PhotoPermission[]).flatMap((photos) =>
        both.flatMap((online) =>
          both.flatMap((sendsWhenClosed) =>
            (each?.reason === 'auth' ? both : [false]).map((hasSignIn) => {
              const situation = {
                hold: each,
                drainLive,
                photos,
                online,
                sendsWhenClosed,
                hasSignIn,
              };
              return { submission, situation, status: shownStatus(submission, situation) };
            }),
          ),
        ),
      ),
    ),
  ),
);
