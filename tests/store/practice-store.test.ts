import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { submissionId } from '../../src/domain/ids.ts';
import { PRACTICE_DATABASE } from '../../src/store/db/stored-names.ts';
import { newContent } from '../../src/store/drafts/draft-content.ts';
import { openPractice, type Practice, wipePractice } from '../../src/store/practice-store.ts';

const { locks } = navigator;
const id = submissionId('11111111-1111-4111-8111-111111111111');
const other = submissionId('22222222-2222-4222-8222-222222222222');

const begin = ({ store }: Practice, form = id) =>
  store.drafts.create(form, 'registration', newContent('registration', { surname: 'Real' }));
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

let page: EventTarget;
const localText = { getItem: vi.fn(), setItem: vi.fn() };
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('localStorage', localText);
});
afterEach(async () => {
  await (await openPractice(locks, undefined)).leave();
  vi.unstubAllGlobals();
});

/** Ends the process. The browser releases its locks, and nothing else happens. */
const kill = () => page.dispatchEvent(new Event('pagehide'));

describe('the practice data', () => {
  it('is in its own database, and deleted when the person leaves', async () => {
    const practice = await openPractice(locks, undefined);
    expect((await begin(practice)).status).toBe('saved');
    expect(await databases()).toEqual([PRACTICE_DATABASE]);
    await practice.leave();
    expect(await databases()).toEqual([]);
  });

  it('is not changed by late writes', async () => {
    const practice = await openPractice(locks, undefined);
    await begin(practice);
    await practice.leave();
    expect((await practice.store.drafts.save(id, 1, newContent('registration'))).status).toBe(
      'notSaved',
    );
    await expect((await practice.store.strokes()).read(id)).rejects.toThrow();
    expect(await databases()).toEqual([]);
  });

  it('is deleted at the next start if its page was killed', async () => {
    await begin(await openPractice(locks, undefined));
    kill();
    await expect
      .poll(async () => {
        await wipePractice(locks);
        return databases();
      })
      .toEqual([]);
  });

  it('is available for a reloaded page, and not for a new form', async () => {
    await begin(await openPractice(locks, undefined));
    kill();
    const again = await openPractice(locks, id);
    expect((await again.store.drafts.open(id)).status).toBe('open');
    kill();
    await expect.poll(async () => (await locks.query()).held).toEqual([]);
    const anew = await openPractice(locks, undefined);
    expect((await anew.store.drafts.open(id)).status).toBe('gone');
    await anew.leave();
  });

  it('stays while another tab practises, and is deleted when the last one leaves', async () => {
    const one = await openPractice(locks, undefined);
    await begin(one);
    const two = await openPractice(locks, undefined);
    await begin(two, other);
    await wipePractice(locks);
    await one.leave();
    expect((await two.store.drafts.open(other)).status).toBe('open');
    await two.leave();
    expect(await databases()).toEqual([]);
  });

  it('has no HMAC of a SIM card number, and is never refused', async () => {
    const practice = await openPractice(locks, undefined);
    await begin(practice);
    expect(await practice.store.simHash('8927000000000000006')).toBeNull();
    expect(await (await practice.store.outbox()).store.contents(id)).toBeUndefined();
    expect(localText.setItem).not.toHaveBeenCalled();
    await practice.leave();
  });

  it('has no function to submit', async () => {
    const practice = await openPractice(locks, undefined);
    expect(Object.keys(practice.store).sort()).toEqual([
      'attachments',
      'drafts',
      'onCommit',
      'outbox',
      'queries',
      'simHash',
      'strokes',
    ]);
    expect(Object.keys((await practice.store.outbox()).store)).toEqual(['contents']);
    await practice.leave();
  });
});
