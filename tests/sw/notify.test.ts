import { describe, expect, it } from 'vitest';
import { notificationText } from '../../sw/notification-text.ts';

const quiet = { delivered: 0, needAttention: 0, waiting: 0, isLastChance: false, pause: null };

describe('a notification', () => {
  it.each([
    [{ delivered: 1 }, '1 submission sent.'],
    [{ delivered: 3, waiting: 2 }, '3 submissions sent.'],
    [{ needAttention: 1 }, '1 submission needs your attention.'],
    [{ delivered: 2, needAttention: 2 }, '2 submissions sent. 2 submissions need your attention.'],
    [
      { waiting: 1, isLastChance: true },
      '1 submission still waiting. Open Veld to finish sending.',
    ],
  ])('says in numbers what happened: %j', (tally, text) => {
    expect(notificationText({ ...quiet, ...tally })).toBe(text);
  });

  it('is not shown for nothing, nor for waiting that the browser goes on with', () => {
    expect(notificationText(quiet)).toBeNull();
    expect(notificationText({ ...quiet, waiting: 4 })).toBeNull();
    expect(notificationText({ ...quiet, isLastChance: true })).toBeNull();
  });
});
