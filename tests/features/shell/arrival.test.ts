import { describe, expect, it } from 'vitest';
import {
  isFullyInView,
  isNewScreen,
  scrollToFragment,
  updateCanonical,
} from '../../../src/features/shell/arrival.tsx';

describe('a change of address', () => {
  it('opens another screen', () => {
    expect(isNewScreen('/', '/outbox')).toBe(true);
    expect(isNewScreen('/register/1', '/register')).toBe(true);
    expect(isNewScreen('/register/1', '/register/2')).toBe(true);
  });

  it('stays on the screen if a form gets its id, and at the start', () => {
    expect(isNewScreen('/register', '/register/1')).toBe(false);
    expect(isNewScreen('/replace', '/replace/1')).toBe(false);
    expect(isNewScreen('/practise', '/practise/1')).toBe(false);
    expect(isNewScreen('/outbox', '/outbox')).toBe(false);
    expect(isNewScreen(undefined, '/outbox')).toBe(false);
  });

  it('opens a submission from the outbox', () => {
    expect(isNewScreen('/outbox', '/outbox/1')).toBe(true);
  });
});

/** The parts of a window that scrolling uses. */
function fakeWindow(box: { top: number; bottom: number } | null) {
  const log: string[] = [];
  const timers: { run: () => void; delay: number }[] = [];
  const page = {
    innerWidth: 360,
    innerHeight: 700,
    setTimeout: (run: () => void, delay: number) => timers.push({ run, delay }),
    clearTimeout: () => timers.pop(),
    scrollTo: ({ top }: { top: number }) => log.push(`to ${top}`),
    document: {
      getElementById: (id: string) => {
        log.push(`#${id}`);
        return (
          box && {
            getBoundingClientRect: () => ({ left: 0, right: 360, ...box }),
            scrollIntoView: () => log.push('into view'),
          }
        );
      },
    },
  };
  return { log, timers, page: page as unknown as Window };
}

describe('an anchor fragment', () => {
  it('is scrolled to after 100 ms', () => {
    const { log, timers, page } = fakeWindow({ top: 900, bottom: 950 });
    scrollToFragment('#your%20rights', page);
    expect(timers.map(({ delay }) => delay)).toEqual([100]);
    expect(log).toEqual([]);
    timers[0]?.run();
    expect(log).toEqual(['#your rights', 'into view']);
  });

  it('is ignored if its element is fully visible', () => {
    const { log, timers, page } = fakeWindow({ top: 10, bottom: 700 });
    scrollToFragment('rights', page);
    timers[0]?.run();
    expect(log).toEqual(['#rights']);
  });

  it('scrolls to the top if there is no such element', () => {
    const { log, timers, page } = fakeWindow(null);
    scrollToFragment('#%E0%A4%A', page);
    timers[0]?.run();
    expect(log).toEqual(['#%E0%A4%A', 'to 0']);
  });

  it('can be cancelled', () => {
    const { timers, page } = fakeWindow(null);
    scrollToFragment('rights', page)();
    expect(timers).toEqual([]);
  });
});

it('an element counts as visible only as a whole', () => {
  const view = { innerWidth: 100, innerHeight: 100 };
  const whole = { top: 0, left: 0, bottom: 100, right: 100 };
  expect(isFullyInView(whole, view)).toBe(true);
  for (const part of [{ top: -1 }, { left: -1 }, { bottom: 101 }, { right: 101 }])
    expect(isFullyInView({ ...whole, ...part }, view)).toBe(false);
});

describe('the canonical link', () => {
  const head = (existing: { rel: string; href: string } | null) => {
    const added: { rel: string; href: string }[] = [];
    const page = {
      head: {
        querySelector: () => existing,
        append: (link: { rel: string; href: string }) => added.push(link),
      },
      createElement: () => ({ rel: '', href: '' }),
    };
    return { added, page: page as unknown as Document };
  };

  it('points at host and path', () => {
    const link = { rel: 'canonical', href: '/' };
    updateCanonical({ origin: 'https://veld.example', pathname: '/outbox' }, head(link).page);
    expect(link.href).toBe('https://veld.example/outbox');
  });

  it('is created if it is missing', () => {
    const { added, page } = head(null);
    updateCanonical({ origin: 'https://veld.example', pathname: '/' }, page);
    expect(added).toEqual([{ rel: 'canonical', href: 'https://veld.example/' }]);
  });
});
