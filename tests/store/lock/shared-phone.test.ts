import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formId, type SubmissionId, submissionId } from '../../../src/domain/ids.ts';
import { PIN_AFTER_RECOVERY_MS } from '../../../src/domain/pin.ts';
import type { SubmissionStatus } from '../../../src/domain/submission-types.ts';
import { queryOf } from '../../../src/store/db/query.ts';
import { deviceDefaults, deviceStorage } from '../../../src/store/device/device-storage.ts';
import { beginCorrection, returnedForm } from '../../../src/store/drafts/begin-correction.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { draftContext } from '../../../src/store/drafts/draft-context.ts';
import { draftOpening } from '../../../src/store/drafts/draft-opening.ts';
import { sealedDrafts } from '../../../src/store/drafts/sealed-drafts.ts';
import { listsOf } from '../../../src/store/lists/lists.ts';
import { shellSummary } from '../../../src/store/open-store.ts';
import { countsForAgent } from '../../../src/store/outbox/counters.ts';
import { createVerdicts } from '../../../src/store/outbox/verdict-pages.ts';
import { draftContents } from '../../support/conformance/contents.ts';
import { type LockPage, RealLockPhone } from '../../support/world/lock-phone.ts';

const PINS = { Thandi: '739105', Sipho: 'boterham met kaas' } as const;
type Name = keyof typeof PINS;

let phone: RealLockPhone;
let page: LockPage;
let ids: Readonly<Record<Name, string>>;
let made: number;

const withPin = (firstName: string) => ({
  ...newContent('registration', {}),
  values: { firstName, surname: 'Nkosi' },
});

async function begin(name: string, status: SubmissionStatus = 'draft'): Promise<SubmissionId> {
  made += 1;
  const id = submissionId(`${String(made).padStart(8, '0')}-1111-4111-8111-111111111111`);
  expect(await page.drafts.create(id, 'registration', withPin(name))).toMatchObject({
    status: 'saved',
  });
  if (status === 'draft') return id;
  const row = await page.outbox.row(id);
  const q = await page.keyStore.claimSendingSlot(row ?? { id });
  const keys = Object.assign({}, row?.keys, { q });
  await page.db.submissions.update(id, {
    ...(status === 'delivered' ? { ...RECEIPT, keys: undefined, sealed: undefined } : { keys }),
    status,
  });
  const { db } = page;
  await db.counters.bulkPut([
    { status: 'draft', count: ((await db.counters.get('draft'))?.count ?? 0) - 1 },
    { status, count: ((await db.counters.get(status))?.count ?? 0) + 1 },
  ]);
  return id;
}

const RECEIPT = {
  customerName: 'Zola N.',
  simTail: '0417',
  terms: ['zola'],
  simCardNumber: '',
  deliveredAt: 5,
};

const RETURNED = formId('00000001-0000-4000-8000-000000000000');

/** A form of the unlocked agent that the server has. */
async function beginSent(): Promise<SubmissionId> {
  const id = await begin('Lwazi', 'delivered');
  const { db } = page;
  const agent = (await db.submissions.get(id))?.agent;
  await db.submissions.update(id, { formId: RETURNED });
  await db.formGuids.put({
    guid: RETURNED,
    submissionId: id,
    ...(typeof agent === 'string' && { agent }),
  });
  return id;
}

/** The phone hears that the operator returned the form. */
const hearReturn = () =>
  createVerdicts(page.db).saveVerdicts({
    device: 'this phone',
    items: [{ formId: RETURNED, state: 'refused', at: 5, code: 'other', text: 'It is dark.' }],
    after: 'e.1',
    isWhole: false,
    isLast: true,
    now: 6,
    heardAt: 6,
  });

/** The forms of the returns that the unlocked agent sees without a receipt, and the counts of the frame. */
async function returnsShown() {
  const { returned, withoutReceipt } = await lists().queries.overview().read();
  const { onIcon } = await shellSummary(page.db, page.keyStore.agentAccess);
  return { onIcon, returned, without: withoutReceipt.map((each) => each.formId) };
}

async function unlock(name: Name): Promise<void> {
  page.lock.lock();
  expect(await page.lock.unlock(ids[name], 'pin', PINS[name])).toEqual({ status: 'unlocked' });
}

const lists = () =>
  listsOf(page.db, page.keyStore.agentAccess, async () => page.keyStore, undefined);
const newest = async (wanted: object = {}) =>
  (
    await lists()
      .queries.newest({ limit: 50, ...wanted })
      .read()
  ).map(({ id }) => id);

async function finished(result: Readonly<{ status: string }>): Promise<void> {
  if (!('finish' in result) || typeof result.finish !== 'function') throw new Error(result.status);
  expect(await result.finish()).toEqual({ status: 'done' });
}

beforeEach(async () => {
  phone = new RealLockPhone(`several ${crypto.randomUUID()}`);
  page = phone.page();
  made = 0;
  await finished(await page.lock.prepareLock(PINS.Thandi));
  await page.lock.setLabel('Thandi');
  await finished(await page.lock.prepareAgent('Sipho', PINS.Sipho));
  const there = await page.lock.agents();
  const idOf = (label: string) => there.find((each) => each.label === label)?.id ?? '';
  ids = { Thandi: idOf('Thandi'), Sipho: idOf('Sipho') };
});
afterEach(() => phone.close());

it('lists, counts and finds only each agent’s own forms', async () => {
  const thandis = [
    await begin('Lerato'),
    await begin('Lindiwe', 'queued'),
    await begin('Lesedi', 'rejected'),
    await begin('Lwazi', 'delivered'),
  ];
  await unlock('Sipho');
  expect(await newest()).toEqual([]);
  const siphos = [await begin('Bongani'), await begin('Busi', 'delivered')];
  expect(await newest()).toEqual(siphos.toReversed());
  expect(await newest({ status: 'delivered' })).toEqual([siphos[1]]);
  expect(await newest({ limit: 1 })).toEqual([siphos[1]]);
  expect(await newest({ search: 'l' })).toEqual([]);
  expect(await newest({ search: 'zola' })).toEqual([siphos[1]]);
  const { queries } = lists();
  expect((await queries.overview().read()).counts).toEqual({
    draft: 1,
    queued: 0,
    rejected: 0,
    delivered: 1,
  });
  const day = String((await page.outbox.row(thandis[0] as SubmissionId))?.day);
  expect(await queries.dayTotals(day).read()).toEqual({ captured: 1, sent: 1, refused: 0 });
  expect((await queries.found({ limit: 50 }).read()).refused).toEqual([]);
  expect((await queries.readinessChecks().read()).oldestUnsentAt).toBeNull();
  await unlock('Thandi');
  expect(await newest()).toEqual(thandis.toReversed());
  expect((await newest({ search: 'l' })).length).toBe(3);
});

it('counts the agent’s forms for the frame, and the phone’s for the icon', async () => {
  await begin('Lerato', 'queued');
  await begin('Lindiwe', 'rejected');
  await unlock('Sipho');
  await begin('Bongani', 'queued');
  const facts = await shellSummary(page.db, page.keyStore.agentAccess);
  expect(facts).toMatchObject({ counts: { queued: 1, rejected: 0 }, onIcon: 3 });
  page.lock.lock();
  // The lock screen counts the forms of all agents.
  expect(await countsForAgent(page.db, await page.keyStore.agentAccess())).toMatchObject({
    queued: 2,
  });
  expect(await page.lock.status()).toMatchObject({ status: 'locked', waiting: 2 });
});

it('treats another agent’s form as missing', async () => {
  const [draft, waiting, refused, sent] = [
    await begin('Lerato'),
    await begin('Lindiwe', 'queued'),
    await begin('Lesedi', 'rejected'),
    await begin('Lwazi', 'delivered'),
  ];
  await unlock('Sipho');
  const opening = draftOpening(page.db, page.keyStore);
  for (const id of [draft, waiting, refused, sent]) {
    expect(await lists().queries.submission(id).read()).toBeNull();
    expect(await opening.open(id)).toEqual({ status: 'gone' });
    expect(await opening.copied(id)).toBeNull();
    expect(await opening.nextSimForCustomer(id, undefined)).toEqual({ status: 'gone' });
  }
  for (const id of [draft, waiting, refused])
    expect(await page.outbox.contents(id)).toBe('unreadable');
  expect(await page.drafts.save(draft, 1, withPin('Mine'))).toMatchObject({ status: 'notSaved' });
  await unlock('Thandi');
  expect(await opening.open(draft)).toMatchObject({ status: 'open' });
});

async function codeOfThandi(): Promise<string> {
  await unlock('Thandi');
  const made = await page.lock.prepareNewCode(PINS.Thandi);
  if (made.status !== 'ready') throw new Error(made.status);
  await made.finish();
  return made.code;
}

it.each(['here', 'in another tab'])(
  'gives the next agent no key of the agent who entered a recovery code: %s',
  async (where) => {
    const thandi = { agent: ids.Thandi };
    const code = await codeOfThandi();
    page.lock.lock();
    const unlocked = { status: 'unlocked' };
    expect(await page.lock.unlock(ids.Thandi, 'recovery', code)).toEqual(unlocked);
    const unlocking = where === 'here' ? page : phone.page();
    expect(await unlocking.lock.unlock(ids.Sipho, 'pin', PINS.Sipho)).toEqual(unlocked);
    expect(await page.lock.status()).toMatchObject({ status: 'unlocked', agent: ids.Sipho });
    expect(await page.outbox.belongsToOther(thandi)).toBe(true);
  },
);

it('refuses the next agent while changes are unsaved, also after a recovery code', async () => {
  const code = await codeOfThandi();
  page.lock.leave();
  const asSipho = () => page.lock.unlock(ids.Sipho, 'pin', PINS.Sipho);
  expect(await asSipho()).toEqual({ status: 'unsaved' });
  expect(await page.lock.unlock(ids.Thandi, 'recovery', code)).toEqual({ status: 'unlocked' });
  expect(await asSipho()).toEqual({ status: 'unsaved' });
  // A new PIN that comes too late does not delete the key that the unsaved changes need.
  phone.clock.now += PIN_AFTER_RECOVERY_MS + 1;
  expect(await page.lock.newPinAfterRecovery('402817')).toEqual({ status: 'locked' });
  expect(await asSipho()).toEqual({ status: 'unsaved' });
});

it('exports only each agent’s own forms', async () => {
  const thandis = await begin('Lerato', 'queued');
  await unlock('Sipho');
  const siphos = await begin('Bongani');
  expect(await page.outbox.ownUndelivered()).toEqual([siphos]);
  expect(await page.outbox.belongsToOther({ agent: ids.Thandi })).toBe(true);
  expect(await page.outbox.belongsToOther({ agent: ids.Sipho })).toBe(false);
  expect([...(await page.outbox.undelivered())].sort()).toEqual([thandis, siphos].sort());
});

it('counts the forms of all agents for an export of a page that nobody has unlocked', async () => {
  const thandis = [await begin('Lerato'), await begin('Lindiwe', 'queued')];
  expect(await page.outbox.ownUndelivered()).toHaveLength(2);
  const { outbox } = phone.page();
  expect([...(await outbox.ownUndelivered())].sort()).toEqual(thandis);
  for (const id of thandis) expect(await outbox.contents(id)).toBe('unreadable');
});

it('compares SIM card numbers only with the agent’s own forms', async () => {
  const thandis = await begin('Lerato', 'delivered');
  await page.db.device.put({
    key: 'simMarks',
    value: [{ id: thandis, mark: 'mark', at: Date.now() }],
  });
  const elsewhere = async () => {
    const { openedContext } = sealedDrafts(page.db);
    const mine = submissionId('22222222-1111-4111-8111-111111111111');
    const open = async () => openedContext;
    return (await draftContext(page.db, page.keyStore.agentAccess, open, mine, '89270', 'mark'))
      .simCardNumbersElsewhere;
  };
  expect(await elsewhere()).toEqual(new Map([['89270', thandis]]));
  await unlock('Sipho');
  expect(await elsewhere()).toEqual(new Map());
});

it('deletes the agent’s own receipts, and those of a removed agent', async () => {
  const [thandis] = [await begin('Lwazi', 'delivered')];
  await unlock('Sipho');
  await begin('Busi', 'delivered');
  expect(await lists().deleteReceipts()).toBe(1);
  expect(await page.db.submissions.toCollection().primaryKeys()).toEqual([thandis]);
  await begin('Bongani');
  expect(await page.lock.removeAgent(PINS.Sipho)).toEqual({ status: 'undelivered', count: 1 });
  await unlock('Thandi');
  expect(await page.lock.removeAgent(PINS.Thandi)).toEqual({ status: 'done' });
  expect(await page.db.submissions.count()).toBe(1);
  expect((await page.db.counters.get('delivered'))?.count).toBe(0);
});

it('lists the encrypted forms of a reset agent to the others, but no receipt', async () => {
  const [waiting] = [await begin('Lindiwe', 'queued'), await begin('Lwazi', 'delivered')];
  page.lock.lock();
  expect(await page.lock.resetAgent(ids.Thandi, [])).toEqual({ status: 'done' });
  await unlock('Sipho');
  expect(await lists().queries.newest({ limit: 9 }).read()).toMatchObject([
    { id: waiting, submission: null, keyLost: { isSent: true } },
  ]);
  expect((await lists().queries.overview().read()).counts).toMatchObject({
    queued: 1,
    delivered: 0,
  });
  expect(await page.outbox.contents(waiting)).toBe('unreadable');
});

it.each(['before', 'after'])(
  'shows a return of a reset agent to the others without its receipt: sent %s the reset',
  async (when) => {
    const sent = await beginSent();
    if (when === 'after') await page.db.submissions.update(sent, { status: 'queued' });
    page.lock.lock();
    expect(await page.lock.resetAgent(ids.Thandi, [])).toEqual({ status: 'done' });
    expect(await page.db.submissions.count()).toBe(when === 'after' ? 1 : 0);
    if (when === 'after') await page.db.submissions.update(sent, { status: 'delivered' });
    await hearReturn();
    await unlock('Sipho');
    expect(await returnsShown()).toEqual({ onIcon: 1, returned: 1, without: [RETURNED] });
    expect(await newest()).toEqual([]);
    const of = { formId: RETURNED, kind: 'registration' } as const;
    const ports = { newId: () => '99999999-1111-4111-8111-111111111111', now: () => 7 };
    const begun = await beginCorrection(page.db, page.keyStore, of, ports);
    if (begun.status !== 'begun') throw new Error('It did not begin.');
    expect(await lists().queries.submission(begun.by.id).read()).toMatchObject({
      corrected: { id: null },
    });
    expect(await returnedForm(page.db, page.keyStore.agentAccess, RETURNED)).toMatchObject({
      simTail: '',
    });
  },
);

it('shows a return to no other agent after its agent cleared the list, but once that agent is gone', async () => {
  await beginSent();
  await hearReturn();
  expect(await lists().deleteReceipts()).toBe(1);
  const shown = { onIcon: 1, returned: 1, without: [RETURNED] };
  expect(await returnsShown()).toEqual(shown);
  await unlock('Sipho');
  expect(await returnsShown()).toEqual({ onIcon: 1, returned: 0, without: [] });
  const of = { formId: RETURNED, kind: 'registration' } as const;
  const ports = { newId: () => '99999999-1111-4111-8111-111111111111', now: () => 7 };
  expect(await beginCorrection(page.db, page.keyStore, of, ports)).toEqual({ status: 'gone' });
  page.lock.lock();
  expect((await shellSummary(page.db, page.keyStore.agentAccess)).returned).toBe(1);
  await unlock('Thandi');
  expect(await returnsShown()).toEqual(shown);
  expect(await page.lock.removeAgent(PINS.Thandi)).toEqual({ status: 'done' });
  expect(await page.lock.unlock(ids.Sipho, 'pin', PINS.Sipho)).toEqual({ status: 'unlocked' });
  expect(await returnsShown()).toEqual(shown);
});

it('shows a return of a form that a wipe took to every agent', async () => {
  await hearReturn();
  for (const name of ['Sipho', 'Thandi'] as const) {
    await unlock(name);
    expect(await returnsShown()).toEqual({ onIcon: 1, returned: 1, without: [RETURNED] });
  }
});

it('deletes no form in a reset if one would go that the screen did not name', async () => {
  const [draft, sent] = [await begin('Lerato'), await begin('Lindiwe', 'queued')];
  page.lock.lock();
  expect(await page.lock.whatResetLoses(ids.Thandi)).toMatchObject({
    stays: 1,
    drafts: [{ id: draft }],
    attention: [],
  });
  // Meanwhile the server refuses the form.
  await page.db.submissions.update(sent, { status: 'rejected' });
  expect(await page.lock.resetAgent(ids.Thandi, [draft])).toEqual({ status: 'changed' });
  expect(await page.db.submissions.count()).toBe(2);
  expect(await page.lock.whatResetLoses(ids.Thandi)).toMatchObject({
    stays: 0,
    drafts: [{ id: draft }],
    attention: [{ id: sent }],
  });
  expect(await page.lock.unlock(ids.Thandi, 'pin', PINS.Thandi)).toEqual({ status: 'unlocked' });
  page.lock.lock();
  expect(await page.lock.resetAgent(ids.Thandi, [draft, sent])).toEqual({ status: 'done' });
  expect(await page.db.submissions.count()).toBe(0);
});

it('signs out when another agent unlocks, and not when the same one does', async () => {
  const { FirstName } = deviceDefaults;
  const device = deviceStorage(page.db);
  await device.set({ FirstName: 'Thandi', AuthToken: 'token', dataPricePerMb: 0.5 });
  await unlock('Thandi');
  expect(await device.all()).toMatchObject({ FirstName: 'Thandi', AuthToken: 'token' });
  await unlock('Sipho');
  expect(await device.all()).toMatchObject({ FirstName, AuthToken: null, dataPricePerMb: 0.5 });
  expect((await page.db.device.get('sessionAgent'))?.value).toBe(ids.Sipho);
});

it('gives an older build’s rows without an owner to the agent who adds another', async () => {
  const old = await begin('Lwazi', 'delivered');
  await page.db.submissions.update(old, { agent: undefined });
  await finished(await page.lock.prepareAgent('Lerato', 'nog een ander woord'));
  expect((await page.outbox.row(old))?.agent).toBe(ids.Thandi);
});

it('tells a page which forms only it can send, from unlock to lock', async () => {
  await page.lock.setSendsWhileLocked(false);
  const id = await begin('Lindiwe', 'queued');
  const keys = (await page.outbox.row(id))?.keys;
  await page.db.submissions.update(id, { keys: { p: Reflect.get(keys ?? {}, 'p') } });
  await expect.poll(() => phone.waitingForUnlock.at(-1)).toBe(1);
  await unlock('Sipho');
  await expect.poll(() => phone.waitingForUnlock.at(-1)).toBe(0);
  await unlock('Thandi');
  await expect.poll(() => phone.waitingForUnlock.at(-1)).toBe(1);
});

it('counts again for the frame when another agent unlocks', async () => {
  await begin('Lerato', 'queued');
  const told: number[] = [];
  const agentAccess = async () => {
    await page.db.device.get('sessionAgent');
    return page.keyStore.agentAccess();
  };
  const end = queryOf(async () => shellSummary(page.db, agentAccess)).subscribe(({ counts }) =>
    told.push(counts.queued),
  );
  await expect.poll(() => told.at(-1)).toBe(1);
  await unlock('Sipho');
  await expect.poll(() => told.at(-1)).toBe(0);
  end();
});

it('lists a single agent’s encrypted forms and receipts after a reset', async () => {
  await unlock('Sipho');
  expect(await page.lock.removeAgent(PINS.Sipho)).toEqual({ status: 'done' });
  expect(await page.lock.unlock(ids.Thandi, 'pin', PINS.Thandi)).toEqual({ status: 'unlocked' });
  const [waiting, sent] = [await begin('Lindiwe', 'queued'), await begin('Lwazi', 'delivered')];
  page.lock.lock();
  await page.lock.resetAgent(ids.Thandi, []);
  for (const isBegun of [false, true]) {
    // The next form creates the new agent.
    const drafts = isBegun ? [await begin('Lerato')] : [];
    expect(await newest()).toEqual([...drafts, sent, waiting]);
    expect((await lists().queries.overview().read()).counts).toMatchObject({
      queued: 1,
      delivered: 1,
    });
    expect(await lists().queries.submission(waiting).read()).toMatchObject({
      keyLost: { isSent: true },
    });
  }
});

it.each([
  [true, { p: expect.any(String), q: expect.anything() }],
  [false, { p: expect.any(String) }],
])(
  'gives an imported form a sending slot only if its agent sends while locked: %s',
  async (sends, keys) => {
    expect(await page.lock.setSendsWhileLocked(sends)).toEqual({ status: 'done' });
    const { submission, ...contents } = draftContents();
    const queued = { ...submission, status: 'queued', submittedAt: 1 } as const;
    const sealed = await page.outbox.sealed({ ...contents, submission: queued }, new Map());
    expect(sealed?.contents.submission.keys).toEqual(keys);
  },
);
