import { describe, expect, it } from 'vitest';
import { messageText } from '../../src/messages/reasons.ts';

const server = { heading: 'Not clear', description: 'Take it again.' };

describe('a message in words', () => {
  it('is the server’s own', () => {
    expect(messageText(server)).toEqual(server);
  });

  it('is this device’s for its reason', () => {
    const reason = { code: 'faulted', fault: 'RangeError' } as const;
    expect(messageText({ heading: '', description: '', reason }).description).toContain(
      'the code RangeError.',
    );
  });

  it('has the server’s own words after those of the specification', () => {
    const reason = { code: 'unexpected' } as const;
    const message = { heading: '', description: '', reason, said: 'Only JPEG is taken.' };
    expect(messageText(message).description).toBe(
      'An unexpected server error occurred. Only JPEG is taken.',
    );
  });

  it('takes no screen away for a reason that only a later version knows', () => {
    const reason = { code: 'of a later version' } as unknown as { code: 'unexpected' };
    expect(messageText({ ...server, reason })).toEqual(server);
  });
});
