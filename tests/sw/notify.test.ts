import { describe, expect, it } from 'vitest';
import { notificationText } from '../../sw/notification-text.ts';

const quiet = {
  delivered: 0,
  needAttention: 0,
  waiting: 0,
  waitingForWifiOrUnlock: 0,
  verdicts: { active: 0, returned: 0 },
  isLastChance: false,
  pause: null,
};

describe('a notification', () => {
  it.each([
    [{ delivered: 1 }, '1 form sent.'],
    [{ delivered: 3, waiting: 2 }, '3 forms sent.'],
    [{ needAttention: 1 }, '1 form needs your attention.'],
    [{ delivered: 2, needAttention: 2 }, '2 forms sent. 2 forms need your attention.'],
    [{ waiting: 1, isLastChance: true }, '1 form waiting. Open Veld to send it.'],
    [
      { waiting: 3, waitingForWifiOrUnlock: 2, isLastChance: true },
      '1 form waiting. Open Veld to send it.',
    ],
    [{ verdicts: { active: 3, returned: 0 } }, '3 SIMs are active.'],
    [{ verdicts: { active: 1, returned: 1 } }, '1 SIM is active. 1 registration was returned.'],
    [
      { delivered: 1, verdicts: { active: 0, returned: 2 } },
      '1 form sent. 2 registrations were returned.',
    ],
  ])('says in numbers what happened: %j', (tally, text) => {
    expect(notificationText({ ...quiet, ...tally })).toBe(text);
  });

  it('is not shown for nothing, nor for forms that the browser sends by itself', () => {
    expect(notificationText(quiet)).toBeNull();
    expect(notificationText({ ...quiet, waiting: 4 })).toBeNull();
    expect(notificationText({ ...quiet, isLastChance: true })).toBeNull();
  });

  it('is not shown for forms that wait only for Wi-Fi or an unlock', () => {
    const held = { ...quiet, waiting: 3, waitingForWifiOrUnlock: 3, isLastChance: true };
    expect(notificationText(held)).toBeNull();
    expect(notificationText({ ...held, delivered: 1 })).toBe('1 form sent.');
  });
});
