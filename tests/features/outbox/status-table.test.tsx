import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formId, submissionId } from '../../../src/domain/ids.ts';
import { referenceOf } from '../../../src/domain/reference.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { receiptText } from '../../../src/features/outbox/captured/receipt-sheet.tsx';
import { SubmissionNotFound } from '../../../src/features/outbox/submission/status-sentence.tsx';
import { PlainLink } from '../../../src/ui/frame/link.tsx';
import { type Cell, cells, submissions } from './cells.ts';
import { actions, captured, details, home, notification, row, strip, words } from './screens.tsx';
import { minutes, now } from './submissions.ts';

/*
 * The agreed table of the texts after Submit. It is written here a second time, row by row. The test renders each cell of status,
 * hold, connection, photos and browser on every screen, and compares it with its row.
 */

type Row = Readonly<{
  heading: 'Captured' | 'Not accepted' | 'Not submitted';
  word: string;
  sentence: string;
  /** The main button. */
  filled: string;
  /** A button that only this row has. */
  also?: string;
}>;

const saved = { heading: 'Captured', word: 'Waiting to send', filled: 'Next customer' } as const;
const paused = { heading: 'Captured', word: 'Paused', filled: 'Get help' } as const;
const refused = { heading: 'Not accepted', word: 'Needs attention' } as const;

const table = {
  offline: { ...saved, sentence: 'Saved. It will be sent when you are online.' },
  offlineOpen: { ...saved, sentence: 'Saved. Open Veld when you have signal.' },
  queued: { ...saved, sentence: 'Saved. It is in the queue and goes by itself.' },
  queuedOpen: { ...saved, sentence: 'Saved. Keep Veld open until it is sent.' },
  network: {
    ...saved,
    sentence: 'Saved. The server cannot be reached now. Veld tries again by itself.',
  },
  networkOpen: { ...saved, sentence: 'Saved. The server cannot be reached now. Keep Veld open.' },
  busy: { ...saved, sentence: 'Saved. The server is busy. Veld tries again at 14:05.' },
  busyOpen: { ...saved, sentence: 'Saved. The server is busy. Keep Veld open.' },
  version: { ...saved, sentence: 'Saved. The server is being updated. Veld tries again at 14:05.' },
  versionOpen: { ...saved, sentence: 'Saved. The server is being updated. Keep Veld open.' },
  portal: {
    ...saved,
    sentence: 'Saved. This Wi-Fi wants you to log in first.',
    also: 'What to do',
  },
  clock: {
    ...saved,
    sentence: 'Saved. It cannot be sent now. Check the phone’s date and time.',
    also: 'What to do',
  },
  noNumber: {
    ...saved,
    sentence: 'Saved. It waits for a number from the server. Tell your operator.',
    also: 'Get help',
  },
  photosWait: {
    ...saved,
    sentence: 'Saved. The form goes first, the photos when Veld is open on Wi-Fi.',
  },
  photosOnly: {
    ...saved,
    sentence: 'The form is sent. The photos wait for Wi-Fi.',
    also: 'Send the photos now',
  },
  photosOffline: {
    ...saved,
    sentence: 'Saved. The form is sent when you are online, the photos when Veld is open on Wi-Fi.',
  },
  sending: { ...saved, word: 'Sending', sentence: 'Saved. It is being sent now.' },
  unknownPhone: {
    ...paused,
    sentence: 'Saved on this phone. The server does not know this phone, so nothing is sent.',
  },
  forbidden: {
    ...paused,
    sentence: 'Saved on this phone. This phone is not allowed to send.',
  },
  signIn: {
    ...paused,
    sentence:
      'Saved on this phone. The server does not know this phone. Sign in, or tell your operator.',
    filled: 'Sign in',
    also: 'Get help',
  },
  draft: {
    heading: 'Not submitted',
    word: 'Draft',
    sentence: 'This is a draft. It is not submitted yet.',
    filled: 'Continue',
  },
  draftAgain: {
    heading: 'Not submitted',
    word: 'Draft',
    sentence: 'It is a draft again. Nothing of it is sent.',
    filled: 'Continue',
  },
  sent: {
    heading: 'Captured',
    word: 'Sent',
    sentence: 'The operator has it. The SIM works once the operator activates it.',
    filled: 'Next customer',
  },
} satisfies Record<string, Row>;

/** Without a reference, support finds the form by the last digits of its SIM card number. */
const supportKey = ({ submission }: Cell): string =>
  submission.formId === null ? 'SIM …4560' : 'FZF0-RZR4';

function refusedRow(cell: Cell): Row {
  const { steps } = cell.submission;
  const last = steps.at(-1)?.state;
  if (last?.status !== 'rejected') throw new Error('It is not refused.');
  const { reason, modelState, heading, description } = last.message;
  if ('formId' in modelState)
    return steps.length === 1
      ? {
          ...refused,
          sentence: 'The server lost this form’s number. Press ‘Correct’, then ‘Submit’.',
          filled: 'Correct',
        }
      : {
          ...refused,
          sentence: `The server took a part of this form and lost it. Do not delete it. Tell your operator: they see it under ${supportKey(cell)}.`,
          filled: 'Get help',
          also: 'Correct',
        };
  switch (reason?.code) {
    case 'unexpected':
      return {
        ...refused,
        sentence: `The server did not say why. Tell your operator: they see it under ${supportKey(cell)}.`,
        filled: 'Get help',
        also: 'Correct',
      };
    case 'formUnreadable':
      return {
        ...refused,
        sentence: 'This phone lost a part of this form. Check the form and submit it again.',
        filled: 'Correct',
      };
    case 'fileUnreadable':
      return {
        ...refused,
        sentence: 'This phone cannot read the ID document (front.jpg) any more. Take it again.',
        filled: 'Correct',
      };
    case 'faulted':
      return {
        ...refused,
        sentence: 'Veld cannot send this form. Nothing is lost. Tell your operator the code E-17.',
        filled: 'Get help',
        also: 'Correct',
      };
    case undefined: {
      const said = Object.values(modelState).flat().join(' ') || `${heading}. ${description}`;
      return { ...refused, sentence: `The server says: ${said}`, filled: 'Correct' };
    }
  }
}

/** Returns the first row that matches. */
function rowFor(cell: Cell): Row {
  const { status, submission, situation } = cell;
  const { hold, online, photos, hasSignIn, sendsWhenClosed: closed } = situation;
  if (status === 'draft') return table[submission.history.length > 1 ? 'draftAgain' : 'draft'];
  if (status === 'sent' || status === 'sending') return table[status];
  if (status === 'attention') return refusedRow(cell);
  if (status === 'paused') {
    if (hold?.httpStatus === 403) return table.forbidden;
    return hasSignIn ? table.signIn : table.unknownPhone;
  }
  const [first, ...others] = submission.steps;
  const isFormSent = first?.state.status === 'confirmed';
  // If the first step is in flight, a form id may be on its way.
  const isInFlight = first?.state.status === 'inFlight';
  const hasPhotos = others.length > 0;
  if (hold?.reason === 'clock') return table.clock;
  if (hold?.reason === 'formNumber' && submission.formId === null && !isInFlight)
    return table.noNumber;
  if (photos !== 'go' && isFormSent) return table.photosOnly;
  if (!online && !closed) return table.offlineOpen;
  if (!online) return table[photos !== 'go' && hasPhotos ? 'photosOffline' : 'offline'];
  if (hold?.reason === 'portal') return table.portal;
  if (hold?.reason === 'busy') return table[closed ? 'busy' : 'busyOpen'];
  if (hold?.reason === 'version') return table[closed ? 'version' : 'versionOpen'];
  if (hold?.reason === 'network') return table[closed ? 'network' : 'networkOpen'];
  if (!closed) return table.queuedOpen;
  return table[photos !== 'go' && hasPhotos ? 'photosWait' : 'queued'];
}

const reasonOf = ({ situation }: Cell): string =>
  situation.hold?.httpStatus === 403
    ? 'This phone is not allowed to send.'
    : 'The server does not know this phone.';

const seen = cells.map((cell) => ({ ...cell, cell, expected: rowFor(cell) }));

/** The cells that differ in facts that a row of the outbox shows. A row ignores connection, browser and sign-in. */
const rowCells = seen.filter(
  ({ situation }) => situation.online && situation.sendsWhenClosed && !situation.hasSignIn,
);

/** One cell for each submission, each of its rows of the table, and each connection, browser and sign-in. Drawing all takes 20 s. */
const drawnCells = [
  ...new Map(
    seen.map((each) => {
      const { hasSignIn, online, sendsWhenClosed } = each.situation;
      const { sentence, word } = each.expected;
      const number = submissions.indexOf(each.submission);
      return [[number, word, sentence, hasSignIn, online, sendsWhenClosed].join(), each];
    }),
  ).values(),
];

describe(`each kind of the ${cells.length} cells shows its row of the table`, () => {
  it('covers every row', () => {
    const met = new Set(seen.map(({ expected }) => expected.sentence));
    for (const [name, { sentence }] of Object.entries(table))
      expect(met.has(sentence), `No cell has the row ${name}`).toBe(true);
  });

  it('on Captured: heading, status word, sentence, main button, other buttons, receipt', () => {
    for (const { cell, expected } of drawnCells) {
      const html = captured(cell);
      const { also, filled, heading, sentence, word } = expected;
      const text = words(html);
      expect(text.startsWith(`${heading} Thandi Nkosi`), text).toBe(true);
      expect(text).toContain(` ${word} `);
      expect(text).toContain(sentence);
      expect(actions(html, true)).toEqual([filled]);
      const wanted = new Set([filled, 'Next customer', 'Details']);
      if (also !== undefined) wanted.add(also);
      if (heading === 'Captured') wanted.add('Another SIM for this customer').add('Give a receipt');
      if (heading === 'Not accepted') wanted.add('Tell the customer');
      expect(actions(html).toSorted()).toEqual([...wanted].toSorted());
    }
  });

  it('on Details: the same status word and sentence', () => {
    for (const { cell, expected } of drawnCells) {
      const text = words(details(cell));
      expect(text).toContain(` ${expected.word} `);
      expect(text).toContain(expected.sentence);
    }
  });

  it('in the outbox’s row: the status word, and the words of a refusal', () => {
    for (const { cell, expected } of rowCells) {
      const text = words(row(cell));
      expect(text).toContain(expected.word);
      if (expected.sentence.startsWith('The server says: ')) {
        expect(text).toContain('Correct');
        expect(text).toMatch(/This SIM is taken\.|Please make sure/);
      }
    }
  });

  it('on Home and in the outbox’s strip: the reason of a pause, and the person who acts', () => {
    for (const { cell, expected, situation, submission } of seen) {
      const isForSignIn = situation.hasSignIn && situation.hold?.httpStatus === 401;
      const text = home(cell);
      if (submission.status === 'queued' && situation.hold?.reason === 'auth') {
        expect(text).toBe(
          `Sending has stopped ${reasonOf(cell)} ${isForSignIn ? 'Sign in, or tell your operator.' : 'Get help.'}`,
        );
        const outbox = words(strip(cell));
        expect(outbox).toContain('Sending has stopped');
        expect(outbox).toContain(reasonOf(cell));
        expect(outbox).toContain(
          isForSignIn ? 'If that does not help, tell your operator.' : 'Tell your operator.',
        );
      } else if (expected.word === 'Needs attention')
        expect(text).toContain('1 form needs your attention');
      else expect(text).toMatch(homeHold(cell));
    }
  });

  /** Home shows a hold only if a person can end it. */
  function homeHold({ submission, situation: { hold, online } }: Cell): RegExp {
    if (submission.status !== 'queued') return /^$/;
    switch (hold?.reason) {
      case 'clock':
        return /^Check the phone’s date and time /;
      case 'formNumber':
        return /^New forms wait for a number Get help\. /;
      case 'portal':
        return online ? /^This Wi-Fi wants you to log in Log in to it/ : /^$/;
      default:
        return /^$/;
    }
  }

  it('in the outbox’s strip: the hold that Captured names', () => {
    const titles = {
      portal: /^This Wi-Fi wants you to log in /,
      clock: /^Check the phone’s date and time /,
      busy: /^The server is busy /,
      version: /^The server is being updated /,
      formNumber: /^New forms wait for a number /,
    } as const;
    for (const { cell, situation, submission } of seen) {
      const { hold, online } = situation;
      if (submission.status !== 'queued' || hold === null || hold.reason === 'auth') continue;
      const network = online ? /^The server cannot be reached / : /^No connection yet /;
      expect(words(strip(cell))).toMatch(hold.reason === 'network' ? network : titles[hold.reason]);
    }
  });

  it('in the notification: counts, and the reason of a pause', () => {
    for (const { cell, expected, situation, submission } of seen) {
      const said = notification(cell);
      if (expected.word === 'Sent') expect(said).toBe('1 form sent.');
      else if (expected.word === 'Needs attention')
        expect(said).toBe('1 form needs your attention.');
      else if (submission.status === 'draft') expect(said).toBe('');
      else
        expect(said).toBe(
          situation.hold?.reason === 'auth'
            ? `1 form waiting. ${reasonOf(cell)} Open Veld and get help.`
            : '1 form waiting. Open Veld to send it.',
        );
    }
  });

  it('in the receipt: captured, or not accepted, and no more than the phone knows', () => {
    for (const submission of submissions) {
      const text = receiptText(submission, '');
      if (submission.status === 'rejected')
        expect(text).toMatch(
          /^Your form for SIM …4560 is not accepted yet\. Ask your agent what to do\./,
        );
      else {
        expect(text).toMatch(/^Your form for SIM …4560 was filled in on /);
        expect(text).not.toMatch(/sent|registered/);
      }
    }
  });
});

const hereLater = 'The operator has it. You will see here when the SIM is active.';
const becauseOf = 'The operator returned it: A photo cannot be read.';
const worksOnceActive = 'The SIM works once the operator activates it.';
const comeBack = 'It needs a correction. Come back to your agent.';
const photo = { at: now - minutes(5), code: 'photoUnreadable', text: '' } as const;
const corrected = formId('00000001-0000-4000-8000-000000000000');
const by = {
  id: submissionId('b'),
  kind: 'registration',
  formId: null,
  status: 'draft',
  deliveredAt: null,
} as const;

/** Each verdict on a sent form, with heading, sentence, main button, and the receipt's sentence. */
const verdicts: readonly (readonly [Verdict, string, string, string, string])[] = [
  [{ state: 'unknown' }, 'Captured', hereLater, 'Next customer', worksOnceActive],
  [
    { state: 'unlisted' },
    'Captured',
    'The operator does not list it. Tell your operator the reference.',
    'Next customer',
    worksOnceActive,
  ],
  [{ state: 'received', at: now }, 'Captured', hereLater, 'Next customer', worksOnceActive],
  [
    { state: 'active', at: now - minutes(5) },
    'Captured',
    'The SIM is active since 13:55.',
    'Next customer',
    'SIM …4560 is active since 21 Nov 2026, 13:55.',
  ],
  [{ state: 'returned', ...photo }, 'Returned', becauseOf, 'Correct', comeBack],
  [{ state: 'known', ...photo }, 'Returned', becauseOf, 'Correct', comeBack],
  [
    { state: 'returned', ...photo, code: 'duplicate' },
    'Returned',
    'The operator returned it: This customer has this SIM already.',
    'Next customer',
    'The operator returned it. Ask your agent what to do.',
  ],
  [
    { state: 'correcting', ...photo, by },
    'Captured',
    'The operator returned it. You began a correction.',
    'Next customer',
    worksOnceActive,
  ],
  [
    { state: 'corrected', ...photo, by: null },
    'Captured',
    'The operator returned it. The correction is sent.',
    'Next customer',
    worksOnceActive,
  ],
];

describe('the operator’s verdict on a sent form', () => {
  const sent = cells.find(({ status, submission }) => status === 'sent' && submission.formId);
  if (sent === undefined) throw new Error('No form is sent.');

  for (const [verdict, heading, sentence, filled, receipt] of verdicts)
    it(`${verdict.state}, '${filled}': on Captured, on Details and in the receipt`, () => {
      const html = captured(sent, verdict);
      const text = words(html);
      expect(text.startsWith(`${heading} Thandi Nkosi`), text).toBe(true);
      expect(text).toContain(' Sent ');
      expect(text).toContain(sentence);
      expect(actions(html, true)).toEqual([filled]);
      const shared = [
        'Next customer',
        'Another SIM for this customer',
        'Give a receipt',
        'Details',
      ];
      expect(actions(html).toSorted()).toEqual([...new Set([filled, ...shared])].toSorted());
      expect(words(details(sent, verdict))).toContain(sentence);
      expect(receiptText(sent.submission, '', verdict)).toMatch(
        new RegExp(`Reference FZF0-RZR4\\. ${receipt.replaceAll('.', '\\.')}$`),
      );
    });

  it('the receipt of a correction names the reference that it replaces', () => {
    const correction = { ...sent.submission, corrects: corrected };
    expect(receiptText(correction, '')).toContain(
      `Reference FZF0-RZR4. It replaces reference ${referenceOf(corrected)}. `,
    );
  });
});

describe('the rules of the table', () => {
  it('‘when you are online’ only offline, ‘by itself’ only if this browser can, ‘is sent’ only after sending', () => {
    for (const { cell, situation, status, submission } of drawnCells) {
      const text = words(captured(cell));
      if (text.includes('when you are online'))
        expect([situation.online, status]).toEqual([false, 'waiting']);
      if (!situation.sendsWhenClosed || status === 'paused')
        expect(text).not.toMatch(/by itself|tries again|goes first|will be sent|is sent when/);
      // With Veld closed, no browser wakes the worker for Wi-Fi.
      expect(text).not.toContain('when there is Wi-Fi');
      if (text.includes('The form is sent. '))
        expect(submission.steps[0]?.state.status).toBe('confirmed');
      expect(text.includes('The operator has it.')).toBe(status === 'sent');
    }
  });

  it('a form that is sent only while Veld is unlocked promises no sending with Veld closed', () => {
    const waiting = drawnCells.find(
      ({ situation, expected }) =>
        situation.online && expected.sentence === table.photosWait.sentence,
    );
    if (waiting === undefined) throw new Error('No form waits for Wi-Fi.');
    const submission = { ...waiting.submission, keys: { p: '' } };
    const text = (online: boolean) =>
      words(captured({ ...waiting.cell, submission, situation: { ...waiting.situation, online } }));
    expect(text(true)).toContain(table.queuedOpen.sentence);
    expect(text(false)).toContain(table.offlineOpen.sentence);
  });

  it('a form that is not on this phone says so and links to the outbox', () => {
    const html = renderToStaticMarkup(<SubmissionNotFound Link={PlainLink} />);
    expect(words(html)).toBe(
      'This form is not here It was deleted, it belongs to another agent, or it is on another phone. Outbox',
    );
    expect(actions(html, true)).toEqual(['Outbox']);
  });
});
