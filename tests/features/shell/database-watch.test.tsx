import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type FrameState, shellStatus } from '../../../src/features/shell/database-watch.tsx';
import { PlainLink } from '../../../src/ui/frame/link.tsx';

const noneAt = { draft: 0, queued: 0, rejected: 0, delivered: 0 };

function shown({ counts, ...state }: Partial<FrameState>) {
  const news = shellStatus(
    {
      online: true,
      isServerReached: true,
      ...state,
      counts: { ...noneAt, ...counts },
    },
    PlainLink,
  );
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

  it('counts waiting and refused submissions, with links to the outbox', () => {
    const { bar, words } = shown({ counts: { ...noneAt, queued: 3, rejected: 2 } });
    expect(words).toBe('Online 2 refused 3 waiting');
    expect(bar.match(/href="\/outbox"/g)).toHaveLength(2);
    expect(bar).toMatch(/<svg[^>]*>.*<\/svg><a [^>]*>2 refused/);
  });

  it('marks the tab with refused submissions, hidden from screen readers', () => {
    expect(shown({ counts: { ...noneAt, rejected: 2 } }).tab).toMatch(/aria-hidden="true".*>2</);
    expect(shown({ counts: { ...noneAt, queued: 2 } }).tab).toBe('');
  });

  it('says that the server was not reached only if the device reports to be online', () => {
    expect(shown({ isServerReached: false }).words).toBe('Online, server not reached');
    expect(shown({ isServerReached: false, online: false }).words).toBe('Offline');
  });
});
