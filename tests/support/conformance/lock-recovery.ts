import { expect, it } from 'vitest';
import { PIN_AFTER_RECOVERY_MS } from '../../../src/domain/pin.ts';
import { agentOf, type LockPhone, OTHER_PIN, PIN, prepared, withLock } from './lock.ts';

/** The checks of the recovery code, for every lock. */
export function checkRecovery(newPhone: () => Promise<LockPhone>): void {
  it('opens with the code, which sets a new PIN; the old PIN no longer opens it', async () => {
    const phone = await newPhone();
    const { code, page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    const wrong = { status: 'wrong', failures: 0, notBefore: null };
    expect(await page.unlock(agent, 'recovery', 'VELD-22222-22222-22222-22222')).toEqual(wrong);
    expect(await page.unlock(agent, 'recovery', code)).toEqual({ status: 'unlocked' });
    expect(await page.newPinAfterRecovery('111111')).toEqual({ status: 'unfit', fault: 'same' });
    // Without the new PIN, a person who finds the phone now sees nothing, and a new tab gets no key.
    expect((await page.status()).status).toBe('locked');
    expect((await phone.page().status()).status).toBe('locked');
    expect(await page.newPinAfterRecovery(OTHER_PIN)).toEqual({ status: 'done' });
    expect((await page.status()).status).toBe('unlocked');
    page.lock();
    expect(await page.unlock(agent, 'pin', PIN)).toMatchObject({ status: 'wrong' });
    expect(await page.unlock(agent, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
  });

  it('sets no new PIN five minutes after the code', async () => {
    const phone = await newPhone();
    const { code, page } = await withLock(phone);
    page.lock();
    const agent = await agentOf(page);
    expect(await page.unlock(agent, 'recovery', code)).toEqual({ status: 'unlocked' });
    phone.clock.now += PIN_AFTER_RECOVERY_MS + 1;
    expect(await page.newPinAfterRecovery(OTHER_PIN)).toEqual({ status: 'locked' });
    expect(await page.unlock(agent, 'pin', PIN)).toEqual({ status: 'unlocked' });
  });

  it('opens for another agent while a new PIN is still wanted after the code', async () => {
    const phone = await newPhone();
    const { code, page } = await withLock(phone);
    const [first] = await page.agents();
    await page.setLabel('Anna');
    await prepared(await page.prepareAgent('Ben', OTHER_PIN)).finish();
    const ben = (await page.agents()).find(({ label }) => label === 'Ben')?.id ?? '';
    page.lock();
    expect(await page.unlock(first?.id ?? '', 'recovery', code)).toEqual({ status: 'unlocked' });
    expect(await page.unlock(ben, 'pin', OTHER_PIN)).toEqual({ status: 'unlocked' });
    expect(await page.status()).toMatchObject({ status: 'unlocked', agent: ben });
    expect(await page.newPinAfterRecovery('402918')).toEqual({ status: 'locked' });
  });

  it('sets no new PIN without the code after an unlock with the old PIN', async () => {
    const { page } = await withLock(await newPhone());
    expect(await page.newPinAfterRecovery(OTHER_PIN)).toEqual({ status: 'locked' });
  });
}
