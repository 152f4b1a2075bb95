import { describe, expect, it } from 'vitest';
import { setProblem } from '../../../src/features/lock/lock-facts.ts';
import { waitTime } from '../../../src/features/lock/lock-form.tsx';
import { codeGroups, isLastGroup } from '../../../src/features/lock/recovery-code.tsx';
import { failureText, unlockProblem } from '../../../src/features/lock/use-unlock-attempt.ts';
import { lockSettingsText } from '../../../src/messages/lock-settings.ts';

const CODE = 'VELD-7K3M9-0Q1RT-V4W5X-01ABZ';

describe('the end of a recovery code', () => {
  it.each(['01ABZ', ' 01abz ', 'OIabz', 'ol a b z', '01-ABZ'])('may be typed as %j', (typed) => {
    expect(isLastGroup(CODE, typed)).toBe(true);
  });

  it.each(['', '7K3M9', '01AB', '01ABZZ', CODE])('may not be typed as %j', (typed) => {
    expect(isLastGroup(CODE, typed)).toBe(false);
  });

  it('is the last of the shown groups', () => {
    expect(codeGroups(CODE)).toEqual(['VELD', '7K3M9', '0Q1RT', 'V4W5X', '01ABZ']);
  });
});

it('has the agent destroy the old paper only when the new recovery code is stored', () => {
  const { newCodeDetail, newCodeDone } = lockSettingsText();
  expect(newCodeDetail).toMatch(/the old code works.*keep the old paper/i);
  expect(newCodeDetail).not.toMatch(/destroy/i);
  expect(newCodeDone).toContain('Destroy the old paper.');
});

it.each([
  [28_000, '0:28'],
  [27_001, '0:28'],
  [60_000, '1:00'],
  [3_547_000, '59:07'],
  [-5, '0:00'],
])('a wait of %i ms reads %s', (ms, text) => {
  expect(waitTime(1_000_000 + ms, 1_000_000)).toBe(text);
});

describe('the result of an attempt', () => {
  it('is no problem after success', () => {
    expect(unlockProblem({ status: 'unlocked' })).toBeNull();
    expect(setProblem({ status: 'done' })).toBeNull();
  });

  it('names the end of the wait, also after a wrong PIN', () => {
    expect(unlockProblem({ status: 'wait', until: 7 })).toEqual({ text: '', until: 7 });
    expect(unlockProblem({ status: 'wrong', failures: 5, notBefore: 7 })).toMatchObject({
      until: 7,
    });
    expect(setProblem({ status: 'wait', until: 7 })).toEqual({ text: '', until: 7 });
  });

  it('says that the phone is full, or that nothing is lost, after an error', () => {
    expect(failureText(new DOMException('full', 'QuotaExceededError'))).toBe(
      'The phone is full. Free some space, then try again. Do not close Veld.',
    );
    expect(failureText(new TypeError('null'))).toBe(
      'That did not work. Nothing changed. Wait a moment, then try again.',
    );
  });

  it('names the full phone to the next agent only if a change is really unsaved', () => {
    expect(unlockProblem({ status: 'unsaved' }, false)?.text).toBe(
      'Another agent’s last change is still being saved. Wait a moment, then try again.',
    );
    expect(unlockProblem({ status: 'unsaved' }, true)?.text).toContain('the phone is full');
  });

  it.each([
    ...(
      ['noMemory', 'noWorker', 'full', 'failed', 'lost', 'changed', 'locked', 'notSaved'] as const
    ).map((status) => ({
      status,
    })),
    { status: 'unfit', fault: 'run' } as const,
  ])('has words for $status', (result) => {
    expect(setProblem(result)?.text).toMatch(/\w+\./);
  });
});
