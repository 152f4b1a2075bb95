import type { SubmissionKeys } from '../../src/domain/submission-types.ts';
import { peppersOf } from '../../src/store/format/agent-row.ts';
import { secretsOf } from '../../src/store/outbox/outbox-rows.ts';
import { deleteSecrets } from '../../src/sync/submit/secret-cleanup.ts';
import { overwrite, withStore } from './sabotage.ts';
import type { Sabotage, World } from './world.ts';

/** Mistakes with the secrets that keys are derived from, and with the data that those keys encrypt. */
export const plantedSecretBugs: Readonly<Record<string, Sabotage>> = {
  'the secrets go before the last step is recorded': (ports, world) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const { keys, steps = [] } = world.disk.seen.submission(id) ?? {};
        const waiting = steps.filter(({ state }) => state.status !== 'confirmed');
        if (event.event === 'confirmed' && waiting.length === 1)
          for (const name of secretsOf(keys)) dropped(world, name);
        return ports.store.record(owner, id, event);
      },
    }),

  'the secrets go before the second copy': (ports, world) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const keys = world.disk.seen.submission(id)?.keys;
        const recorded = await ports.store.record(owner, id, event);
        if (recorded.status === 'recorded' && recorded.submission.status === 'delivered')
          await deleteSecrets(ports, keys);
        return recorded;
      },
    }),

  'a refused form’s second secret is deleted before its copy is rewritten': (ports, world) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const keys = world.disk.seen.submission(id)?.keys;
        const recorded = await ports.store.record(owner, id, event);
        if (recorded.status === 'recorded' && recorded.submission.status === 'rejected' && keys?.q)
          await ports.store.deleteSecret(keys.q.name);
        return recorded;
      },
    }),

  'a refused form keeps its second secret': (ports, world) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const keys = world.disk.seen.submission(id)?.keys;
        const recorded = await ports.store.record(owner, id, event);
        const { submission = null } = recorded.status === 'recorded' ? recorded : {};
        if (submission?.status === 'rejected') await keep(world, submission, keys);
        return recorded;
      },
    }),

  'a form taken back to a draft keeps its second secret': (ports, world) =>
    withStore(ports, {
      change: async (id, decide) => {
        const keys = world.disk.seen.submission(id)?.keys;
        const changed = await ports.store.change(id, decide);
        const { submission = null } = changed.status === 'changed' ? changed : {};
        if (submission?.status === 'draft') await keep(world, submission, keys);
        return changed;
      },
    }),

  'one secret for two drafts': (ports, world) =>
    withStore(ports, {
      restore: async (contents, files) => {
        const restored = await ports.store.restore(contents, files);
        availableAgain(world, contents.submission.keys?.p);
        return restored;
      },
    }),

  'a secret is taken that another form has taken meanwhile': (ports, world) =>
    withStore(ports, {
      freeze: async (request) => {
        const other = world.disk.seen.all().find(({ id }) => id !== request.id);
        availableAgain(world, other?.keys?.p);
        return ports.store.freeze(request);
      },
    }),

  'the second secret storage is never written': (ports, { disk }) => {
    disk.storages.second.set = () => disk.storages.second;
    return ports;
  },

  'a start copies no secret to the storage that lacks it': (ports) =>
    withStore(ports, { copyToMissing: async () => undefined }),

  'unknown secrets are deleted during a repair': (ports) =>
    withStore(ports, {
      saveMissingAgents: async (agents) => {
        await ports.store.saveMissingAgents(agents);
        await ports.store.deleteUnknownSecrets(new Set(), ports.clock.now());
      },
    }),

  'a restored form’s secrets are not marked as used after a wipe': (ports, { disk }) =>
    withStore(ports, {
      restore: async (contents, files) => {
        const restored = await ports.store.restore(contents, files);
        for (const name of secretsOf(contents.submission.keys)) disk.seen.secretNames.delete(name);
        return restored;
      },
    }),

  'an agent’s secret is not known as used after a wipe': (ports, { disk }) =>
    withStore(ports, {
      saveMissingAgents: async (agents) => {
        await ports.store.saveMissingAgents(agents);
        for (const pepper of agents.flatMap(peppersOf)) disk.seen.secretNames.delete(pepper);
      },
    }),

  'an undo that does not put the secret back': (ports) =>
    withStore(ports, { restoreSecrets: async () => true }),

  'a second copy is not encrypted': (ports, { disk }) => ({
    ...ports,
    secondCopy: {
      ...ports.secondCopy,
      put: async (folder, name, bytes) => {
        const draft = [...disk.seen.drafts.values()].find(({ id }) => id === folder);
        const form = draft && (await ports.store.contents(draft.id));
        const shown = typeof form === 'object' ? `\n${JSON.stringify(form.draft.values)}` : '';
        await ports.secondCopy.put(folder, name, typeof bytes === 'string' ? bytes + shown : bytes);
      },
      // The app reads back its own text, without the plaintext that `put` added.
      getText: async (folder, name) =>
        (await ports.secondCopy.getText(folder, name))?.split('\n').slice(0, 2).join('\n'),
    },
  }),

  'a refusal’s message is not encrypted': (ports, { disk }) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const recorded = await ports.store.record(owner, id, event);
        const row = disk.seen.submissions.get(id);
        if (event.event === 'rejected' && row !== undefined)
          disk.seen.submissions.set(id, Object.assign({ ...row }, { message: event.message }));
        return recorded;
      },
    }),
};

/** Deletes the secret from both storages, even if it is in use. */
export function dropped({ disk }: World, name: string): void {
  disk.storages.first.delete(name);
  disk.storages.second.delete(name);
}

function availableAgain({ disk }: World, name: string | undefined): void {
  const row = name === undefined ? undefined : disk.seen.secretNames.get(name);
  if (row !== undefined) disk.seen.secretNames.set(row.name, { ...row, state: 'spare' });
}

async function keep(
  world: World,
  row: Parameters<typeof overwrite>[1],
  keys: SubmissionKeys | undefined,
): Promise<void> {
  if (keys?.q === undefined || row.status === 'delivered') return;
  const { name } = keys.q;
  world.disk.seen.secretNames.set(name, { name, state: 'used', madeAt: 0 });
  await overwrite(world, { ...row, keys });
}
