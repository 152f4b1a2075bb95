import { beforeEach, describe, expect, it } from 'vitest';
import { createPageWork, type PageWork } from '../../src/worker/page-work.ts';
import { LATE_FILE_MS, watchFileChooser } from '../../src/worker/quiet-page.ts';
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
  chooser = watchFileChooser({
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
      page.emit('click');
      expect(await isOpenAfter(600_000)).toBe(true);
      page.emit(end);
      // Not while the event lasts: what takes the files in hears of it later.
      await settle();
      expect(chooser.isUnderWay()).toBe(true);
      expect(await isOpenAfter(0)).toBe(false);
    },
  );

  it('that says nothing is over a while after the page came back to the front', async () => {
    page.emit('click');
    page.become('hidden');
    expect(await isOpenAfter(600_000)).toBe(true);
    page.become('visible');
    window.emit('focus');
    expect(await isOpenAfter(LATE_FILE_MS - 1)).toBe(true);
    expect(await isOpenAfter(1)).toBe(false);
  });

  it('opened again is open, though the one before is just ending', async () => {
    page.emit('click');
    window.emit('focus');
    page.emit('change');
    expect(await isOpenAfter(0)).toBe(false);
    page.emit('click');
    expect(await isOpenAfter(LATE_FILE_MS)).toBe(true);
  });

  it('is not opened by a press on anything else', async () => {
    isInput = false;
    page.emit('click');
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
    void work.allSettled().then(() => {
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
