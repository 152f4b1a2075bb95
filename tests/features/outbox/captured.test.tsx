import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formId } from '../../../src/domain/ids.ts';
import type { PhotoPermission } from '../../../src/domain/photo-sending.ts';
import { type Situation, statusLine } from '../../../src/domain/status-line.ts';
import { type Status, shownStatus } from '../../../src/domain/submission-state.ts';
import type { Hold, Submission } from '../../../src/domain/submission-types.ts';
import { CapturedView } from '../../../src/features/outbox/captured/captured-screen.tsx';
import { receiptText } from '../../../src/features/outbox/captured/receipt-panel.tsx';
import { holdNotice } from '../../../src/features/outbox/hold-text.ts';
import { rowGroups, SubmissionList } from '../../../src/features/outbox/list/submission-list.tsx';
import { PlainLink } from '../../../src/ui/frame/link.tsx';
import { notificationText } from '../../../sw/notification-text.ts';
import {
  aStep,
  aSubmission,
  asListed,
  confirmed,
  inFlight,
  minutes,
  now,
  rejected,
  upload,
} from './submissions.ts';

const nothing = () => undefined;
const words = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

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
const number = formId('7f1d3a52-5a4e-4a39-9d3f-0123456789ab');

/** Submissions in each status, with and without a reference, with the form sent and not sent. */
const submissions: readonly Submission[] = [null, number].flatMap((ownNumber) => [
  aSubmission({ status: 'draft', formId: ownNumber }),
  aSubmission({ formId: ownNumber, steps: [aStep(form), aStep(upload('SaveIdDocument'))] }),
  aSubmission({
    formId: ownNumber,
    steps: [aStep(form, confirmed), aStep(upload('SaveIdDocument'))],
  }),
  aSubmission({ formId: ownNumber, steps: [aStep(form, inFlight)] }),
  aSubmission({
    status: 'rejected',
    formId: ownNumber,
    steps: [aStep(form, rejected({ simCardNumber: ['This SIM is taken.'] }))],
  }),
  aSubmission({ status: 'rejected', formId: ownNumber, steps: [aStep(form, rejected())] }),
  aSubmission({ status: 'delivered', formId: ownNumber }),
]);

type Cell = Readonly<{ submission: Submission; situation: Situation; status: Status }>;

const cells: readonly Cell[] = submissions.flatMap((submission) =>
  holds.flatMap((each) =>
    [true, false].flatMap((drainLive) =>
      (['go', 'wait', 'ask'] satisfies PhotoPermission[]).flatMap((photos) =>
        [true, false].flatMap((online) =>
          [true, false].map((sendsWhenClosed) => {
            const situation = { hold: each, drainLive, photos, online, sendsWhenClosed };
            return { submission, situation, status: shownStatus(submission, situation) };
          }),
        ),
      ),
    ),
  ),
);

/** Renders Captured as this browser would show it. */
function captured({ submission, situation }: Cell): string {
  const place = globalThis as { document?: object };
  // Outside a page the app takes the browser for one that sends while Veld is closed.
  if (!situation.sendsWhenClosed) place.document = {};
  const html = renderToStaticMarkup(
    <CapturedView
      context={{ ...situation, now }}
      Link={PlainLink}
      notice={null}
      onAnotherSim={nothing}
      onCorrect={nothing}
      onNextCustomer={nothing}
      online={situation.online}
      remembered={{ name: 'Thandi Nkosi', phone: '', canGoOn: true }}
      submission={submission}
    />,
  );
  delete place.document;
  return words(html);
}

function row({ submission, situation }: Cell): string {
  return words(
    renderToStaticMarkup(
      <SubmissionList
        context={{ ...situation, now }}
        groups={rowGroups(
          { wanted: { limit: 2 }, refused: [], rows: asListed([submission]), totals: new Map() },
          1,
          now,
        )}
        hasMore={false}
        Link={PlainLink}
        odd={{ exportDialog: () => null, remove: async () => true }}
        onCorrect={nothing}
        onMore={nothing}
        onSendRest={nothing}
        total={1}
      />,
    ),
  );
}

const seen = cells.map((cell) => ({
  ...cell,
  line: statusLine(cell.submission, cell.situation),
  text: captured(cell),
}));
const of = (...statuses: readonly Status[]) =>
  seen.filter(({ status }) => statuses.includes(status));

describe(`Captured in all ${cells.length} cells of status, hold, photos and connection`, () => {
  it('has every status among them', () => {
    expect(new Set(cells.map(({ status }) => status)).size).toBe(6);
  });

  it('promises to send when online only while the phone is offline and nothing else holds it', () => {
    for (const { text, situation, status } of seen) {
      if (!/when you are online/.test(text)) continue;
      expect(situation.online).toBe(false);
      expect(status).toBe('waiting');
    }
    expect(seen.some(({ text }) => text.includes('when you are online'))).toBe(true);
  });

  it('is headed by what became of the form', () => {
    for (const { text } of of('attention')) expect(text).toMatch(/^Not accepted /);
    for (const { text } of of('draft')) expect(text).toMatch(/^Not submitted /);
    for (const { text } of of('waiting', 'sending', 'paused', 'sent'))
      expect(text).toMatch(/^Captured /);
  });

  it('names the reason of a pause in the words of the outbox, and a way to help', () => {
    for (const { text, situation } of of('paused')) {
      const isForbidden = situation.hold?.httpStatus === 403;
      const reason = isForbidden
        ? 'This phone is not allowed to send.'
        : 'The server does not know this phone.';
      expect(text).toContain(`Saved on this phone. ${reason}`);
      expect(text).toContain('Get help');
      expect(text).not.toContain('by itself');
      expect(situation.hold && holdNotice(situation.hold, now, false).text).toContain(reason);
    }
  });

  it('promises that Veld tries again, or sends by itself, only if this browser can', () => {
    for (const { text, situation } of seen)
      if (!situation.sendsWhenClosed) expect(text).not.toMatch(/by itself|tries again/);
  });

  it('says that the form is sent only once it is', () => {
    for (const { text, submission } of seen)
      if (text.includes('The form is sent. '))
        expect(submission.steps[0]?.state.status).toBe('confirmed');
    for (const { text } of of('sent')) expect(text).toContain('The operator has it.');
    for (const { text } of of('draft', 'waiting', 'sending', 'paused', 'attention'))
      expect(text).not.toContain('The operator has it.');
  });

  it('gives no receipt for a form that is refused or a draft', () => {
    for (const { text, status } of seen) {
      const isRefused = status === 'attention';
      expect(text.includes('Give a receipt')).toBe(!isRefused && status !== 'draft');
      expect(text.includes('Tell the customer')).toBe(isRefused);
      if (isRefused) expect(text).toContain('Correct');
    }
  });

  it('tells the same status word as the outbox', () => {
    const word: Readonly<Record<Status, string>> = {
      draft: 'Draft',
      waiting: 'Waiting to send',
      sending: 'Sending',
      attention: 'Needs attention',
      paused: 'Paused',
      sent: 'Sent',
    };
    for (const cell of seen) {
      expect(cell.text).toContain(word[cell.status]);
      // A row knows neither the browser nor the connection.
      if (cell.situation.sendsWhenClosed && cell.situation.online)
        expect(row(cell)).toContain(word[cell.status]);
    }
  });
});

describe('the text that the customer takes along', () => {
  it('says that a refused form must be corrected, and calls no form sent or registered', () => {
    for (const submission of submissions) {
      const text = receiptText(submission, '');
      if (submission.status === 'rejected') {
        expect(text).toContain('is not registered yet. One answer must be corrected.');
        expect(text).not.toContain('captured');
      } else {
        expect(text).toContain('captured');
        expect(text).not.toMatch(/sent|registered/);
      }
    }
  });
});

describe('the notification', () => {
  it('does not promise that opening Veld sends what a pause stops', () => {
    const tally = { delivered: 0, needAttention: 0, waiting: 2, isLastChance: true };
    for (const [pause, reason] of [
      ['unknownPhone', 'The server does not know this phone.'],
      ['forbidden', 'This phone is not allowed to send.'],
    ] as const)
      expect(notificationText({ ...tally, pause })).toBe(
        `2 submissions still waiting. ${reason} Open Veld and get help.`,
      );
  });
});
