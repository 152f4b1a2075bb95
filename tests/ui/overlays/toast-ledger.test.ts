import { describe, expect, it } from 'vitest';
import { type CloseReason, createToastLedger } from '../../../src/ui/overlays/toast-ledger.ts';

function opened(id = 'a') {
  const ledger = createToastLedger();
  const closings: CloseReason[] = [];
  ledger.open(id, { onClose: (how) => closings.push(how) });
  return { ledger, closings };
}

describe('the closing of a toast', () => {
  it('is reported once when its time is over, for any changes of the list', () => {
    const { ledger, closings } = opened();
    ledger.update([{ id: 'a', visible: true }]);
    expect(closings).toEqual([]);
    ledger.update([{ id: 'a', visible: false }]);
    ledger.update([{ id: 'a', visible: false }]);
    ledger.update([]);
    expect(closings).toEqual(['time']);
  });

  it('is reported once when a person closes it, and not again when it is gone', () => {
    const { ledger, closings } = opened();
    ledger.update([{ id: 'a', visible: true }]);
    ledger.close('a', 'hand');
    ledger.close('a', 'action');
    ledger.update([{ id: 'a', visible: false }]);
    ledger.update([]);
    expect(closings).toEqual(['hand']);
  });

  it('is reported when other toasts replace it', () => {
    const { ledger, closings } = opened();
    ledger.update([{ id: 'a', visible: true }]);
    ledger.update([{ id: 'b', visible: true }]);
    expect(closings).toEqual(['time']);
  });

  it('waits for a toast that was not on the screen yet', () => {
    const { ledger, closings } = opened();
    ledger.update([]);
    expect(closings).toEqual([]);
    expect(ledger.find('a')).toBeDefined();
  });

  it('works if onClose closes the toast again', () => {
    const ledger = createToastLedger();
    let closings = 0;
    ledger.open('a', {
      onClose: () => {
        closings += 1;
        ledger.close('a', 'hand');
      },
    });
    ledger.close('a', 'time');
    expect(closings).toBe(1);
  });

  it('forgets a toast that has left the screen', () => {
    const { ledger } = opened();
    ledger.update([{ id: 'a', visible: true }]);
    ledger.update([]);
    expect(ledger.find('a')).toBeUndefined();
  });
});
