import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Hold } from '../../../src/domain/submission-types.ts';
import { holdNotice, restNotice, triedText } from '../../../src/features/outbox/hold-text.ts';
import { askToSendRest, orNotice } from '../../../src/features/outbox/outbox-context.ts';
import { deleteText } from '../../../src/features/outbox/submission/delete-dialog.tsx';
import {
  byteProgress,
  detailText,
  loadText,
  missingText,
  nameText,
  nextTryText,
  stepName,
  stepStateText,
  whatText,
} from '../../../src/features/outbox/submission/submission-text.ts';
import { signOut } from '../../../src/features/session/session-page.tsx';
import { formPath } from '../../../src/paths/page-paths.ts';
import { requestedToasts } from '../../../src/ui/overlays/toasts.ts';
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

/** Replaces the no-break spaces of Intl by ordinary ones. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

const free = { hold: null, photos: 'go', now } as const;

describe('the text of a row', () => {
  it('has a placeholder for a submission without a name', () => {
    expect(nameText(aSubmission({ customerName: '' }))).toBe('No name yet');
    expect(nameText(aSubmission())).toBe('Thandi Nkosi');
  });

  it('shows only the end of the SIM card number', () => {
    expect(whatText(aSubmission())).toBe('SIM registration · SIM …4560');
    expect(whatText(aSubmission({ status: 'delivered' }))).toBe('SIM registration · SIM …4560');
    expect(whatText(aSubmission({ simCardNumber: '' }))).toBe('SIM registration');
  });

  it('shows the time of the next attempt, with the day if it is not today', () => {
    expect(nextTryText(now + minutes(5), now)).toBe('next try 14:05');
    expect(nextTryText(now + minutes(24 * 60), now)).toBe('next try 22 Nov, 14:00');
  });

  it('says if the server answered', () => {
    const history = [{ at: now, what: 'answered', httpStatus: 500 }];
    const row = aSubmission({ nextAttemptAt: now + minutes(5), history });
    expect(detailText(row, 'waiting', free)).toBe('server answered 500, next try 14:05');
  });

  it('names the photo that is being sent, and its progress', () => {
    const under = aStep(upload('SaveIdDocument', 900_000), inFlight);
    const at = (came: number) => ({ ...under, upload: { address: '/u', came, length: 900_400 } });
    const row = (step: typeof under) =>
      aSubmission({
        steps: [
          aStep({ call: 'RegisterSim', sha256: '' }, confirmed),
          aStep(upload('SaveIdDocument', 30), confirmed),
          step,
          aStep(upload('SaveCompanyRegistrationDocument', 30)),
        ],
      });
    const said = (step: typeof under) => plain(detailText(row(step), 'sending', free));
    expect(said(under)).toBe('step 3 of 4');
    expect(said(at(0))).toBe('step 3 of 4');
    expect(said(at(340_000))).toBe('photo 2 of 3: 340 kB of 900 kB');
    // The headers of the multipart body do not belong to the photo.
    expect(said(at(900_300))).toBe('photo 2 of 3: 900 kB of 900 kB');
    expect(plain(stepStateText(at(340_000), true))).toBe('Now · 340 kB of 900 kB');
    expect(byteProgress(row(at(340_000)).steps)).toEqual({ done: 340_030, total: 900_060 });
  });

  it('names no time for an attempt that is due', () => {
    expect(nextTryText(null, now)).toBe('');
    expect(nextTryText(now, now)).toBe('');
  });

  it('names missing answers and the position in a draft', () => {
    const draft = (missing: number) =>
      missingText(aSubmission({ status: 'draft', missing, section: 'documents' }));
    expect(draft(3)).toBe('At Documents, 3 answers to go');
    expect(draft(1)).toBe('At Documents, 1 answer to go');
    expect(draft(0)).toBe('Ready to submit');
  });

  it('leaves out a section that this version does not know', () => {
    expect(missingText(aSubmission({ missing: 2, section: 'gone' }))).toBe('2 answers to go');
  });

  it('counts steps only while one is being sent', () => {
    const submission = aSubmission({
      steps: [
        aStep({ call: 'RegisterSim', sha256: '' }, confirmed),
        aStep(upload('SaveSignature'), inFlight),
        aStep(upload('SaveIdDocument')),
      ],
      nextAttemptAt: now + minutes(5),
    });
    expect(detailText(submission, 'sending', free)).toBe('step 2 of 3');
    expect(detailText(submission, 'waiting', free)).toBe('next try 14:05');
    expect(detailText(submission, 'paused', free)).toBe('');
  });

  it('shows the time of the next probe during a hold', () => {
    const hold: Hold = {
      reason: 'version',
      since: now,
      nextProbeAt: now + minutes(30),
      httpStatus: 404,
      tries: 1,
    };
    const wait = { hold, photos: 'go', now } as const;
    expect(detailText(aSubmission(), 'waiting', wait)).toBe('next try 14:30');
    const later = aSubmission({ nextAttemptAt: now + minutes(45) });
    expect(detailText(later, 'waiting', wait)).toBe('next try 14:45');
  });

  it('links to the right form', () => {
    const { id } = aSubmission();
    expect(formPath(aSubmission())).toBe(`/register/${id}`);
    expect(formPath(aSubmission({ kind: 'replacement' }))).toBe(`/replace/${id}`);
  });
});

describe('the cost of sending', () => {
  it('is not shown without a price', () => {
    expect(plain(loadText(4_200_000, null))).toBe('4,2 MB to send');
  });

  it('is in Rand with two decimals, with VAT if chosen', () => {
    const price = { randPerMegabyte: 0.5, upliftPercent: 0 };
    expect(plain(loadText(4_200_000, price))).toBe('4,2 MB to send, about R 2,10');
    expect(plain(loadText(4_200_000_000, { ...price, upliftPercent: 15 }))).toBe(
      '4,2 GB to send, about R 2 415,00',
    );
  });
});

describe('the name of a step', () => {
  it('numbers the documents of one kind', () => {
    const steps = [
      aStep({ call: 'GetInfo' }),
      aStep({ call: 'RegisterSim', sha256: '' }),
      aStep(upload('SaveSignature')),
      aStep(upload('SaveIdDocument', 1)),
      aStep(upload('SaveIdDocument', 2)),
      { ...aStep(upload('SaveIdDocument', 2)), isLook: true as const },
      aStep(upload('SaveCompanyRegistrationDocument')),
      aStep({ call: 'RemoveDocument', formFileId: '1', fileName: 'a', of: 'SaveIdDocument' }),
      aStep({ call: 'RemoveDocument', formFileId: '2', fileName: 'b', of: 'SavePoliceDocument' }),
    ];
    expect(steps.map((step) => stepName(step, steps))).toEqual([
      'Form number',
      'Registration form',
      'Signature',
      'ID document 1',
      'ID document 2',
      'Check of ID document 2',
      'Company registration document 1',
      'Remove old ID document',
      'Remove old police document',
    ]);
  });

  it('calls an interrupted step interrupted', () => {
    const step = aStep(upload('SaveSignature'), inFlight);
    expect(stepStateText(step, true)).toBe('Now');
    expect(stepStateText(step, false)).toBe('Cut off, Veld will try again');
  });

  it('adds the confirmed and the total bytes', () => {
    const steps = [
      aStep({ call: 'RegisterSim', sha256: '' }, confirmed),
      aStep(upload('SaveSignature', 30), confirmed),
      aStep(upload('SaveIdDocument', 200), rejected()),
    ];
    expect(byteProgress(steps)).toEqual({ done: 30, total: 230 });
  });
});

describe('the attempts since the last delivery', () => {
  const last = { at: now - minutes(2), httpStatus: null };
  it('are shown with time and answer of the last one', () => {
    expect(triedText({ ...last, tries: 1 }, now)).toBe(
      'Tried once, at 13:58: no answer from the server',
    );
    expect(triedText({ ...last, tries: 4, httpStatus: 503 }, now)).toBe(
      'Tried 4 times, last at 13:58: the server answered 503',
    );
  });
});

describe('the reason of a hold', () => {
  const reasons: Hold['reason'][] = ['auth', 'version', 'portal', 'clock', 'busy', 'network'];
  const hold = (reason: Hold['reason'], httpStatus: number | null = null): Hold => ({
    reason,
    httpStatus,
    tries: 1,
    since: now,
    nextProbeAt: now + minutes(30),
  });

  const situation = { now, online: true, hasSignIn: false };

  it.each(reasons)('of %s is told in at most three sentences of 25 words', (reason) => {
    const { text } = holdNotice(hold(reason), situation);
    const sentences = text.split(/(?<=\.) /);
    expect(sentences.length).toBeLessThanOrEqual(3);
    for (const sentence of sentences) expect(sentence.split(' ').length).toBeLessThanOrEqual(25);
  });

  it.each(['auth', 'version', 'busy', 'network'] as const)(
    'of %s says that nothing is lost',
    (reason) => {
      expect(holdNotice(hold(reason), situation).text).toContain('Nothing is lost.');
    },
  );

  it('asks to open Veld if a form is sent only while Veld is unlocked', () => {
    const held = { ...situation, online: false, needsUnlock: true };
    expect(holdNotice(hold('network'), held).text).toContain('Open Veld when you have signal.');
    expect(restNotice(2, { photosWait: false, needsUnlock: true })).toMatchObject({
      title: 'Keep Veld open to send',
      text: 'As you chose, Veld sends only while it is unlocked.',
    });
    expect(restNotice(2, { photosWait: false, needsUnlock: false }).title).toBe('2 forms wait');
  });

  describe('in a browser on iOS', () => {
    const within = 'Open Veld within 7 days, or the browser may delete your forms.';
    const rests = [
      { photosWait: false, needsUnlock: false },
      { photosWait: false, needsUnlock: true },
      { photosWait: true, needsUnlock: false },
    ];
    const openIn = (standalone: boolean) => {
      vi.stubGlobal('document', {});
      vi.stubGlobal('navigator', { serviceWorker: {}, standalone });
    };
    const words = () => [
      holdNotice(hold('network'), { ...situation, online: false }).text,
      ...rests.map((rest) => restNotice(1, rest).text),
    ];
    afterEach(() => vi.unstubAllGlobals());

    it('asks to open Veld within 7 days', () => {
      openIn(false);
      expect(words()).toEqual([
        `Nothing is lost. Open Veld when you have signal. ${within}`,
        `This browser sends only while Veld is open. ${within}`,
        `As you chose, Veld sends only while it is unlocked. ${within}`,
        `To use mobile data now, press ‘Send now’. ${within}`,
      ]);
    });

    it('names no days on the home screen', () => {
      openIn(true);
      expect(words().filter((text) => text.includes('days'))).toEqual([]);
    });
  });

  it('differs for 401 and 403', () => {
    expect(holdNotice(hold('auth', 401), situation).text).toContain('does not know this phone');
    expect(holdNotice(hold('auth', 403), situation).text).toContain('not allowed');
  });

  it('mentions signing in only if the build has it', () => {
    const said = (hasSignIn: boolean) => holdNotice(hold('auth', 401), { ...situation, hasSignIn });
    expect(said(false).text).not.toMatch(/sign/i);
    expect(said(true)).toMatchObject({
      title: 'Sending has stopped',
      text: 'The server does not know this phone. Nothing is lost. Sign in, then press ‘Send now’. If that does not help, tell your operator.',
      needs: 'signIn',
    });
  });

  it('is called a pause only if a person must act', () => {
    const paused = reasons.filter((reason) =>
      holdNotice(hold(reason), situation).title.includes('Sending has stopped'),
    );
    expect(paused).toEqual(['auth']);
  });

  it('names the time of the next attempt, and never a time in the past', () => {
    expect(holdNotice(hold('busy', 503), situation).text).toBe(
      'Nothing is lost. Veld tries again at 14:30.',
    );
    const past = { ...hold('busy'), nextProbeAt: now - minutes(9) };
    expect(holdNotice(past, situation).text).toBe('Nothing is lost. Veld tries again now.');
  });
});

describe('the question before a deletion', () => {
  it('offers an undo only for drafts', () => {
    expect(deleteText(aSubmission({ status: 'draft' })).lost).toContain(
      'You can undo this for 10 seconds.',
    );
    expect(deleteText(aSubmission()).lost).toContain('You cannot undo this.');
  });

  it('names the data that the server keeps', () => {
    expect(deleteText(aSubmission()).lost).toContain('It was never sent.');
    expect(deleteText(aSubmission({ everSent: true })).lost).toContain(
      'Part of it may be at the operator already.',
    );
    expect(deleteText(aSubmission({ status: 'rejected', everSent: true })).lost).toContain(
      'Part of it may be at the operator already.',
    );
    expect(deleteText(aSubmission({ status: 'delivered', everSent: true })).lost).toContain(
      'The operator keeps the form.',
    );
  });
});

it.each([
  ['done', undefined],
  ['underWay', undefined],
  ['gone', undefined],
  ['edited', 'You changed this form. Press ‘Correct’, then ‘Submit’.'],
  ['refused', 'That did not work. Nothing is lost. Try again.'],
] as const)('‘Send the rest’ that ends with %s says: %s', async (status, said) => {
  const before = requestedToasts.snapshot().length;
  await askToSendRest(async () => status, aSubmission().id);
  expect(requestedToasts.snapshot().at(before)?.message).toBe(said);
});

it('‘Send the rest’ that fails says that nothing is lost', async () => {
  await askToSendRest(() => Promise.reject(new TypeError('null')), aSubmission().id);
  expect(requestedToasts.snapshot().at(-1)?.message).toContain('Nothing is lost.');
});

it('a button that failed shows a notice, and names a full phone', async () => {
  const last = () => requestedToasts.snapshot().at(-1)?.message;
  await orNotice(Promise.reject(new TypeError('null')));
  expect(last()).toBe('That did not work. Nothing is lost. Try again.');
  await orNotice(Promise.reject(new DOMException('full', 'QuotaExceededError')));
  expect(last()).toBe('The phone is full. Nothing is lost. Free some space, then try again.');
  await signOut({ settings: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  expect(last()).toBe('Not signed out. The phone is full. Free some space, then try again.');
});
