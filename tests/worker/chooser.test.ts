import { beforeEach, describe, expect, it } from 'vitest';
import { LATE_FILE, watchChooser } from '../../src/worker/chooser.ts';
import { createPageWork, type PageWork } from '../../src/worker/page-work.ts';
import { FakePage, FakeTarget, FakeTimers, settle } from './fakes.ts';

let page: FakePage;
let window: FakeTarget;
let timers: FakeTimers;
let chooser: PageWork;
let isInput: boolean;

beforeEach(() => {
  page = new FakePage();
  window = new FakeTarget();
  timers = new FakeTimers();
  isInput = true;
  chooser = watchChooser({
    page,
    window,
    isFileInput: () => isInput,
    later: (ms, task) => void timers.later(ms, task),
  });
});

async function isOpenAfter(ms: number): Promise<boolean> {
  timers.pass(ms);
  await settle();
  return chooser.isUnderWay();
}

describe('a file chooser', () => {
  it.each(['change', 'cancel', 'pointerdown', 'keydown'])(
    'is open from the press on its field until %s',
    async (end) => {
      page.tell('click');
      expect(await isOpenAfter(600_000)).toBe(true);
      page.tell(end);
      // Not while the event lasts: what takes the files in hears of it later.
      await settle();
      expect(chooser.isUnderWay()).toBe(true);
      expect(await isOpenAfter(0)).toBe(false);
    },
  );

  it('that says nothing is over a while after the page came back to the front', async () => {
    page.tell('click');
    page.become('hidden');
    expect(await isOpenAfter(600_000)).toBe(true);
    page.become('visible');
    window.tell('focus');
    expect(await isOpenAfter(LATE_FILE - 1)).toBe(true);
    expect(await isOpenAfter(1)).toBe(false);
  });

  it('opened again is open, though the one before is just ending', async () => {
    page.tell('click');
    window.tell('focus');
    page.tell('change');
    expect(await isOpenAfter(0)).toBe(false);
    page.tell('click');
    expect(await isOpenAfter(LATE_FILE)).toBe(true);
  });

  it('is not opened by a press on anything else', async () => {
    isInput = false;
    page.tell('click');
    expect(await isOpenAfter(0)).toBe(false);
  });
});

describe('work of a page', () => {
  it('is over when all of it is, what failed and what came meanwhile too', async () => {
    const work = createPageWork();
    const ends: (() => void)[] = [];
    const one = () => new Promise<void>((resolve) => ends.push(resolve));
    work.add(one());
    work.add(Promise.reject(new Error('no')));
    let isOver = false;
    void work.ended().then(() => {
      isOver = true;
    });
    work.add(one());
    ends[0]?.();
    await settle();
    expect([isOver, work.isUnderWay()]).toEqual([false, true]);
    ends[1]?.();
    await settle();
    expect([isOver, work.isUnderWay()]).toEqual([true, false]);
  });
});
