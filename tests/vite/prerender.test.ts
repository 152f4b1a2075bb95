import { describe, expect, it } from 'vitest';
import { WORK_KEY } from '../../src/store/db/stored-names.ts';
import { afterFirstFrame, firstFrameScript, workScript } from '../../vite/prerender.ts';

/** The value of `data-work` on the document after Home's early script. */
function marked(localStorage: unknown): string | undefined {
  const dataset: Record<string, string> = {};
  new Function('localStorage', 'document', workScript)(localStorage, {
    documentElement: { dataset },
  });
  return dataset['work'];
}

it('Home’s early script marks the document if this phone has forms', () => {
  expect(marked({ [WORK_KEY]: '1' })).toBe('');
  expect(marked({})).toBeUndefined();
});

it('Home’s early script does nothing if the browser blocks storage', () => {
  const blocked = new Proxy(
    {},
    {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    },
  );
  expect(marked(blocked)).toBeUndefined();
});

/** Runs Home's last script in a page that has two scripts in its template. Returns the moved scripts and the callbacks that wait. */
function opened(controller: object | null) {
  let inTemplate = [{ async: true }, { async: true }];
  const moved: { async: boolean }[] = [];
  const frames: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const content = { querySelectorAll: () => inTemplate };
  const head = {
    append: (script: { async: boolean }) => {
      moved.push(script);
      inTemplate = inTemplate.filter((one) => one !== script);
    },
  };
  new Function('document', 'navigator', 'requestAnimationFrame', 'setTimeout', firstFrameScript)(
    { head, querySelector: () => ({ content }) },
    { serviceWorker: { controller } },
    (run: () => void) => frames.push(run),
    (run: () => void) => timers.push(run),
  );
  return { moved, frames, timers };
}

const inOrder = [{ async: false }, { async: false }];

describe('Home’s last script', () => {
  it('moves the scripts at once on a first visit', () => {
    expect(opened(null).moved).toEqual(inOrder);
  });

  it('moves the scripts after the first frame if a worker controls the page', () => {
    const { moved, frames, timers } = opened({});
    expect([moved, frames.length, timers.length]).toEqual([[], 1, 1]);
    frames[0]?.();
    expect(moved).toEqual([]);
    timers[1]?.();
    expect(moved).toEqual(inOrder);
    // The timer for hidden windows comes later, and finds nothing.
    timers[0]?.();
    expect(moved).toEqual(inOrder);
  });

  it('moves the scripts after a while in a hidden window, which has no frames', () => {
    const { moved, timers } = opened({});
    timers[0]?.();
    expect(moved).toEqual(inOrder);
  });
});

it('Home has its scripts in a template, and fetches them early', () => {
  const html =
    '<head>\n    <script defer src="/assets/frame-1.js"></script>\n    <script type="module" crossorigin src="/assets/index-1.js"></script>' +
    '\n    <script>early()</script></head><body></body>';
  expect(afterFirstFrame(html)).toBe(
    '<head>\n    <link rel="preload" as="script" href="/assets/frame-1.js">' +
      '\n    <link rel="modulepreload" crossorigin href="/assets/index-1.js">\n    <script>early()</script></head><body>' +
      '<template><script defer src="/assets/frame-1.js"></script><script type="module" crossorigin src="/assets/index-1.js"></script></template>' +
      `<script>${firstFrameScript}</script></body>`,
  );
});
