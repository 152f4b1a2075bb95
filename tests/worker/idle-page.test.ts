import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANSWER_MS,
  CHECK_EVERY_MS,
  type Channel,
  LATE_FILE_MS,
  type QuietPorts,
  showNoticeWhenIdle,
  UNTOUCHED_MS,
  watchFileChooser,
  watchForm,
  watchIdle,
  watchOtherTabs,
} from '../../src/worker/idle-page.ts';
import {
  createPendingWork,
  type PendingWork,
  unsavedDrafts,
  unsavedFiles,
} from '../../src/worker/pending-work.ts';
import { FakePage, FakeTarget, FakeTimers, settle } from './fakes.ts';

describe('the file chooser', () => {
  let page: FakePage;
  let window: FakeTarget;
  let timers: FakeTimers;
  let chooser: PendingWork;
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
      schedule: (ms, task) => void timers.later(ms, task),
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
        // The chooser still counts as open during the event, because the code that takes the files gets the event later.
        await settle();
        expect(chooser.isUnderWay()).toBe(true);
        expect(await isOpenAfter(0)).toBe(false);
      },
    );

    it('without an event is closed a while after the page is visible again', async () => {
      page.emit('click');
      page.become('hidden');
      expect(await isOpenAfter(600_000)).toBe(true);
      page.become('visible');
      window.emit('focus');
      expect(await isOpenAfter(LATE_FILE_MS - 1)).toBe(true);
      expect(await isOpenAfter(1)).toBe(false);
    });

    it('is open if it is opened again while the earlier one ends', async () => {
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
    it('is over when all of it has settled, also failed and later work', async () => {
      const work = createPendingWork();
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
});

describe('other windows', () => {
  /** Makes windows that get each other's messages at once. */
  function windows() {
    const channels: Channel[] = [];
    let now = 0;
    return {
      pass: (ms: number) => {
        now += ms;
      },
      open(isFormOpen: () => boolean) {
        const channel: Channel = {
          onmessage: null,
          postMessage: (data: unknown) => {
            for (const other of channels)
              if (other !== channel)
                other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent);
          },
        };
        channels.push(channel);
        return watchOtherTabs(channel, isFormOpen, () => now);
      },
    };
  }

  describe('the windows of the app', () => {
    it('report to each other that a form is open', () => {
      const { open, pass } = windows();
      let isOpen = true;
      open(() => isOpen);
      const asking = open(() => false);
      expect(asking.isFormInUse()).toBe(false);
      asking.ask();
      expect(asking.isFormInUse()).toBe(true);
      isOpen = false;
      pass(ANSWER_MS);
      asking.ask();
      expect(asking.isFormInUse()).toBe(false);
    });

    it('answer nothing if no form is open, and do not answer themselves', () => {
      const { open } = windows();
      const asking = open(() => true);
      open(() => false);
      asking.ask();
      expect(asking.isFormInUse()).toBe(false);
    });
  });
});

describe('a form that nobody touched for a minute', () => {
  it('is not in use; a touch starts the minute again', () => {
    let time = 0;
    let isOpen = false;
    const form = watchForm(
      () => isOpen,
      () => time,
    );
    expect(form.isInUse()).toBe(false);
    time = 100_000;
    isOpen = true;
    form.touch();
    expect(form.isInUse()).toBe(true);
    time += UNTOUCHED_MS - 1;
    expect(form.isInUse()).toBe(true);
    time += 1;
    expect(form.isInUse()).toBe(false);
    form.touch();
    expect(form.isInUse()).toBe(true);
    time += UNTOUCHED_MS;
    expect(form.isInUse()).toBe(false);
  });
});

describe('a quiet moment', () => {
  const NOTICE = 10_000;

  let timers: FakeTimers;
  let isBusy: boolean;
  let isFormInUse: boolean;
  let isVisible: boolean;
  let asked: number;
  let touch: () => void;
  let shown: number;
  let taken: number;
  let close: ((how: 'time' | 'person') => void) | null;
  let updates: string[];
  let found: (activate: (isQuiet: () => boolean) => void) => void;

  /** Shows the notice as the screen does. The notice closes by itself after its time, unless the returned function removes it. */
  function show(onClose: (how: 'time' | 'person') => void): () => void {
    shown += 1;
    let isOver = false;
    const end = (how: 'time' | 'person'): void => {
      if (isOver) return;
      isOver = true;
      close = null;
      onClose(how);
    };
    close = end;
    timers.later(NOTICE, () => end('time'));
    return () => {
      isOver = true;
      close = null;
      taken += 1;
    };
  }

  beforeEach(() => {
    timers = new FakeTimers();
    isBusy = false;
    isFormInUse = false;
    isVisible = true;
    shown = 0;
    asked = 0;
    touch = () => undefined;
    taken = 0;
    close = null;
    updates = [];
    const ports: QuietPorts = {
      isVisible: () => isVisible,
      isBusy: () => isBusy,
      isFormInUse: () => isFormInUse,
      askOthers: () => {
        asked += 1;
      },
      every: timers.every,
      onTouch: (task) => {
        touch = task;
        return () => {
          touch = () => undefined;
        };
      },
    };
    found = showNoticeWhenIdle(ports, show);
  });

  const update = () => updates.push('update');

  describe('an idle page', () => {
    it('shows the notice of a new version after the other windows could answer, and updates when it closes', () => {
      found(update);
      expect([asked, shown]).toEqual([1, 0]);
      timers.pass(CHECK_EVERY_MS);
      expect(shown).toBe(1);
      timers.pass(NOTICE - 1);
      expect(updates).toEqual([]);
      timers.pass(1);
      expect(updates).toEqual(['update']);
      timers.pass(600_000);
      expect([shown, updates.length]).toEqual([1, 1]);
    });

    it('updates at once when a person closes the notice', () => {
      found(update);
      timers.pass(CHECK_EVERY_MS);
      close?.('person');
      expect(updates).toEqual(['update']);
    });

    it('shows one notice for two versions, and uses the newer', () => {
      found(() => updates.push('older'));
      found(() => updates.push('newer'));
      timers.pass(CHECK_EVERY_MS + NOTICE);
      expect(shown).toBe(1);
      expect(updates).toEqual(['newer']);
      found(() => updates.push('newest'));
      timers.pass(CHECK_EVERY_MS + NOTICE);
      expect(updates).toEqual(['newer', 'newest']);
    });
  });

  describe('a hidden page', () => {
    it('shows no notice, and the visible page shows it', () => {
      isVisible = false;
      found(update);
      timers.pass(600_000);
      expect([shown, updates.length]).toEqual([0, 0]);
      isVisible = true;
      timers.pass(CHECK_EVERY_MS + NOTICE);
      expect([shown, updates]).toEqual([1, ['update']]);
    });

    it('does not finish a notice that it showed before', () => {
      found(update);
      timers.pass(CHECK_EVERY_MS + NOTICE - 1);
      isVisible = false;
      timers.pass(1);
      expect(updates).toEqual([]);
      timers.pass(600_000);
      expect(updates).toEqual([]);
    });
  });

  describe('after the notice', () => {
    it('the new version can see if the moment is still quiet, with new answers of the other windows', () => {
      let isQuiet = (): boolean => false;
      found((still) => {
        isQuiet = still;
      });
      timers.pass(CHECK_EVERY_MS + NOTICE);
      expect(isQuiet()).toBe(true);
      const before = asked;
      timers.pass(60_000);
      expect([asked - before, shown]).toEqual([60, 1]);
      isFormInUse = true;
      expect(isQuiet()).toBe(false);
    });
  });

  describe('a busy page', () => {
    it('shows no notice before the work is over', () => {
      isBusy = true;
      found(update);
      timers.pass(600_000);
      expect(shown).toBe(0);
      isBusy = false;
      timers.pass(1_000);
      expect(shown).toBe(1);
      timers.pass(CHECK_EVERY_MS + NOTICE);
      expect(updates).toEqual(['update']);
    });

    it('removes the notice when work begins, and waits again', () => {
      found(update);
      timers.pass(CHECK_EVERY_MS + 9_000);
      isBusy = true;
      timers.pass(600_000);
      expect([taken, updates.length]).toEqual([1, 0]);
      isBusy = false;
      timers.pass(1_000);
      expect(shown).toBe(2);
      timers.pass(CHECK_EVERY_MS + NOTICE);
      expect(updates).toEqual(['update']);
    });

    it('does not interrupt work that begins at the last moment', () => {
      found(update);
      timers.pass(CHECK_EVERY_MS + NOTICE - 1);
      isBusy = true;
      timers.pass(1);
      expect(updates).toEqual([]);
      isBusy = false;
      timers.pass(1_000 + NOTICE);
      expect(updates).toEqual(['update']);
    });
  });

  describe('a form in use', () => {
    it('shows no notice while it is in use, here or in another window', () => {
      isFormInUse = true;
      found(update);
      timers.pass(24 * 3_600_000);
      expect([shown, updates.length]).toEqual([0, 0]);
      isFormInUse = false;
      timers.pass(CHECK_EVERY_MS + NOTICE);
      expect(updates).toEqual(['update']);
    });

    it('that is touched removes the notice at once', () => {
      found(update);
      timers.pass(CHECK_EVERY_MS);
      expect(shown).toBe(1);
      isFormInUse = true;
      touch();
      expect(taken).toBe(1);
      isFormInUse = false;
      timers.pass(CHECK_EVERY_MS + NOTICE);
      expect([shown, updates]).toEqual([2, ['update']]);
    });

    it('that opens removes the notice, and the other windows are asked all the time', () => {
      found(update);
      timers.pass(CHECK_EVERY_MS + 9_000);
      isFormInUse = true;
      timers.pass(600_000);
      expect([shown, taken, updates.length]).toEqual([1, 1, 0]);
      expect(asked).toBeGreaterThan(600);
    });
  });
});

describe('a real page', () => {
  let fields: { type: string; value: string }[] = [];
  const page = Object.assign(new FakePage(), {
    querySelector: () => null,
    querySelectorAll: () => fields,
  });
  const sent: unknown[] = [];
  let channel: { onmessage?: (message: { data: unknown }) => void };

  beforeEach(() => {
    sent.length = 0;
    fields = [];
    vi.stubGlobal('document', page);
    vi.stubGlobal('window', new FakeTarget());
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        onmessage?: (message: { data: unknown }) => void;
        constructor() {
          channel = this;
        }
        postMessage = (data: unknown) => sent.push(data);
      },
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  function answers(): boolean {
    sent.length = 0;
    channel.onmessage?.({ data: 'isFormOpen' });
    return sent.length > 0;
  }

  it('with a file or a draft that is not on the disk is busy, and says so to the other windows', async () => {
    const { ports } = watchIdle(() => false, createPendingWork());
    const state = () => [ports.isBusy(), answers()];
    expect(state()).toEqual([false, false]);
    let dismiss = (): void => undefined;
    unsavedFiles.add(
      new Promise<void>((resolve) => {
        dismiss = resolve;
      }),
    );
    expect(state()).toEqual([true, true]);
    dismiss();
    await unsavedFiles.allSettled();
    expect(state()).toEqual([false, false]);
    const draft = { flush: async () => undefined };
    unsavedDrafts.add(draft);
    expect(state()).toEqual([true, true]);
    unsavedDrafts.delete(draft);
    expect(state()).toEqual([false, false]);
  });

  it('is in use for a minute after text is typed into any field, and says so to the other windows', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { ports } = watchIdle(() => false, createPendingWork());
    fields = [
      { type: 'radio', value: 'on' },
      { type: 'text', value: '' },
    ];
    expect([ports.isFormInUse(), answers()]).toEqual([false, false]);
    fields.push({ type: 'password', value: '4829' });
    expect([ports.isFormInUse(), answers()]).toEqual([true, true]);
    clock.mockReturnValue(UNTOUCHED_MS);
    expect([ports.isFormInUse(), answers()]).toEqual([false, false]);
    clock.mockRestore();
  });

  it('is visible as its document is', () => {
    const { ports } = watchIdle(() => false, createPendingWork());
    page.become('hidden');
    expect(ports.isVisible()).toBe(false);
    page.become('visible');
    expect(ports.isVisible()).toBe(true);
  });
});
