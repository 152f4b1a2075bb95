import { overwrite, withStore } from './sabotage.ts';
import type { Sabotage } from './world.ts';

/** Mistakes that only show when a drain takes long, a process is killed, or the server repeats itself. */
export const plantedLateBugs: Readonly<Record<string, Sabotage>> = {
  'a heartbeat that never renews': (ports) => withStore(ports, { renewLease: async () => true }),

  'the second copy is deleted before the last step is recorded': (ports, world) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const steps = world.disk.seen.submission(id)?.steps ?? [];
        const waiting = steps.filter(({ state }) => state.status !== 'confirmed');
        if (event.event === 'confirmed' && waiting.length === 1) await ports.secondCopy.remove(id);
        return ports.store.record(owner, id, event);
      },
    }),

  'recover forgets all submissions but the first': (ports, world) =>
    withStore(ports, {
      recover: async (owner, at) => {
        const [first, ...others] = await ports.store.queued();
        const recovered = await ports.store.recover(owner, at);
        if (first === undefined || recovered.length === 0) return recovered;
        for (const row of others) await overwrite(world, row);
        return ports.store.queued();
      },
    }),

  'a form number that came before is taken again': (ports) =>
    withStore(ports, { claimFormId: async () => true }),

  '‘Send the rest’ counts the rest as sent': (ports, world) =>
    withStore(ports, {
      queueAgain: async (id, decide) => {
        const queued = await ports.store.queueAgain(id, decide);
        if (queued.status !== 'changed') return queued;
        const { submission } = queued;
        const byHand = { status: 'confirmed', at: submission.changedAt, byHand: true } as const;
        const steps = submission.steps.map((step) => ({ ...step, state: byHand }));
        await overwrite(world, { ...submission, steps });
        return queued;
      },
    }),
};
