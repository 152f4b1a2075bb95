import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { UnsentNote, type UnsentNoteProps } from '../../../src/features/shell/lazy-notices.tsx';

const shown = (props: Partial<UnsentNoteProps>): string =>
  renderToStaticMarkup(<UnsentNote queued={0} rejected={0} {...props} />);

describe('the note beside the count of waiting forms', () => {
  it('is empty if the browser sends by itself', () => {
    expect(shown({ care: 'none', queued: 3, rejected: 1 })).toBe('');
  });

  it('says that nothing is sent while Veld is closed, if that is true', () => {
    expect(shown({ care: 'open', queued: 3 })).toBe('<span>Sent only while Veld is open</span>');
    expect(shown({ care: 'open', rejected: 1 })).toBe('');
  });

  it('names the day by which Veld must be opened, if the browser deletes unused data', () => {
    const care = 'open-within-7-days';
    const words = '<span>Open Veld within 7 days to send</span>';
    expect(shown({ care, queued: 3 })).toBe(words);
    expect(shown({ care, rejected: 1 })).toBe(words);
    expect(shown({ care })).toBe('');
  });
});
