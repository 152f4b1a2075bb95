import { describe, expect, test } from 'vitest';
import type { SubmissionId } from '../../src/domain/ids.ts';
import { POOL_GOAL } from '../../src/store/form-guids.ts';
import type { AgentRow } from '../../src/store/rows.ts';
import { SyncWorld } from '../support/sync-world.ts';

/** A phone whose agent set a lock: nobody is there who could open anything. */
class LockedPhone {
  readonly world = new SyncWorld();
  #open: readonly AgentRow[] = [];

  constructor() {
    this.world.pool(POOL_GOAL);
  }

  lock(): void {
    const { agents } = this.world.disk;
    this.#open = [...agents.values()];
    const bytes = new Uint8Array(16);
    for (const { id } of this.#open)
      agents.set(id, { id, wraps: [{ kind: 'recovery', salt: bytes, sealed: bytes }] });
  }

  /** As whoever unlocks does in a page. */
  unlock(): void {
    for (const agent of this.#open) this.world.disk.agents.set(agent.id, agent);
  }

  async loseSecondSecret(id: SubmissionId): Promise<void> {
    const name = this.world.row(id).keys?.q?.name ?? '';
    for (const home of this.world.homes) await home.drop(name);
  }
}

describe('what a locked phone sends', () => {
  test('is all that was submitted, with nobody there', async () => {
    const phone = new LockedPhone();
    const ids = [await phone.world.submitted(), await phone.world.submitted()];
    phone.lock();
    await phone.world.drain();
    expect(ids.map((id) => phone.world.row(id).status)).toEqual(['delivered', 'delivered']);
  });

  test('is not what lost its second secret, which waits untouched until its agent unlocks', async () => {
    const phone = new LockedPhone();
    const [waits, goes] = [await phone.world.submitted(), await phone.world.submitted()];
    phone.lock();
    await phone.loseSecondSecret(waits);
    const before = phone.world.row(waits);
    const result = await phone.world.drain();
    expect(phone.world.row(goes).status).toBe('delivered');
    expect(phone.world.row(waits)).toMatchObject({ status: 'queued', steps: before.steps });
    // No clock and no sync event helps: only a person does.
    expect(result).toMatchObject({ waiting: 1, waitingForLink: 1, nextAt: null, hold: null });
    phone.unlock();
    await phone.world.drain();
    expect(phone.world.row(waits).status).toBe('delivered');
  });

  test('needs attention where the first secret is lost as well', async () => {
    const phone = new LockedPhone();
    const id = await phone.world.submitted();
    await phone.loseSecondSecret(id);
    for (const home of phone.world.homes) await home.drop(phone.world.row(id).keys?.p ?? '');
    await phone.world.drain();
    expect(phone.world.row(id).status).toBe('rejected');
  });
});
