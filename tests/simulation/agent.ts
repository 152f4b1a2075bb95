import type { DocumentKind } from '../../src/domain/forms/document-kinds.ts';
import type { Values } from '../../src/domain/forms/values.ts';
import { type FormId, submissionId } from '../../src/domain/ids.ts';
import type { Contents } from '../../src/store/format/contents.ts';
import type { AttachmentRow } from '../../src/store/format/rows.ts';
import { draftSubmission, individual } from '../support/world/sync-world.ts';
import { type Case, type Content, markerOf } from './case.ts';
import { type Edit, filled } from './disk.ts';
import { callOf, fileOf, rowOf, signatureOf } from './files.ts';
import type { Page } from './page.ts';
import type { Swarm } from './swarm.ts';

type Needs = Readonly<{
  random: () => number;
  oddRandom: () => number;
  newId: () => string;
  swarm: Swarm;
  cases: Case[];
  /** A living page; opens one if there is none. */
  page: () => Page;
  now: () => number;
  forgetWaits: () => void;
  /** Returns true if the phone knows that the operator returned the form. */
  isReturned: (id: Case['id']) => boolean;
  /** Returns true if the server already has the content that it refused. The operator tells the agent this. */
  serverHas: (of: Case) => boolean;
  sentRest: () => void;
  /** Called when the agent has submitted a correction of a returned form. */
  corrected: () => void;
  /** Called after 'Send now' ended for the form. */
  released: (of: Case) => void;
}>;

/** The maximum number of submissions in a seed, with the corrections. */
const MOST_CASES = 8;

/** The person with the phone. Does one thing at a time, except for pressing Submit twice. */
export class Agent {
  /** If true, the agent only corrects refused submissions. */
  isHelpful = false;
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Does one thing, chosen by the seed. Rejects if its page dies meanwhile. */
  async act(): Promise<void> {
    const { cases, random, swarm } = this.#needs;
    const mayBegin = swarm.verdicts === null || (await this.#needs.page().mayBegin());
    const refused = this.#refusedCase();
    // The form's agent was reset without the PIN. Nobody can decrypt the form to correct it.
    if (refused !== undefined && this.#needs.page().lock.isGivenUp(refused.id))
      return this.remove(refused);
    if (refused !== undefined && (this.isHelpful || random() < 0.4)) return this.#correct(refused);
    if (this.isHelpful) return;
    const returned = mayBegin ? this.#returnedCase() : undefined;
    if (returned !== undefined && random() < 0.9) return this.#corrects(returned);
    const captured = cases.filter(({ corrects }) => corrects === undefined).length;
    const isMore = mayBegin && captured < swarm.submissions;
    if (isMore && (cases.length === 0 || random() < 0.4)) return this.#capture();
    const chosen = cases[Math.floor(random() * cases.length)];
    if (chosen === undefined || chosen.removal !== 'no') return;
    const roll = random();
    if (!this.#needs.page().lock.mayOpen(chosen.id)) return;
    const row = this.#needs.page().seen(chosen.id);
    if (row?.status === 'draft') {
      if (roll < 0.15) return this.#change(chosen, this.#needs.page());
      if (roll < 0.2) return this.#needs.page().keepDraftCopy(chosen.id);
      if (roll < 0.23) return this.remove(chosen);
      if (roll < 0.27) return this.#removeAndUndo(chosen);
      return this.#press(chosen, roll > 0.7);
    }
    if (row?.status !== 'queued') return;
    if (roll < 0.15) return this.#backToDraft(chosen);
    if (roll < 0.18) return this.remove(chosen);
    if (roll < 0.4) return this.#sendNow(chosen, roll < 0.3);
    if (roll < 0.5) return this.#press(chosen, true);
  }

  #refusedCase(): Case | undefined {
    const page = this.#needs.page();
    return this.#needs.cases.find(
      // The seed may make the first submission unreadable. The app tells the person, and a correction does not help.
      ({ id, number, removal }) =>
        removal === 'no' &&
        page.seen(id)?.status === 'rejected' &&
        !page.lock.belongsToOther(id) &&
        (number > 1 || this.#needs.swarm.odd.unreadable === 'nothing'),
    );
  }

  async #capture(): Promise<void> {
    const { cases, now, random, swarm } = this.#needs;
    const page = this.#needs.page();
    const kind = random() < 0.7 ? 'registration' : 'replacement';
    const made = this.#newCase(kind);
    const { id, number } = made;
    made.values = valuesOf(made, random() < swarm.badDrafts);
    cases.push(made);
    const files = new Map<AttachmentRow['id'], Blob>();
    const documents: DocumentKind[] = ['idDocument'];
    while (documents.length < 4 && random() < 0.4) documents.push('idDocument');
    if (kind === 'replacement' && random() < 0.5) documents.push('policeDocument');
    for (const document of documents) {
      const { bytes, row } = await this.#newFile(made, document, page);
      files.set(row.id, bytes);
      made.files.push(row);
    }
    const contents: Contents = {
      submission: draftSubmission(id, kind, number, now()),
      draft: {
        id,
        kind,
        formVersion: 1,
        revision: 1,
        values: made.values,
        passedWarnings: [],
        ...filled,
        field: null,
        withoutLocation: false,
        serverMessage: null,
        createdAt: 0,
        updatedAt: 0,
      },
      attachments: made.files,
      strokes: [{ submissionId: id, index: 0, points: [{ x: 1, y: 1, time: 0 }] }],
      payload: null,
    };
    const sealed = await page.sealed(contents, files);
    if (sealed === null) throw new Error('Its form is of another version.');
    await page.restore(sealed.contents, sealed.files);
    await this.#press(made, random() < 0.3);
  }

  #newCase(kind: Case['kind'], corrects?: FormId): Case {
    return {
      id: submissionId(this.#needs.newId()),
      number: this.#needs.cases.length + 1,
      kind,
      corrects,
      values: {},
      version: 1,
      files: [],
      holds: new Map(),
      pressed: [],
      acknowledged: -1,
      mayBeDraft: true,
      removal: 'no',
      wasStored: false,
      wasDelivered: false,
      reportedLost: false,
      lastRow: undefined,
      formId: null,
      wasCopied: false,
      triedAt: 0,
      documents: {},
      seenUpTo: {},
    };
  }

  #returnedCase(): Case | undefined {
    const { cases, isReturned, page } = this.#needs;
    if (cases.length >= MOST_CASES) return undefined;
    return cases.find(({ id }) => isReturned(id) && page().lock.mayOpen(id));
  }

  /** Starts the correction of a returned form, perhaps twice or in two tabs, and fills it in. */
  async #corrects(returned: Case): Promise<void> {
    const { cases, page, random } = this.#needs;
    const { formId, kind } = returned;
    if (formId === null) return;
    const presses = Array.from({ length: random() < 0.4 ? 2 : 1 }, () => {
      const made = this.#newCase(kind, formId);
      cases.push(made);
      return { made, begun: page().beginCorrection(returned.id, made.id) };
    });
    const ended = await Promise.allSettled(presses.map(({ begun }) => begun));
    for (const [index, press] of ended.entries()) {
      const made = presses[index]?.made;
      if (press.status === 'rejected') throw press.reason;
      if (made === undefined) continue;
      if (press.value.status === 'begun' && press.value.by.id === made.id) await this.#fills(made);
      else made.removal = 'done';
    }
  }

  async #fills(made: Case): Promise<void> {
    const page = this.#needs.page();
    const { row, bytes } = await this.#newFile(made, 'idDocument', page);
    made.values = valuesOf(made, this.#needs.random() < this.#needs.swarm.badDrafts);
    const change = { values: made.values, add: { row, bytes }, fills: true } as const;
    if ((await page.edit(made.id, change)) !== 'edited') return;
    made.files = [row];
    await this.#press(made, false);
    this.#needs.corrected();
  }

  async #newFile(of: Case, kind: DocumentKind, page: Page) {
    const { newId, oddRandom, random, swarm } = this.#needs;
    const sequence = of.holds.size + 1;
    const usual = random() < 0.1 ? 1_200_000 : 20_000 + Math.floor(random() * 100_000);
    const { bigPhotos } = swarm.odd;
    const size = bigPhotos > 0 && oddRandom() < bigPhotos ? 1_200_000 : usual;
    const bytes = fileOf(
      `file-${of.number}-${sequence}`,
      size,
      swarm.webp === 'jpegOnly' ? 'image/jpeg' : 'image/webp',
    );
    const row = await rowOf(of.id, kind, bytes, newId, sequence, page.ports.digest);
    of.holds.set(row.id, bytes.type);
    return { row, bytes };
  }

  /** Changes a value, and perhaps adds or removes a file. The device may refuse it. */
  async #change(of: Case, page: Page): Promise<void> {
    const { random } = this.#needs;
    // Sometimes only the files change.
    if (random() < 0.7 || isBad(of)) {
      of.version += 1;
      of.values = valuesOf(of, !this.isHelpful && random() < this.#needs.swarm.badDrafts);
    }
    const change: { -readonly [Key in keyof Edit]: Edit[Key] } = { values: of.values };
    if (of.corrects !== undefined) change.fills = true;
    const roll = random();
    let files = of.files;
    if (roll < 0.3) {
      change.add = await this.#newFile(of, 'idDocument', page);
      files = [...files, change.add.row];
    }
    // One ID document must stay. The removed document may already be on the server.
    const gone = of.files[Math.floor(random() * of.files.length)];
    const kept = files.filter((row) => row !== gone);
    if (roll > 0.15 && roll < 0.6 && gone && kept.some(({ kind }) => kind === 'idDocument')) {
      change.remove = gone.id;
      files = kept;
    }
    const done = await page.edit(of.id, change);
    if (done === 'edited') of.files = files;
  }

  async #correct(of: Case): Promise<void> {
    const page = this.#needs.page();
    if (this.#needs.serverHas(of) && (await page.sendRest(of.id)).status === 'done') {
      this.#needs.sentRest();
      return page.wake('start');
    }
    await page.startCorrection(of.id);
    await page.readForm(of);
    const { random } = this.#needs;
    // Some people submit the form again unchanged.
    if (random() < 0.8 || isBad(of)) await this.#change(of, page);
    const files = await this.#pressIn(page, of, random() < 0.3 ? null : undefined);
    await this.#takeAgain(of, page, files);
  }

  async #press(of: Case, twice: boolean): Promise<void> {
    const page = this.#needs.page();
    await page.readForm(of);
    const other = this.#needs.page();
    const presses = [this.#pressIn(page, of, undefined)];
    if (twice) presses.push(this.#pressIn(other, of, undefined));
    // The form is read again only when both presses have ended.
    for (const press of await Promise.allSettled(presses)) {
      if (press.status === 'rejected') throw press.reason;
      await this.#takeAgain(of, page, press.value);
    }
  }

  /**
   * @param drawn null: the strokes did not change
   * @returns files that must be added again
   */
  async #pressIn(page: Page, of: Case, drawn: null | undefined): Promise<readonly AttachmentRow[]> {
    const holds = `signature-${of.number}`;
    const index = of.pressed.push(contentOf(of, holds)) - 1;
    const result = await page.submit(of.id, drawn === null ? null : signatureOf(holds));
    switch (result.status) {
      case 'saved':
        of.acknowledged = Math.max(of.acknowledged, index);
        of.mayBeDraft = false;
        page.wake('start');
        return [];
      case 'unreadable':
        return result.files;
      default:
        return [];
    }
  }

  async #takeAgain(of: Case, page: Page, rows: readonly AttachmentRow[]): Promise<void> {
    const row = rows.find(({ kind }) => kind !== 'signature');
    if (row === undefined || row.kind === 'signature') return;
    of.version += 1;
    of.values = valuesOf(of, false);
    const add = await this.#newFile(of, row.kind, page);
    const done = await page.edit(of.id, { values: of.values, add, remove: row.id });
    if (done === 'edited') of.files = [...of.files.filter(({ id }) => id !== row.id), add.row];
  }

  async #backToDraft(of: Case): Promise<void> {
    const before = of.acknowledged;
    of.mayBeDraft = true;
    of.acknowledged = -1;
    const { status } = await this.#needs.page().backToDraft(of.id);
    if (status === 'done') return;
    of.acknowledged = Math.max(before, of.acknowledged);
    of.mayBeDraft = before < 0;
  }

  async remove(of: Case): Promise<void> {
    of.removal = 'asked';
    const { status } = await this.#needs.page().remove(of.id);
    of.removal = status === 'removed' || status === 'gone' ? 'done' : 'no';
  }

  /** Deletes a draft by mistake, and restores it with 'Undo'. */
  async #removeAndUndo(of: Case): Promise<void> {
    of.removal = 'asked';
    const page = this.#needs.page();
    const deleted = await page.deleteDraft(of.id);
    if (deleted.status === 'deleted') await page.undo(deleted);
    of.removal = 'no';
    of.wasStored = this.#needs.page().seen(of.id) !== undefined;
  }

  async #sendNow(of: Case, all: boolean): Promise<void> {
    this.#needs.forgetWaits();
    const page = this.#needs.page();
    const isWaiting = ({ id }: Case): boolean => page.seen(id)?.status === 'queued';
    const waiting = (all ? this.#needs.cases : [of]).filter(isWaiting);
    await page.sendNow(all ? undefined : of.id);
    this.#needs.forgetWaits();
    waiting.filter(isWaiting).forEach(this.#needs.released);
    page.wake('visible');
  }
}

const markerField = ({ kind }: Case): string =>
  kind === 'registration' ? 'complexName' : 'customerAccountNumber';

const isBad = (of: Case): boolean => String(of.values[markerField(of)]).includes(' bad');

function valuesOf(of: Case, isBad: boolean): Values {
  const marker = markerOf(of.number, of.version, isBad);
  return of.kind === 'registration'
    ? { ...individual, complexName: marker }
    : { ...individual, msisdn: '0821234567', customerAccountNumber: marker };
}

const contentOf = (of: Case, holds: string): Content => ({
  body: String(of.values[markerField(of)]),
  signature: signatureOf(holds).type,
  documents: of.files.flatMap(({ fileName, id, kind }) =>
    kind === 'signature' ? [] : [{ call: callOf(kind), fileName, content: of.holds.get(id) ?? '' }],
  ),
});
