import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type FrameState, frameNews } from '../../../src/features/shell/frame-news.tsx';
import { PlainLink } from '../../../src/ui/link.tsx';

const noneAt = { draft: 0, queued: 0, rejected: 0, delivered: 0 };

function shown({ counts, ...state }: Partial<FrameState>) {
  const news = frameNews(
    {
      online: true,
      isServerReached: true,
      care: 'none',
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
  it('counts nothing where nothing waits and nothing was refused', () => {
    expect(shown({})).toMatchObject({ words: 'Online', tab: '' });
    expect(shown({ counts: { ...noneAt, draft: 3, delivered: 9 } }).words).toBe('Online');
  });

  it('counts what waits, and with a mark of its own what was refused; both lead to the outbox', () => {
    const { bar, words } = shown({ counts: { ...noneAt, queued: 3, rejected: 2 } });
    expect(words).toBe('Online 2 refused 3 waiting');
    expect(bar.match(/href="\/outbox"/g)).toHaveLength(2);
    expect(bar).toMatch(/<svg[^>]*>.*<\/svg><a [^>]*>2 refused/);
  });

  it('says before one leaves that nothing is sent while Veld is closed, where that is so', () => {
    const waiting = { ...noneAt, queued: 3 };
    expect(shown({ care: 'open', counts: waiting }).words).toBe(
      'Online 3 waiting Sent only while Veld is open',
    );
    expect(shown({ care: 'open', counts: { ...noneAt, rejected: 1 } }).words).toBe(
      'Online 1 refused',
    );
    expect(shown({ care: 'open' }).words).toBe('Online');
  });

  it('says by when Veld must be opened, where the browser deletes what nobody looks after', () => {
    const care = 'open-within-7-days';
    const words = 'Sent only while Veld is open: open it within 7 days';
    expect(shown({ care, counts: { ...noneAt, queued: 3 } }).words).toBe(
      `Online 3 waiting ${words}`,
    );
    expect(shown({ care, counts: { ...noneAt, rejected: 1 } }).words).toBe(
      `Online 1 refused ${words}`,
    );
    expect(shown({ care }).words).toBe('Online');
  });

  it('marks the tab with what was refused, unheard, since the bar says it', () => {
    expect(shown({ counts: { ...noneAt, rejected: 2 } }).tab).toMatch(/aria-hidden="true".*>2</);
    expect(shown({ counts: { ...noneAt, queued: 2 } }).tab).toBe('');
  });

  it('says that the server was not reached only where the device believes to be online', () => {
    expect(shown({ isServerReached: false }).words).toBe('Online, server not reached');
    expect(shown({ isServerReached: false, online: false }).words).toBe('Offline');
  });
});
