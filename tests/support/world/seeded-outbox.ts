import type { Page } from '@playwright/test';
import { idempotencyKey, stepId, submissionId } from '../../../src/domain/ids.ts';
import type { Step, SubmissionStatus } from '../../../src/domain/submission-types.ts';
import { localDay } from '../../../src/store/drafts/new-submission.ts';
import type { SubmissionRow } from '../../../src/store/format/submission-row.ts';
import { databaseMade } from '../disk/app-database.ts';

const people = [
  ['Thandi', 'Nkosi'],
  ['Pieter', 'van der Merwe'],
  ['Lerato', 'Mokoena'],
  ['Sipho', 'Dlamini'],
  ['Ayesha', 'Patel'],
  ['Anele', 'Mthembu'],
] as const;

const dayMs = 86_400_000;

const step = (number: number, state: Step['state']): Step => ({
  id: stepId(`step-${number}`),
  key: idempotencyKey(`key-${number}`),
  content: { call: 'GetInfo' },
  state,
  attempts: 0,
});

function stepsOf(status: SubmissionStatus, number: number, at: number): readonly Step[] {
  switch (status) {
    case 'draft':
      return [];
    case 'queued':
      return [step(number, { status: 'pending' })];
    case 'delivered':
      return [step(number, { status: 'confirmed', at })];
    case 'rejected':
      return [
        step(number, {
          status: 'rejected',
          at,
          message: {
            heading: '',
            description: 'Please make sure you have entered all the information correctly.',
            modelState: { IdNumber: ['This ID number is not known.'] },
            httpStatus: 400,
          },
        }),
      ];
  }
}

/** A made-up row; a higher number is a newer row. `now`: ms since 1970. */
export function madeUpRow(
  number: number,
  status: SubmissionStatus,
  { daysAgo = 0, now = Date.now() }: Readonly<{ daysAgo?: number; now?: number }> = {},
): SubmissionRow {
  const [firstName, surname] = people[Math.floor(number / 7) % people.length] ?? people[0];
  // Keeps the row on its intended day, even if a test runs shortly after midnight.
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const at = Math.max(midnight + number, now - (10_000 - number) * 1_000) - daysAgo * dayMs;
  const sim = `8927010000001${String(number).padStart(6, '0')}`;
  const isDelivered = status === 'delivered';
  const initials = `${firstName.slice(0, 1)}. ${surname.slice(0, 1)}.`;
  return {
    id: submissionId(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
    kind: number % 3 === 0 ? 'replacement' : 'registration',
    status,
    formId: null,
    sequence: number,
    customerName: isDelivered ? initials : `${firstName} ${surname}`,
    isBusiness: false,
    terms: isDelivered ? [] : [firstName.toLowerCase(), ...surname.toLowerCase().split(' '), sim],
    simCardNumber: isDelivered ? '' : sim,
    createdAt: at,
    changedAt: at,
    day: localDay(at),
    submittedAt: status === 'draft' ? null : at,
    deliveredAt: isDelivered ? at + 60_000 : null,
    missing: status === 'draft' ? 3 : 0,
    section: status === 'draft' ? 'documents' : 'review',
    steps: stepsOf(status, number, at),
    documents: {},
    nextAttemptAt: null,
    maybeTwice: [],
    bytesLeft: status === 'queued' ? 400_000 : 0,
    history: [{ at, what: 'submitted' }],
    ...(isDelivered ? { simTail: sim.slice(-4) } : {}),
  };
}

/** Adds rows to the app's database, and updates the counters. A page shows the rows after a reload. */
export async function seedOutbox(page: Page, rows: readonly SubmissionRow[]): Promise<void> {
  await databaseMade(page);
  await page.evaluate(async (wanted) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('veld');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    await new Promise<void>((resolve, reject) => {
      const work = database.transaction(['submissions', 'counters'], 'readwrite');
      work.oncomplete = () => resolve();
      work.onabort = () => reject(work.error);
      const submissions = work.objectStore('submissions');
      for (const row of wanted) submissions.put(row);
      const counters = work.objectStore('counters');
      for (const status of new Set(wanted.map((row) => row.status))) {
        const reading = counters.get(status);
        reading.onsuccess = () => {
          const before = (reading.result as { count: number } | undefined)?.count ?? 0;
          const more = wanted.filter((row) => row.status === status).length;
          counters.put({ status, count: before + more });
        };
      }
    });
    database.close();
  }, rows);
}
