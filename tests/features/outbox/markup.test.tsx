import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Step, Submission } from '../../../src/domain/submission-types.ts';
import { rememberCustomer } from '../../../src/features/outbox/recent-customers.ts';
import { Rejection } from '../../../src/features/outbox/rejection.tsx';
import { RepairReport } from '../../../src/features/outbox/repair-report.tsx';
import { SubmissionActions } from '../../../src/features/outbox/submission-actions.tsx';
import { SubmissionHistory } from '../../../src/features/outbox/submission-history.tsx';
import { SubmissionList } from '../../../src/features/outbox/submission-list.tsx';
import { SubmissionSteps } from '../../../src/features/outbox/submission-steps.tsx';
import type { Repair } from '../../../src/sync/mirror/repair-need.ts';
import { NOTHING_TO_REPAIR } from '../../../src/sync/mirror/repair-need.ts';
import { PlainLink } from '../../../src/ui/link.tsx';
import { aStep, aSubmission, confirmed, inFlight, now, rejected, upload } from './submissions.ts';

const nothing = () => undefined;
const words = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const list = (rows: readonly Submission[], drainLive = false) =>
  renderToStaticMarkup(
    <SubmissionList
      around={{ hold: null, drainLive, now }}
      hasMore={false}
      Link={PlainLink}
      onCorrect={nothing}
      odd={{ exportDialog: () => null, remove: async () => true }}
      onMore={nothing}
      rows={rows}
      total={rows.length}
    />,
  );

describe('the list', () => {
  it('shows each submission as a list item with kind, name, time and one status word', () => {
    const html = list([aSubmission(), aSubmission({ kind: 'replacement', customerName: '' })]);
    expect(html.match(/<li/g)).toHaveLength(2);
    expect(html).toMatch(/^<div[^>]*><ul/);
    expect(words(html)).toMatch(
      /^Thandi Nkosi SIM registration 21 Nov 2026, 13:30 Waiting to send No name yet SIM replacement .* Waiting to send$/,
    );
  });

  it('counts the steps of what is being sent', () => {
    const steps = [
      aStep({ call: 'RegisterSim', sha256: '' }, inFlight),
      aStep(upload('SaveSignature')),
    ];
    expect(words(list([aSubmission({ steps })], true))).toContain('Sending step 1 of 2');
    expect(words(list([aSubmission({ steps })]))).toContain('Waiting to send');
  });

  it('shows what the server said beside the way to correct it', () => {
    const steps = [aStep({ call: 'RegisterSim', sha256: '' }, rejected())];
    const html = list([aSubmission({ status: 'rejected', steps })]);
    expect(words(html)).toContain('Needs attention Not accepted Please make sure');
    expect(html).toMatch(/<button[^>]*>Correct<\/button>/);
  });

  it('leads a draft back to its form', () => {
    const html = list([aSubmission({ status: 'draft', missing: 2, section: 'sim' })]);
    expect(words(html)).toContain('Draft 2 things still missing · at SIM card');
    expect(html).toContain(`href="/register/${aSubmission().id}"`);
  });
});

describe('what the server said', () => {
  it('stands by the field that it speaks of, whatever the shape of its key, and drops nothing', () => {
    const { message } = rejected({
      '$.formData.simCardNumber': ['Already registered.'],
      Unknown: ['Something else.'],
    }) as Extract<ReturnType<typeof rejected>, { status: 'rejected' }>;
    const said = words(
      renderToStaticMarkup(<Rejection message={message} submission={aSubmission()} />),
    );
    expect(said).toContain('SIM card number Already registered.');
    expect(said).toContain('Something else.');
    expect(said).not.toContain('Unknown');
  });

  it('of a form that it has lost says what helps', () => {
    const state = rejected({ FormId: ['This form is not known.'] });
    const { message } = state as Extract<typeof state, { status: 'rejected' }>;
    const sent = aStep({ call: 'RegisterSim', sha256: '' }, confirmed);
    const said = (steps: readonly Step[]): string =>
      words(
        renderToStaticMarkup(<Rejection message={message} submission={aSubmission({ steps })} />),
      );
    expect(said([])).toContain('This form is not known.');
    expect(said([])).toContain('it gets a new number');
    expect(said([sent])).toContain('Tell support the form number');
  });

  it('is followed by the status, the call and what to do where it says nothing itself', () => {
    const message = {
      heading: 'There was a problem',
      description: 'An unexpected server error occurred.',
      modelState: {},
      httpStatus: 409,
    };
    const steps = [
      aStep(upload('SaveIdDocument'), confirmed),
      aStep(upload('SaveIdDocument', 2000), { status: 'rejected', at: now, message }),
    ];
    const html = renderToStaticMarkup(
      <Rejection message={message} submission={aSubmission({ status: 'rejected', steps })} />,
    );
    expect(words(html)).toMatch(
      /An unexpected server error occurred\. The server answered 409 to ‘ID document 2’ .* Tell support/,
    );
  });
});

describe('what a start found of a storage that was cleared', () => {
  const report = (repair: Partial<Repair>): string =>
    words(renderToStaticMarkup(<RepairReport repair={{ ...NOTHING_TO_REPAIR, ...repair }} />));

  it('is told also where nothing came back', () => {
    expect(report({})).toBe('');
    expect(report({ wasWiped: true })).toContain('The browser cleared Veld’s storage');
    const restored = [{ id: aSubmission().id, customerName: 'Thandi Nkosi' }];
    expect(report({ wasWiped: true, restored })).toContain('restored 1 from the second copy');
  });
});

describe('one submission', () => {
  const actions = {
    sendNow: async () => undefined,
    backToDraft: async () => true,
    remove: async () => true,
  };
  const buttons = (submission: Submission, isSending = false): string[] => {
    const html = renderToStaticMarkup(
      <SubmissionActions
        actions={actions}
        isSending={isSending}
        Link={PlainLink}
        onCorrect={nothing}
        onDelete={nothing}
        onDraft={nothing}
        onNextSim={nothing}
        submission={submission}
      />,
    );
    return [...html.matchAll(/<(button|a) .*?<\/\1>/g)].map(([one]) => words(one));
  };

  it('can be taken back only while none of its calls was sent', () => {
    const next = 'Register another SIM for this customer';
    expect(buttons(aSubmission())).toEqual(['Send now', next, 'Back to draft', 'Delete']);
    expect(buttons(aSubmission({ everSent: true }))).toEqual(['Send now', next, 'Delete']);
    expect(buttons(aSubmission({ kind: 'replacement', everSent: true }))).toEqual([
      'Send now',
      'Delete',
    ]);
  });

  it('is corrected when it was refused, continued while it is a draft', () => {
    expect(buttons(aSubmission({ status: 'rejected', kind: 'replacement' }))).toEqual([
      'Correct',
      'Delete',
    ]);
    expect(buttons(aSubmission({ status: 'draft' }))).toEqual(['Continue', 'Delete']);
  });

  it('offers the next SIM after delivery as long as the customer is remembered', () => {
    const delivered = aSubmission({ status: 'delivered' });
    expect(buttons(delivered)).toEqual(['Delete']);
    rememberCustomer(delivered.id, { firstName: 'Thandi' });
    expect(buttons(delivered)).toEqual(['Register another SIM for this customer', 'Delete']);
  });

  it('shows its steps, their states and the bytes', () => {
    const steps = [
      aStep({ call: 'RegisterSim', sha256: '' }, confirmed),
      aStep(upload('SaveSignature', 30_000), confirmed),
      aStep(upload('SaveIdDocument', 170_000), inFlight),
    ];
    const html = renderToStaticMarkup(
      <SubmissionSteps drainLive submission={aSubmission({ steps })} />,
    );
    expect(words(html)).toBe(
      'Steps: 2 of 3 done Registration form Done Signature Done ID document 1 Under way Photos and signature 30 kB of 200 kB',
    );
  });

  it('tells its history newest first, and of files that may be there twice', () => {
    const html = renderToStaticMarkup(
      <SubmissionHistory
        {...aSubmission({
          maybeTwice: ['id-document-1.jpg'],
          history: [
            { at: now - 60_000, what: 'submitted' },
            { at: now, what: 'formReceived' },
          ],
        })}
      />,
    );
    expect(words(html)).toMatch(/id-document-1\.jpg.*14:00 Form received.*13:59 Submitted$/);
  });
});
