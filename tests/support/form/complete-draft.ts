import { createHash } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { pdf, png, webp } from '../../../server/conformance/made-up-forms.ts';
import { type DocumentKind, documentsOf } from '../../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { luhn } from '../../../src/domain/forms/rules.ts';
import { type SentType, wireFileName } from '../../../src/domain/forms/sent-files.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { attachmentId, type SubmissionId, submissionId } from '../../../src/domain/ids.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { newSubmission } from '../../../src/store/drafts/new-submission.ts';
import { FORM_VERSION } from '../../../src/store/format/draft-row.ts';
import type { AttachmentRow, DraftRow } from '../../../src/store/format/rows.ts';
import type { SubmissionRow } from '../../../src/store/format/submission-row.ts';
import { databaseMade } from '../disk/app-database.ts';
import { customer, expectSection, openDetails, photo } from './form-filling.ts';
import { withComments } from './photos.ts';

let made = 0;

/** A SIM card number with a correct check digit that no other draft of this run has. */
function freshSimCardNumber(): string {
  made += 1;
  const stem = `892701${String(process.pid % 10_000).padStart(4, '0')}${String(made).padStart(8, '0')}`;
  for (let digit = 0; digit < 10; digit += 1) if (luhn(`${stem}${digit}`)) return `${stem}${digit}`;
  throw new Error('No check digit fits.');
}

let sequences = 0;

/** Higher than the sequence of every earlier draft of this run, as in the app. */
function nextSequence(): number {
  sequences += 1;
  return Math.round(performance.timeOrigin / 1000) + sequences;
}

const person: Values = { title: 'Ms', surname: 'Nkosi', idNumber: '8001015009087' };

const complete: Readonly<Record<FormKind, Values>> = {
  registration: {
    ...person,
    cellphone: '082 123 4567',
    emailAddress: 'thandi@example.co.za',
    streetName: 'Behind the Mzamo school',
    suburb: 'KwaNdengezi',
    city: 'Pinetown',
  },
  replacement: { ...person, msisdn: '082 123 4567' },
};

export type DraftWish = Readonly<{
  /** The customer's first name, by which the tests tell drafts apart. */
  name: string;
  kind?: FormKind;
  values?: Values;
  /** The texts that were scanned, by field. */
  scanned?: Readonly<Record<string, string>>;
  /** By default the documents that the form requires. */
  documents?: readonly DocumentKind[];
  /** The documents' types, used in turn. By default JPEG. */
  types?: readonly SentType[];
  /** The id of the draft's agent. Without it, the row is as a build without agents wrote it. */
  agent?: string;
  /** The minimum size of a photo, in bytes. */
  photoSize?: number;
}>;

type Rows = Readonly<{
  draft: DraftRow;
  submission: SubmissionRow;
  attachments: readonly AttachmentRow[];
  files: readonly string[];
}>;

/** Adds complete drafts to the app's database, ready for Submit. */
export async function seedDrafts(
  page: Page,
  wishes: readonly DraftWish[],
): Promise<readonly SubmissionId[]> {
  await databaseMade(page);
  const picture = await photo(page, 320, 200);
  const all = await Promise.all(wishes.map((wish) => rowsOf(wish, picture)));
  await page.evaluate(async (seeds) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('veld');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const names = ['drafts', 'submissions', 'attachments', 'blobs', 'strokes', 'counters'];
    const work = database.transaction(names, 'readwrite', { durability: 'strict' });
    const ended = new Promise<void>((resolve, reject) => {
      work.oncomplete = () => resolve();
      work.onabort = () => reject(work.error);
    });
    for (const { draft, submission, attachments, files } of seeds) {
      work.objectStore('drafts').put(draft);
      work.objectStore('submissions').put(submission);
      attachments.forEach((row, index) => {
        const bytes = Uint8Array.from(atob(files[index] ?? ''), (one) => one.charCodeAt(0));
        work.objectStore('attachments').put(row);
        const blob = new Blob([bytes], { type: row.type });
        work.objectStore('blobs').put({ id: row.id, type: row.type, bytes: blob });
      });
      const points = [20, 90, 160, 230].map((x, step) => ({
        x,
        y: 40 + 30 * (step % 2),
        time: step,
      }));
      work.objectStore('strokes').put({ submissionId: draft.id, index: 0, points });
    }
    const counting = work.objectStore('counters').get('draft');
    counting.onsuccess = () => {
      const before = (counting.result as { count: number } | undefined)?.count ?? 0;
      work.objectStore('counters').put({ status: 'draft', count: before + seeds.length });
    };
    await ended;
    database.close();
  }, all);
  return all.map(({ draft }) => draft.id);
}

const madeUp: Readonly<Record<Exclude<SentType, 'image/jpeg'>, () => Blob>> = {
  'image/png': png,
  'image/webp': webp,
  'application/pdf': pdf,
};

/** The documents that the form requires. */
const demanded = (kind: FormKind, values: Values): readonly DocumentKind[] =>
  documentsOf(kind)
    .filter(({ applies, required }) => required && (applies?.(values) ?? true))
    .map((document) => document.kind);

async function rowsOf(wish: DraftWish, picture: Buffer): Promise<Rows> {
  const { name, kind = 'registration', types = [], photoSize = 0 } = wish;
  const { simCardNumber = freshSimCardNumber(), ...wished } = wish.values ?? {};
  const values: Values = { ...complete[kind], firstName: name, simCardNumber, ...wished };
  const { documents = demanded(kind, values) } = wish;
  const id = submissionId(crypto.randomUUID());
  const sequence = nextSequence();
  const at = Date.now();
  const typeOf = (index: number): SentType => types[index % types.length] ?? 'image/jpeg';
  const jpegOf = (index: number): Buffer => {
    // A JPEG comment makes each file different.
    const mark = Buffer.from(`${id} ${index}`);
    const size = Math.max(picture.length + 4 + mark.length, photoSize);
    return Buffer.from(
      withComments(picture, size, (comment) =>
        comment.fill(0xa5).set(mark.subarray(0, comment.length)),
      ),
    );
  };
  const files = await Promise.all(
    documents.map(async (_, index) => {
      const type = typeOf(index);
      return type === 'image/jpeg'
        ? jpegOf(index)
        : Buffer.from(await madeUp[type]().arrayBuffer());
    }),
  );
  const attachments = documents.map((document, index): AttachmentRow => {
    const bytes = files[index] ?? picture;
    const type = typeOf(index);
    const file = attachmentId(crypto.randomUUID());
    return {
      id: file,
      submissionId: id,
      kind: document,
      fileName: wireFileName(document, file, type),
      originalName: `photo-${index + 1}.jpg`,
      type,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      sequence: index + 1,
      addedAt: at,
    };
  });
  return {
    draft: {
      ...newContent(kind, values),
      scanned: wish.scanned ?? {},
      id,
      kind,
      formVersion: FORM_VERSION,
      revision: 1,
      section: 'review',
      location: { latitude: -33.918861, longitude: 18.4233, accuracy: 12, at },
      consent: true,
      signatureSize: { width: 300, height: 150 },
      createdAt: at,
      updatedAt: at,
    },
    submission: {
      ...newSubmission(id, kind, sequence, at),
      customerName: `${name} Nkosi`,
      isBusiness: values['isBusinessCustomer'] === true,
      ...(wish.agent === undefined ? {} : { agent: wish.agent }),
      terms: [name.toLowerCase(), 'nkosi'],
      simCardNumber: String(simCardNumber),
      missing: 0,
      section: 'review',
    },
    attachments,
    files: files.map((bytes) => bytes.toString('base64')),
  };
}

/** Opens a complete registration of the made-up customer at its section 'Review'. For tests that are about something else. */
export async function openReview(
  page: Page,
  wish: Omit<DraftWish, 'name' | 'kind'> = {},
): Promise<SubmissionId> {
  await page.goto('/register');
  const values = { simCardNumber: customer.simCardNumber.replaceAll(' ', ''), ...wish.values };
  const [id] = await seedDrafts(page, [{ ...wish, name: customer.firstName, values }]);
  if (id === undefined) throw new Error('There is no draft.');
  await page.goto(`/register/${id}`);
  await expectSection(page, 'Review');
  return id;
}

/** Opens the form and goes to its last section. Returns the button 'Submit'. */
async function openSubmit(
  page: Page,
  id: SubmissionId,
  kind: FormKind = 'registration',
): Promise<Locator> {
  await page.goto(`/${kind === 'registration' ? 'register' : 'replace'}/${id}`);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (;;) {
    await submit.or(next).waitFor();
    if (await submit.isVisible()) return submit;
    const heading = page.getByRole('heading', { level: 2 }).first();
    const section = (await heading.textContent()) ?? '';
    await next.click();
    // If the draft has only the front of a card, 'Next' asks for the back.
    const goOn = page.getByRole('button', { name: 'Go on without it', exact: true });
    await heading.filter({ hasNotText: section }).or(goOn).first().waitFor();
    if (await goOn.isVisible()) await goOn.click();
    await expect(heading).not.toHaveText(section);
  }
}

/** Opens the form, goes to its last section, presses 'Submit', and goes on to the submission's own screen. */
export async function submitDraft(page: Page, id: SubmissionId, kind?: FormKind): Promise<void> {
  const submit = await openSubmit(page, id, kind);
  await submit.click();
  await expect(page).toHaveURL(`/captured/${id}`);
  await openDetails(page);
}

/** Makes drafts, opens each in its own tab, and then submits them in this order. So only a short time passes between two Submits. */
export async function submitFromTabs(page: Page, wishes: readonly DraftWish[]): Promise<void> {
  const opened: { id: SubmissionId; tab: Page; submit: Locator }[] = [];
  for (const [index, id] of (await seedDrafts(page, wishes)).entries()) {
    const tab = await page.context().newPage();
    opened.push({ id, tab, submit: await openSubmit(tab, id, wishes[index]?.kind) });
  }
  for (const { id, tab, submit } of opened) {
    await submit.click();
    await expect(tab).toHaveURL(`/captured/${id}`);
    await tab.close();
  }
}

/** Makes drafts and submits them in this order. */
export async function submitAll(
  page: Page,
  wishes: readonly DraftWish[],
): Promise<readonly SubmissionId[]> {
  const ids = await seedDrafts(page, wishes);
  for (const [index, id] of ids.entries()) await submitDraft(page, id, wishes[index]?.kind);
  return ids;
}
