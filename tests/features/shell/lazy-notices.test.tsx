import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { UnsentNote, type UnsentNoteProps } from '../../../src/features/shell/lazy-notices.tsx';

const shown = (props: Partial<UnsentNoteProps>): string =>
  renderToStaticMarkup(<UnsentNote queued={0} rejected={0} {...props} />);

describe('the note beside what waits', () => {
  it('says nothing where the browser sends by itself', () => {
    expect(shown({ care: 'none', queued: 3, rejected: 1 })).toBe('');
  });

  it('says before one leaves that nothing is sent while Veld is closed, where that is so', () => {
    expect(shown({ care: 'open', queued: 3 })).toBe('<span>Sent only while Veld is open</span>');
    expect(shown({ care: 'open', rejected: 1 })).toBe('');
  });

  it('says by when Veld must be opened, where the browser deletes what nobody looks after', () => {
    const care = 'open-within-7-days';
    const words = '<span>Open Veld within 7 days to send</span>';
    expect(shown({ care, queued: 3 })).toBe(words);
    expect(shown({ care, rejected: 1 })).toBe(words);
    expect(shown({ care })).toBe('');
  });
});
