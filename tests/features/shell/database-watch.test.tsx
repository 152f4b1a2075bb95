import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type FrameState, shellStatus } from '../../../src/features/shell/database-watch.tsx';

const noneAt = { draft: 0, queued: 0, rejected: 0, delivered: 0 };

function shown({ counts, ...state }: Partial<FrameState>) {
  const news = shellStatus({
    online: true,
    isServerReached: true,
    isPaused: false,
    returned: 0,
    ...state,
    counts: { ...noneAt, ...counts },
  });
  const bar = renderToStaticMarkup(news.bar);
  return {
    bar,
    words: bar
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    tab: renderToStaticMarkup(news.tab),
  };
}

describe('the frame around every screen', () => {
  it('shows no count if nothing waits and nothing was refused', () => {
    expect(shown({})).toMatchObject({ words: 'Online', tab: '' });
    expect(shown({ counts: { ...noneAt, draft: 3, delivered: 9 } }).words).toBe('Online');
  });

  it('has the counts as text for screen readers only', () => {
    const { bar, words } = shown({ counts: { ...noneAt, queued: 3, rejected: 2 } });
    expect(words).toBe('Online 2 refused 3 waiting');
    expect(bar).toMatch(/class="visually-hidden".*2 refused.*3 waiting/);
  });

  it.each([
    ['the refused ones', { queued: 2, rejected: 3 }, true, '3'],
    ['that sending has stopped', { queued: 2 }, true, '!'],
    ['what waits', { queued: 2 }, false, '2'],
  ])('marks the tab with %s, hidden from screen readers', (_, counts, isPaused, mark) => {
    const { tab } = shown({ counts: { ...noneAt, ...counts }, isPaused });
    expect(tab).toMatch(new RegExp(`aria-hidden="true".*>${mark}<`));
  });

  it('says how many were returned, and marks the tab with those and the refused ones', () => {
    const { bar, tab, words } = shown({ counts: { ...noneAt, rejected: 2 }, returned: 3 });
    expect(words).toBe('Online 3 returned 2 refused');
    expect(bar).toMatch(/class="visually-hidden".*3 returned/);
    expect(tab).toContain('>5<');
    expect(shown({ returned: 1 })).toMatchObject({ words: 'Online 1 returned' });
  });

  it('marks the tab with nothing if nothing waits', () => {
    expect(shown({ counts: { ...noneAt, draft: 2, delivered: 1 } }).tab).toBe('');
  });

  it('says that the server was not reached only if the device reports to be online', () => {
    expect(shown({ isServerReached: false }).words).toBe('Online, server not reached');
    expect(shown({ isServerReached: false, online: false }).words).toBe('Offline');
  });
});
