import { describe, expect, it } from 'vitest';
import {
  type Autosave,
  createAutosave,
  type SaveState,
} from '../../../src/features/form/autosave.ts';
import type { SaveResult } from '../../../src/store/drafts/drafts.ts';
import { flushAllDrafts, saveAll, unsavedFiles } from '../../../src/worker/pending-work.ts';

/** A disk whose writes end when the test ends them, and timers that the test fires. */
function rig(first: 'untouched' | 'saved' = 'untouched') {
  const written: string[] = [];
  const waiting: ((result: SaveResult | Error) => void)[] = [];
  const timers = new Map<number, Readonly<{ ms: number; work: () => void }>>();
  const shown: SaveState['status'][] = [];
  let lastTimer = 0;
  const autosave: Autosave<string> = createAutosave(
    {
      write: (text) => {
        written.push(text);
        return new Promise<SaveResult>((resolve, reject) => {
          waiting.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
        });
      },
      after: (ms, work) => {
        lastTimer += 1;
        const timer = lastTimer;
        timers.set(timer, { ms, work });
        return () => void timers.delete(timer);
      },
      onState: () => shown.push(autosave.state().status),
    },
    first,
  );
  return {
    autosave,
    written,
    shown,
    delays: () => [...timers.values()].map(({ ms }) => ms),
    async answer(result: SaveResult | Error = { status: 'saved', revision: 1 }) {
      waiting.shift()?.(result);
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    fireTimer() {
      const [entry] = timers;
      if (entry === undefined) throw new Error('no timer');
      timers.delete(entry[0]);
      entry[1].work();
    },
  };
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

const full: SaveResult = { status: 'notSaved', reason: 'quota' };

describe('a change', () => {
  it('is written at once, and saved only when it is on the disk', async () => {
    const { autosave, written, answer } = rig();
    expect(autosave.state()).toEqual({ status: 'untouched' });
    autosave.change('T');
    expect(written).toEqual(['T']);
    expect(autosave.state()).toEqual({ status: 'saving' });
    await answer();
    expect(autosave.state()).toEqual({ status: 'saved' });
  });

  it('waits for the running write, then is written with all later changes', async () => {
    const { autosave, written, shown, answer } = rig();
    for (const text of ['T', 'Th', 'Tha', 'Than']) autosave.change(text);
    expect(written).toEqual(['T']);
    await answer();
    expect(written).toEqual(['T', 'Than']);
    expect(autosave.state()).toEqual({ status: 'saving' });
    await answer();
    expect(written).toEqual(['T', 'Than']);
    expect(shown).toEqual(['saving', 'saved']);
  });

  it('during a save is not lost', async () => {
    const { autosave, written, answer } = rig();
    autosave.change('T');
    void autosave.flush().then(() => autosave.change('Th'));
    await answer();
    expect(written).toEqual(['T', 'Th']);
    await answer();
    expect(autosave.state()).toEqual({ status: 'saved' });
  });
});

describe('a flush', () => {
  it('ends when everything is on the disk', async () => {
    const { autosave, answer } = rig();
    autosave.change('T');
    autosave.change('Th');
    let isDone = false;
    void autosave.flush().then(() => {
      isDone = true;
    });
    await answer();
    expect(isDone).toBe(false);
    await answer();
    expect(isDone).toBe(true);
    await autosave.flush();
  });

  it('of all drafts waits only for unsaved ones', async () => {
    const one = rig();
    const two = rig();
    one.autosave.change('T');
    two.autosave.change('S');
    let isDone = false;
    const flushed = flushAllDrafts().then(() => {
      isDone = true;
    });
    await one.answer();
    expect(isDone).toBe(false);
    await two.answer();
    await flushed;
    await flushAllDrafts();
    expect(one.written).toEqual(['T']);
  });
});

describe('a full disk', () => {
  it('keeps a page from a reload until the draft and the files are saved', async () => {
    const { autosave, answer } = rig();
    autosave.change('T');
    await answer(full);
    const refused = saveAll();
    await nextTask();
    await answer(full);
    expect(await refused).toBe(false);
    const accepted = saveAll();
    await nextTask();
    await answer();
    expect(await accepted).toBe(true);
    let dismiss = (): void => undefined;
    unsavedFiles.add(
      new Promise<void>((resolve) => {
        dismiss = resolve;
      }),
    );
    expect(await saveAll()).toBe(false);
    dismiss();
    await unsavedFiles.allSettled();
    expect(await saveAll()).toBe(true);
  });

  it('is reported, keeps typed text, and is tried again at growing intervals', async () => {
    const { autosave, written, delays, answer, fireTimer, shown } = rig();
    autosave.change('T');
    await answer(full);
    expect(autosave.state()).toEqual({ status: 'failed', reason: 'quota' });
    expect(delays()).toEqual([2_000]);
    for (const delay of [4_000, 8_000, 16_000, 30_000, 30_000]) {
      fireTimer();
      expect(autosave.state().status).toBe('failed');
      await answer(full);
      expect(delays()).toEqual([delay]);
    }
    fireTimer();
    await answer();
    expect(autosave.state()).toEqual({ status: 'saved' });
    expect(new Set(written)).toEqual(new Set(['T']));
    expect(shown).not.toContain('untouched');
    expect(delays()).toEqual([]);
  });

  it('is tried at once with the next change or flush', async () => {
    const { autosave, written, delays, answer } = rig();
    autosave.change('T');
    await answer(full);
    autosave.change('Th');
    expect(written).toEqual(['T', 'Th']);
    expect(delays()).toEqual([]);
    await answer(full);
    const flushed = autosave.flush();
    await answer();
    await flushed;
    expect(written).toEqual(['T', 'Th', 'Th']);
    expect(autosave.state()).toEqual({ status: 'saved' });
  });

  it('never writes an older text over a newer one', async () => {
    const { autosave, written, answer } = rig();
    autosave.change('T');
    autosave.change('Th');
    await answer(full);
    await Promise.all([autosave.flush(), answer()]);
    expect(written).toEqual(['T', 'Th']);
  });
});

it('an unexpected error during a write counts as not saved', async () => {
  const { autosave, answer, delays } = rig();
  autosave.change('T');
  await answer(new Error('broken'));
  expect(autosave.state()).toEqual({ status: 'failed', reason: 'closed' });
  expect(delays()).toEqual([2_000]);
});

describe('a draft of another tab', () => {
  it.each(['stale', 'submitted', 'gone'] as const)('(%s) is not written any more', async (end) => {
    const { autosave, written, answer } = rig('saved');
    autosave.change('T');
    autosave.change('Th');
    await answer({ status: end });
    expect(autosave.state()).toEqual({ status: 'ended', end });
    autosave.change('Tha');
    await autosave.flush();
    expect(written).toEqual(['T']);
  });

  it('stays so, even during a write', async () => {
    const { autosave, written, answer } = rig('saved');
    autosave.change('T');
    autosave.end('gone');
    autosave.end('stale');
    await answer();
    expect(autosave.state()).toEqual({ status: 'ended', end: 'gone' });
    expect(written).toEqual(['T']);
  });
});
