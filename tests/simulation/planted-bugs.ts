import {
  type AttachmentId,
  idempotencyKey,
  type SubmissionId,
  stepId,
  submissionId,
} from '../../src/domain/ids.ts';
import { newStep } from '../../src/domain/plan.ts';
import type { Submission } from '../../src/domain/submission-types.ts';
import type { Contents, OutboxStore } from '../../src/store/outbox-port.ts';
import type { SyncApi, SyncPorts } from '../../src/sync/ports.ts';
import type { Sabotage, World } from './world.ts';

/** Wrong in one way, and right in every other: each stands between the product and its ports. */
export const plantedBugs: Readonly<Record<string, Sabotage>> = {
  'delete before fetch': (ports, world) => {
    const away = new Map<SubmissionId, Kept>();
    return withStore(ports, {
      record: async (owner, id, event) => {
        const kept = away.get(id);
        if (kept !== undefined) {
          away.delete(id);
          await ports.store.restore(kept.contents, kept.files);
        }
        const recorded = await ports.store.record(owner, id, event);
        if (event.event === 'left' && recorded.status === 'recorded') {
          away.set(id, keptOf(world, id));
          await ports.store.remove(id, () => true);
          await ports.mirror.remove(id);
        }
        return recorded;
      },
    });
  },

  'acknowledge before commit': (ports) =>
    withStore(ports, {
      seal: async (request) => {
        const before = await ports.store.submission(request.id);
        if (before?.status !== 'draft') return ports.store.seal(request);
        const submission = request.seal(before, before.formId);
        ports.clock
          .sleep(500, new AbortController().signal)
          .then(() => ports.store.seal({ ...request, seal: () => submission }))
          .catch(() => null);
        return { status: 'sealed', submission, before };
      },
    }),

  'an HTML 200 is fine': (ports) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      return answer.status === 'foreign' && request.call !== 'GetInfo'
        ? { status: 'result', httpStatus: 200, result: success }
        : answer;
    }),

  'look for twins only after errors': (ports, world) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      if (answer.status !== 'result' || isDoubted(world, options.idempotencyKey)) return answer;
      const { documents: _, ...result } = answer.result;
      return { ...answer, result };
    }),

  'drop on 401': (ports, world) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      if (answer.status === 'unexpected' && answer.httpStatus === 401)
        await dropped(ports, rowOfKey(world, options.idempotencyKey));
      return answer;
    }),

  'send a confirmed step again': (ports, world) =>
    withStore(ports, {
      recover: async (owner, at) => {
        for (const row of await ports.store.recover(owner, at))
          await overwrite(world, {
            ...row,
            steps: row.steps.map((step) => ({ ...step, state: { status: 'inDoubt', since: at } })),
          });
        return ports.store.queued();
      },
    }),

  'remove the kept copy': (ports) =>
    withStore(ports, {
      record: (owner, id, event) => {
        if (event.event !== 'confirmed' || !event.found?.removals.length)
          return ports.store.record(owner, id, event);
        const { documents, of, removals } = event.found;
        const all = documents.map(({ formFileId, name: fileName }) =>
          newStep({ call: 'RemoveDocument', formFileId, fileName, of }, () => ({
            id: stepId(ports.newId()),
            key: idempotencyKey(ports.newId()),
          })),
        );
        const others = all.filter(({ content }) =>
          removals.every((known) => idOf(known.content) !== idOf(content)),
        );
        const found = { ...event.found, removals: [...removals, ...others] };
        return ports.store.record(owner, id, { ...event, found });
      },
    }),

  'skip the mirror': (ports) => ({ ...ports, mirror: { ...ports.mirror, available: false } }),

  'a cap on tries that deletes': (ports) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const recorded = await ports.store.record(owner, id, event);
        if (recorded.status === 'recorded' && recorded.submission.steps.some(isWornOut))
          await dropped(ports, recorded.submission);
        return recorded;
      },
    }),

  'a lease without fencing': (ports, world) =>
    withStore(ports, {
      record: (owner, id, event) =>
        ports.store.record(world.disk.seen.lease?.owner ?? owner, id, event),
      renewLease: async (owner, now, length) => {
        await ports.store.renewLease(owner, now, length);
        return true;
      },
    }),

  'a key made anew on retry': (ports, world) =>
    withApi(ports, (request, options) =>
      ports.api.send(request, {
        ...options,
        idempotencyKey: isDoubted(world, options.idempotencyKey)
          ? idempotencyKey(ports.newId())
          : options.idempotencyKey,
      }),
    ),

  'a key made anew on retry, unseen until the end': (ports, world) => {
    // Both the row and the request carry the new key: only what the server ends with can tell.
    return withStore(ports, {
      recover: async (owner, at) => {
        for (const row of await ports.store.recover(owner, at))
          await overwrite(world, {
            ...row,
            steps: row.steps.map((step) =>
              step.state.status === 'inDoubt'
                ? { ...step, key: idempotencyKey(ports.newId()) }
                : step,
            ),
          });
        return ports.store.queued();
      },
    });
  },

  'Retry-After ignored': (ports) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      return answer.status === 'unexpected' ? { ...answer, headers: {} } : answer;
    }),

  'a second page seals twice': (ports, world) => ({
    ...withStore(ports, {
      seal: async (request) => {
        const before = world.disk.seen.submissions.get(request.id);
        if (before?.status !== 'queued') return ports.store.seal(request);
        const fresh = { ...before, status: 'draft', steps: [] } as const;
        const submission = request.seal(fresh, before.formId);
        await overwrite(world, submission);
        return { status: 'sealed', submission, before };
      },
      contents: async (id) => {
        const contents = await ports.store.contents(id);
        if (contents?.submission.status !== 'queued') return contents;
        return { ...contents, submission: { ...contents.submission, status: 'draft', steps: [] } };
      },
    }),
    lock: { ifFree: async (_, work) => ({ ran: true, value: await work() }) },
  }),

  'a formGuid taken twice': (ports) =>
    withStore(ports, {
      seal: async (request) => {
        const sealed = await ports.store.seal(request);
        if (sealed.status === 'sealed' && sealed.submission.formId !== null)
          await ports.store.addToReserve([sealed.submission.formId]);
        return sealed;
      },
    }),

  'what died in flight stays in flight': (ports) =>
    withStore(ports, { recover: () => ports.store.queued() }),

  'send without waiting for the step before': (ports, world) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const recorded = await ports.store.record(owner, id, event);
        if (event.event !== 'postponed' || recorded.status !== 'recorded') return recorded;
        const { submission } = recorded;
        const steps = submission.steps.map((step) =>
          step.id === event.stepId
            ? { ...step, state: { status: 'confirmed', at: event.at } as const }
            : step,
        );
        const isLast = steps.every(({ state }) => state.status === 'confirmed');
        if (!isLast) await overwrite(world, { ...submission, steps });
        return isLast ? recorded : { ...recorded, submission: { ...submission, steps } };
      },
    }),

  'a 500 counts as done': (ports) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      return answer.status === 'result' && answer.httpStatus === 500 && request.call !== 'GetInfo'
        ? { ...answer, httpStatus: 200, result: success }
        : answer;
    }),

  'the second copy outlives the delivery': (ports) => ({
    ...ports,
    mirror: { ...ports.mirror, remove: async () => {} },
  }),

  'the form outlives the delivery': (ports, world) =>
    withStore(ports, {
      record: async (owner, id, event) => {
        const draft = world.disk.seen.drafts.get(id);
        const recorded = await ports.store.record(owner, id, event);
        if (recorded.status === 'recorded' && recorded.submission.status === 'delivered' && draft)
          world.disk.seen.drafts.set(id, draft);
        return recorded;
      },
    }),

  'a form number is used before it is in the copy': (ports, world) => ({
    ...ports,
    mirror: {
      ...ports.mirror,
      put: async (folder, name, bytes) => {
        const row = world.disk.seen.submissions.get(submissionId(folder));
        const isEarly = row?.formId === null && String(bytes).includes('"formId":"form-');
        if (!isEarly) await ports.mirror.put(folder, name, bytes);
      },
    },
  }),
};

type Kept = Readonly<{ contents: Contents; files: ReadonlyMap<AttachmentId, Blob> }>;

const success = { wasSuccessful: true, heading: '', description: '', modelState: {} };

const withStore = (ports: SyncPorts, changed: Partial<OutboxStore>): SyncPorts => ({
  ...ports,
  store: { ...ports.store, ...changed },
});

const withApi = (ports: SyncPorts, send: SyncApi['send']): SyncPorts => ({
  ...ports,
  api: { send },
});

const idOf = (content: Submission['steps'][number]['content']): string =>
  content.call === 'RemoveDocument' ? content.formFileId : '';

const isWornOut = ({ attempts }: Submission['steps'][number]): boolean => attempts >= 3;

const rowOfKey = ({ disk }: World, key: string): Submission | undefined =>
  [...disk.seen.submissions.values()].find((row) => row.steps.some((step) => step.key === key));

const isDoubted = (world: World, key: string): boolean =>
  rowOfKey(world, key)?.steps.some((step) => step.key === key && step.doubted === true) ?? false;

async function dropped(ports: SyncPorts, row: Submission | undefined): Promise<void> {
  if (row === undefined) return;
  await ports.mirror.remove(row.id);
  await ports.store.remove(row.id, () => true);
}

/** Past every rule of the store's. */
async function overwrite({ disk }: World, row: Submission): Promise<void> {
  disk.seen.submissions.set(row.id, row);
}

function keptOf({ disk }: World, id: SubmissionId): Kept {
  const { attachments, blobs, drafts, payloads, strokes, submissions } = disk.seen;
  const submission = submissions.get(id);
  const draft = drafts.get(id);
  if (submission === undefined || draft === undefined) throw new Error('Nothing to keep.');
  const rows = [...attachments.values()].filter((row) => row.submissionId === id);
  const files = new Map(
    rows.flatMap((row) => {
      const bytes = blobs.get(row.id);
      return bytes === undefined ? [] : [[row.id, bytes] as const];
    }),
  );
  return {
    contents: {
      submission,
      draft,
      attachments: rows,
      strokes: strokes.filter((stroke) => stroke.submissionId === id),
      payload: payloads.get(id) ?? null,
    },
    files,
  };
}
