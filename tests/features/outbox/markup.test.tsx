import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { localMessage } from '../../../src/domain/refusals.ts';
import type { Situation } from '../../../src/domain/status-line.ts';
import type { ServerMessage, StepState, Submission } from '../../../src/domain/submission-types.ts';
import type { ReasonCode } from '../../../src/domain/verdict.ts';
import { RepairReport } from '../../../src/features/outbox/list/repair-report.tsx';
import { rowGroups } from '../../../src/features/outbox/list/row-groups.ts';
import { SubmissionList } from '../../../src/features/outbox/list/submission-list.tsx';
import { rememberCustomer } from '../../../src/features/outbox/recent-customers.ts';
import { SubmissionActions } from '../../../src/features/outbox/submission/submission-actions.tsx';
import { SubmissionHistory } from '../../../src/features/outbox/submission/submission-history.tsx';
import {
  Rejection,
  SubmissionSteps,
  supportFacts,
} from '../../../src/features/outbox/submission/submission-screen.tsx';
import type { Found } from '../../../src/store/lists/outbox-queries.ts';
import { NOTHING_TO_REPAIR, type Repair } from '../../../src/sync/second-copy/repair-need.ts';
import { PlainLink } from '../../../src/ui/frame/link.tsx';
import { captured, details } from './screens.tsx';
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

const groupsOf = (
  refused: readonly Submission[],
  rows: readonly Submission[],
  totals: Found['totals'] = new Map(),
  limit = 50,
) =>
  rowGroups(
    {
      wanted: { limit: limit + 1 },
      refused: asListed(refused),
      returned: [],
      rows: asListed(rows),
      totals,
    },
    limit,
    now,
  );

const list = (rows: readonly Submission[], drainLive = false, refused: Submission[] = []) =>
  renderToStaticMarkup(
    <SubmissionList
      context={{ hold: null, drainLive, photos: 'go', needsUnlock: false, now }}
      groups={groupsOf(refused, rows)}
      hasMore={false}
      Link={PlainLink}
      unreadable={{ exportDialog: () => null, remove: async () => 'removed' }}
      onCorrect={nothing}
      onCorrectReturned={nothing}
      onExport={nothing}
      onMore={nothing}
      onSendRest={async () => undefined}
      total={rows.length}
    />,
  );

describe('the list', () => {
  it('shows each submission as a list item with kind, name, time and one status word', () => {
    const html = list([
      aSubmission(),
      aSubmission({ kind: 'replacement', customerName: '', simCardNumber: '' }),
    ]);
    expect(html.match(/<li/g)).toHaveLength(2);
    expect(words(html)).toBe(
      'Customer SIM and time Status What to know Today SIM registration Thandi Nkosi …4560 · 13:50 Waiting to send SIM replacement No name yet 13:50 Waiting to send',
    );
  });

  it('counts the steps of a submission that is being sent', () => {
    const steps = [
      aStep({ call: 'RegisterSim', sha256: '' }, inFlight),
      aStep(upload('SaveSignature')),
    ];
    expect(words(list([aSubmission({ steps })], true))).toContain('step 1 of 2 Sending');
    expect(words(list([aSubmission({ steps })]))).toContain('Waiting to send');
  });

  it('shows refused submissions first, with day, server’s words and a way to correct them', () => {
    const steps = [
      aStep({ call: 'RegisterSim', sha256: '' }, rejected({ SimCardNumber: ['It is taken.'] })),
    ];
    const refused = aSubmission({
      status: 'rejected',
      steps,
      submittedAt: now - minutes(24 * 60),
      day: '2026-11-20',
    });
    const html = list([aSubmission({ customerName: 'Anele' })], false, [refused]);
    expect(words(html)).toBe(
      'Customer SIM and time Status What to know Needs attention SIM registration Thandi Nkosi …4560 · 20 Nov, 14:00 It is taken. Needs attention Correct Today SIM registration Anele …4560 · 13:50 Waiting to send',
    );
    expect(html).toMatch(/<button[^>]*>Correct<\/button>/);
  });

  it('shows a returned registration without a tick, with its reason and ‘Correct’', () => {
    const returned = (code: ReasonCode, state: 'returned' | 'known' = 'returned') => {
      const submission = aSubmission({ status: 'delivered' });
      const verdict = { state, at: now, code, text: '' } as const;
      const [row] = asListed([submission]);
      const found = {
        wanted: { limit: 51 },
        refused: [],
        returned: row === undefined ? [] : [{ ...row, verdict }],
        rows: [],
        totals: new Map(),
      };
      return renderToStaticMarkup(
        <SubmissionList
          context={{ hold: null, drainLive: false, photos: 'go', needsUnlock: false, now }}
          groups={rowGroups(found, 50, now)}
          hasMore={false}
          Link={PlainLink}
          unreadable={{ exportDialog: () => null, remove: async () => 'removed' }}
          onCorrect={nothing}
          onCorrectReturned={nothing}
          onExport={nothing}
          onMore={nothing}
          onSendRest={async () => undefined}
          total={1}
        />,
      );
    };
    const html = returned('photoUnreadable');
    expect(words(html)).toMatch(
      /Returned by the operator SIM registration T\. N\. .* Returned: a photo cannot be read Sent Correct$/,
    );
    expect(html).toContain('bad');
    expect(words(returned('duplicate'))).toMatch(/this customer has this SIM already Sent$/);
    expect(words(returned('simWrong', 'known'))).not.toContain('Correct');
  });

  it('offers ‘Send the rest’ only if the refused form call named no field', () => {
    const rowOf = (refusal: StepState, call: 'RegisterSim' | 'SaveIdDocument' = 'RegisterSim') => {
      const content = call === 'RegisterSim' ? { call, sha256: '' } : upload(call);
      return words(
        list([], false, [aSubmission({ status: 'rejected', steps: [aStep(content, refusal)] })]),
      );
    };
    expect(rowOf(rejected({ '': ['Registered already.'] }))).toContain(
      'Registered already. The server may already have this form. Needs attention Correct Send the rest',
    );
    expect(rowOf(rejected({ SimCardNumber: ['It is taken.'] }))).not.toContain('Send the rest');
    expect(rowOf(rejected(), 'SaveIdDocument')).not.toContain('Send the rest');
  });

  it('shows the server’s message about the whole form if it named no field', () => {
    const steps = [aStep({ call: 'RegisterSim', sha256: '' }, rejected())];
    expect(words(list([], false, [aSubmission({ status: 'rejected', steps })]))).toContain(
      'Please make sure',
    );
  });

  it('shows the day beside the time if it was submitted again on another day', () => {
    const day = '2026-11-20';
    const submittedAt = Date.parse('2026-11-20T14:05:00');
    const again = Date.parse('2026-11-21T16:20:00');
    expect(words(list([aSubmission({ day, submittedAt })]))).toContain('· 14:05');
    expect(words(list([aSubmission({ day, submittedAt: again })]))).toContain('21 Nov 2026, 16:20');
  });

  it('links a draft to its form', () => {
    const html = list([aSubmission({ status: 'draft', missing: 2, section: 'sim' })]);
    expect(words(html)).toContain('At SIM card, 2 to go Draft');
    expect(html).toContain(`href="/register/${aSubmission().id}"`);
  });
});

describe('the groups of the list', () => {
  const totals = new Map([
    ['2026-11-21', { captured: 14, sent: 11, refused: 0 }],
    ['2026-11-20', { captured: 3, sent: 1, refused: 2 }],
    ['2026-11-18', { captured: 0, sent: 0, refused: 0 }],
  ]);
  const days = ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-18', 'x'];

  it('are the days with their totals', () => {
    const rows = days.map((day) => aSubmission({ day }));
    const groups = groupsOf([], rows, totals);
    expect(groups.map(({ heading, rows: { length } }) => [heading, length])).toEqual([
      ['Today · 14 captured, 11 sent', 2],
      ['Yesterday · 3 captured, 1 sent, 2 refused', 1],
      ['Wed, 18 Nov', 1],
      ['time unknown', 1],
    ]);
  });

  it('have at most the shown rows, and refused ones first', () => {
    const rows = ['2026-11-21', '2026-11-21'].map((day) => aSubmission({ day }));
    const refused = [aSubmission({ status: 'rejected' })];
    const groups = groupsOf(refused, rows, totals, 2);
    expect(groups.map(({ key, rows: { length } }) => [key, length])).toEqual([
      ['refused', 1],
      ['2026-11-21 0', 1],
    ]);
  });

  it('include an unreadable row, also with an unreadable day', () => {
    const odd = ['2026-11-21', ''].map((day) => ({ id: aSubmission().id, day, submission: null }));
    const found = { wanted: { limit: 51 }, refused: [], returned: [], rows: odd, totals };
    const groups = rowGroups(found, 50, now);
    expect(groups.map(({ heading }) => heading)).toEqual([
      'Today · 14 captured, 11 sent',
      'time unknown',
    ]);
  });

  it('have unique keys, also if a changed clock repeats a day', () => {
    const rows = ['2026-11-21', '2026-11-20', '2026-11-21'].map((day) => aSubmission({ day }));
    const groups = groupsOf([], rows, totals);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(3);
  });
});

const calm: Situation = {
  hold: null,
  drainLive: false,
  photos: 'go',
  online: true,
  sendsWhenClosed: true,
  hasSignIn: false,
};

describe('the server’s message', () => {
  it('shows its fields by their labels, for any shape of the key', () => {
    const state = rejected({
      '$.formData.simCardNumber': ['Already registered.'],
      Unknown: ['Something else.'],
    });
    const steps = [aStep({ call: 'RegisterSim', sha256: '' }, state)];
    const said = words(
      details({
        submission: aSubmission({ status: 'rejected', steps }),
        situation: calm,
        status: 'attention',
      }),
    );
    // Each message is shown once, and none is missing.
    expect(said.split('Already registered.')).toHaveLength(2);
    expect(said).toContain('The server says: Already registered. Something else.');
    expect(said).toContain('To correct: SIM card number.');
    expect(said).not.toContain('Unknown');
  });

  it('names the fields if the server says the same of several', () => {
    const state = rejected({ FirstName: ['Required.'], surname: ['Required'] });
    const steps = [aStep({ call: 'RegisterSim', sha256: '' }, state)];
    const submission = aSubmission({ status: 'rejected', steps });
    const said = words(details({ submission, situation: calm, status: 'attention' }));
    expect(said).toContain('The server says: First name: Required. Surname: Required.');
  });

  it.each([
    ['The consent form has no stamp.', ''],
    ['Unknown form.', 'lost it'],
  ])('stands on the page, also if it names the form: %s', (description, sentence) => {
    const message = { heading: '', description, modelState: {}, httpStatus: 200 };
    const state: StepState = { status: 'rejected', at: now, message };
    const steps = [
      aStep({ call: 'ReplaceSim', sha256: '' }, confirmed),
      aStep(upload('SaveIdDocument'), state),
    ];
    const submission = aSubmission({ kind: 'replacement', status: 'rejected', steps });
    const said = words(details({ submission, situation: calm, status: 'attention' }));
    expect(said).toContain(`The server says: ${description}`);
    expect(said.includes('lost it')).toBe(sentence !== '');
  });

  it('has the status and the call for support if the server sent no words', () => {
    const message = {
      heading: '',
      description: '',
      reason: { code: 'unexpected' },
      modelState: {},
      httpStatus: 409,
    } as const;
    const steps = [
      aStep(upload('SaveIdDocument'), confirmed),
      aStep(upload('SaveIdDocument', 2000), { status: 'rejected', at: now, message }),
    ];
    const submission = aSubmission({ status: 'rejected', steps });
    const html = renderToStaticMarkup(<Rejection message={message} submission={submission} />);
    expect(words(html)).toContain('An unexpected server error occurred.');
    expect(supportFacts(submission, message)).toContainEqual([
      'Server’s answer',
      '409 to ID document 2',
    ]);
  });
});

describe('a refusal by a status alone', () => {
  it.each([409, 413, 415, 422])(
    '‘Any other non-200/204 status’: tells the operator the status, the call and the request id, and shows the server’s words: %i',
    (httpStatus) => {
      const message: ServerMessage = {
        ...localMessage({ code: 'unexpected' }, httpStatus),
        said: 'The photo is too large.',
        support: { call: 'SaveIdDocument', requestId: 'abc-1' },
      };
      const state: StepState = { status: 'rejected', at: now, message };
      const submission = aSubmission({
        status: 'rejected',
        steps: [aStep(upload('SaveIdDocument'), state)],
      });
      const html = renderToStaticMarkup(<Rejection message={message} submission={submission} />);
      expect(words(html)).toContain('An unexpected server error occurred. The photo is too large.');
      const facts = supportFacts(submission, message);
      expect(facts).toContainEqual(['Server’s answer', `${httpStatus} to SaveIdDocument`]);
      expect(facts).toContainEqual(['Request ID', 'abc-1']);
      expect(words(list([], false, [submission]))).toContain('The photo is too large.');
    },
  );
});

describe('the report of a cleared storage', () => {
  const report = (repair: Partial<Repair>): string =>
    words(renderToStaticMarkup(<RepairReport repair={{ ...NOTHING_TO_REPAIR, ...repair }} />));

  it('is shown also if nothing was restored', () => {
    expect(report({})).toBe('');
    expect(report({ wasWiped: true })).toContain('The browser deleted Veld’s data');
    const restored = [{ id: aSubmission().id, customerName: 'Thandi Nkosi' }];
    expect(report({ wasWiped: true, restored })).toContain(
      'Veld brought back 1 form. Nothing is sent twice.',
    );
    expect(report({ wasWiped: true, restored })).toContain('Your settings were reset.');
    expect(report({ restored })).not.toContain('settings');
  });

  it('is also the worker’s, until a person reads it', () => {
    const stored = (wiped: readonly string[]) =>
      words(renderToStaticMarkup(<RepairReport repair={NOTHING_TO_REPAIR} wiped={wiped} />));
    expect(stored([])).toContain('The browser deleted Veld’s data');
    expect(stored(['a'])).toContain('Veld brought back 1 form.');
  });
});

describe('one submission', () => {
  const actions = {
    sendNow: async () => undefined,
    sendRest: async () => 'done' as const,
    backToDraft: async () => true,
    remove: async () => 'removed' as const,
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

  it('can become a draft only while none of its calls was sent', () => {
    const next = 'Another SIM for this customer';
    expect(buttons(aSubmission())).toEqual(['Send now', next, 'Back to draft', 'Delete']);
    expect(buttons(aSubmission({ everSent: true }))).toEqual(['Send now', next, 'Delete']);
    const replacement = aSubmission({ kind: 'replacement', everSent: true });
    expect(buttons(replacement)).toEqual(['Send now', next, 'Delete']);
  });

  it('can be corrected after a refusal, and continued as a draft', () => {
    expect(buttons(aSubmission({ status: 'rejected', kind: 'replacement' }))).toEqual([
      'Correct',
      'Another SIM for this customer',
      'Delete',
    ]);
    expect(buttons(aSubmission({ status: 'draft' }))).toEqual(['Continue', 'Delete']);
  });

  it('offers ‘Send the rest’ for a form that the server may have', () => {
    const steps = [aStep({ call: 'ReplaceSim', sha256: '' }, rejected())];
    const refused = aSubmission({ status: 'rejected', kind: 'replacement', steps });
    expect(buttons(refused)).toEqual([
      'Correct',
      'Send the rest',
      'Another SIM for this customer',
      'Delete',
    ]);
  });

  it('says that a person counted a step as confirmed', () => {
    const state: StepState = { status: 'confirmed', at: now, byHand: true };
    const steps = [aStep({ call: 'RegisterSim', sha256: '' }, state)];
    const html = renderToStaticMarkup(
      <SubmissionSteps drainLive={false} submission={aSubmission({ steps })} />,
    );
    expect(words(html)).toContain('Registration form Counted as done by you');
  });

  it('offers the next SIM after delivery while the customer is remembered', () => {
    const delivered = aSubmission({ status: 'delivered' });
    expect(buttons(delivered)).toEqual(['Delete']);
    rememberCustomer(delivered.id, {
      kind: 'registration',
      values: { firstName: 'Thandi' },
      files: [],
      unread: 0,
    });
    expect(buttons(delivered)).toEqual(['Another SIM for this customer', 'Delete']);
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
      'Steps 2 of 3 Registration form Done Signature Done ID document 1 Now Photos and signature 30 kB of 200 kB',
    );
  });

  it('shows its history newest first, and files that may be on the server twice', () => {
    const html = renderToStaticMarkup(
      <SubmissionHistory
        Link={PlainLink}
        submission={aSubmission({
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

it('Captured names the SIM card by its last digits, and leaves it out if the form has no number', () => {
  const heading = (submission: Submission) =>
    /Captured (.*?) Reference/.exec(
      words(captured({ submission, situation: calm, status: 'waiting' })),
    )?.[1];
  expect(heading(aSubmission())).toBe('Thandi Nkosi · SIM …4560');
  expect(heading(aSubmission({ simCardNumber: '' }))).toBe('Thandi Nkosi');
});
