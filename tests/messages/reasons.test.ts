import { describe, expect, it } from 'vitest';
import { messageText } from '../../src/messages/reasons.ts';

const server = { heading: 'Not clear', description: 'Take it again.' };

describe('a message in words', () => {
  it('is the server’s own if there is one', () => {
    expect(messageText(server)).toEqual(server);
  });

  it('is the app’s text for its reason', () => {
    const reason = { code: 'faulted', fault: 'RangeError' } as const;
    expect(messageText({ heading: '', description: '', reason }).description).toContain(
      'the code RangeError.',
    );
  });

  it('has the server’s words after the specification’s', () => {
    const reason = { code: 'unexpected' } as const;
    const message = { heading: '', description: '', reason, said: 'Only JPEG is taken.' };
    expect(messageText(message).description).toBe(
      'An unexpected server error occurred. Only JPEG is taken.',
    );
  });

  it('is shown even if only a later version knows the reason', () => {
    const reason = { code: 'of a later version' } as unknown as { code: 'unexpected' };
    expect(messageText({ ...server, reason })).toEqual(server);
  });
});
