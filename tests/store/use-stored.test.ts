import { expect, it } from 'vitest';
import type { ScheduleFn } from '../../src/platform/timers.ts';
import type { Query } from '../../src/store/db/query.ts';
import { holdWhilePressed, watchPointer } from '../../src/store/use-stored.ts';

/** A page on which a pointer is pressed, with its own clock. The test gives the answers of the page's query. */
function pressedPage() {
  const page = new EventTarget();
  let now = 0;
  let timers: { at: number; task: () => void }[] = [];
  const after: ScheduleFn = (ms, task) => {
    const timer = { at: now + ms, task };
    timers.push(timer);
    return () => {
      timers = timers.filter((each) => each !== timer);
    };
  };
  let answer = (_value: number) => {};
  let isEnded = false;
  const query: Query<number> = {
    read: async () => 0,
    subscribe: (onValue) => {
      answer = onValue;
      return () => {
        isEnded = true;
      };
    },
  };
  const seen: number[] = [];
  const end = holdWhilePressed(query, watchPointer(page, after)).subscribe((value) =>
    seen.push(value),
  );
  return {
    seen,
    end,
    isEnded: () => isEnded,
    answer: (value: number) => answer(value),
    tell: (event: string) => page.dispatchEvent(new Event(event)),
    pass(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { task } of due) task();
    },
  };
}

it('passes on each value at once without a press', () => {
  const { answer, seen } = pressedPage();
  for (const value of [1, 2, 3]) answer(value);
  expect(seen).toEqual([1, 2, 3]);
});

it.each(['pointerup', 'pointercancel'])(
  'delays changes during a press until the click after its %s, and passes on only the last',
  (lifted) => {
    const { answer, pass, seen, tell } = pressedPage();
    answer(1);
    tell('pointerdown');
    answer(2);
    answer(3);
    expect(seen).toEqual([1]);
    tell(lifted);
    pass(99);
    expect(seen).toEqual([1]);
    pass(1);
    expect(seen).toEqual([1, 3]);
    answer(4);
    expect(seen).toEqual([1, 3, 4]);
  },
);

it('passes on the first value also during a press', () => {
  const { answer, seen, tell } = pressedPage();
  tell('pointerdown');
  answer(1);
  expect(seen).toEqual([1]);
});

it('waits at most five seconds for the end of a press', () => {
  const { answer, pass, seen, tell } = pressedPage();
  answer(1);
  tell('pointerdown');
  answer(2);
  pass(4_999);
  expect(seen).toEqual([1]);
  pass(1);
  expect(seen).toEqual([1, 2]);
});

it('starts again with a second press', () => {
  const { answer, pass, seen, tell } = pressedPage();
  answer(1);
  tell('pointerdown');
  tell('pointerup');
  pass(50);
  tell('pointerdown');
  answer(2);
  pass(100);
  expect(seen).toEqual([1]);
  tell('pointerup');
  pass(100);
  expect(seen).toEqual([1, 2]);
});

it('passes on nothing after it was unsubscribed', () => {
  const { answer, end, isEnded, pass, seen, tell } = pressedPage();
  answer(1);
  tell('pointerdown');
  answer(2);
  end();
  tell('pointerup');
  pass(100);
  expect([seen, isEnded()]).toEqual([[1], true]);
});
