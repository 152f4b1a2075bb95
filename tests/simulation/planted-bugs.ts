import { idempotencyKey, type SubmissionId, stepId, submissionId } from '../../src/domain/ids.ts';
import { newStep } from '../../src/domain/plan.ts';
import type { Step } from '../../src/domain/submission-types.ts';
import type { SyncPorts } from '../../src/sync/ports/ports.ts';
import { plantedLateBugs } from './planted-late-bugs.ts';
import { plantedLockBugs } from './planted-lock-bugs.ts';
import { plantedPhotoBugs } from './planted-photo-bugs.ts';
import { plantedPieceBugs } from './planted-piece-bugs.ts';
import { plantedSecretBugs } from './planted-secret-bugs.ts';
import { plantedTeamBugs } from './planted-team-bugs.ts';
import { plantedVerdictBugs } from './planted-verdict-bugs.ts';
import {
  dropped,
  idOf,
  isDoubted,
  isWornOut,
  type Kept,
  keptOf,
  overwrite,
  rowOfKey,
  success,
  withApi,
  withStore,
} from './sabotage.ts';
import type { Sabotage } from './world.ts';

/** Each entry wraps the app's ports with one mistake. */
export const plantedBugs: Readonly<Record<string, Sabotage>> = {
  ...plantedLateBugs,
  ...plantedLockBugs,
  ...plantedSecretBugs,
  ...plantedPhotoBugs,
  ...plantedPieceBugs,
  ...plantedTeamBugs,
  ...plantedVerdictBugs,

  'a form is deleted before it is sent': (ports, world) => {
    const away = new Map<SubmissionId, Kept>();
    return withStore(ports, {
      record: async (owner, id, event) => {
        const kept = away.get(id);
        if (kept !== undefined) {
          away.delete(id);
          await ports.store.restore(kept.contents, kept.files);
        }
        const recorded = await ports.store.record(owner, id, event);
        if (event.event === 'sendStarted' && recorded.status === 'recorded') {
          away.set(id, keptOf(world, id));
          await ports.store.remove(id, () => true);
          await ports.secondCopy.remove(id);
        }
        return recorded;
      },
    });
  },

  'a submission is confirmed to the person before the commit': (ports) =>
    withStore(ports, {
      freeze: async (request) => {
        const before = await ports.store.submission(request.id);
        if (before === 'unreadable' || before?.status !== 'draft')
          return ports.store.freeze(request);
        const submission = request.freeze(before, before.formId);
        ports.clock
          .sleep(500, new AbortController().signal)
          .then(() => ports.store.freeze({ ...request, freeze: () => submission }))
          .catch(() => null);
        return { status: 'frozen', submission, before };
      },
    }),

  'an HTML page with status 200 counts as success': (ports) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      return answer.status === 'foreign' && request.call !== 'GetInfo'
        ? { status: 'result', httpStatus: 200, result: success }
        : answer;
    }),

  'a duplicate on the server is looked for only after errors': (ports, world) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      if (answer.status !== 'result' || isDoubted(world, options.idempotencyKey)) return answer;
      const { documents: _, ...result } = answer.result;
      return { ...answer, result };
    }),

  'a 401 deletes the submission': (ports, world) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      if (answer.status === 'unexpected' && answer.httpStatus === 401)
        await dropped(ports, rowOfKey(world, options.idempotencyKey));
      return answer;
    }),

  'a confirmed step is sent again': (ports, world) =>
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

  'every listed document of a waiting form is removed from the server': (ports) =>
    withStore(ports, {
      record: (owner, id, event) => {
        if (event.event !== 'confirmed' || !event.found?.next.length)
          return ports.store.record(owner, id, event);
        const { documents, of, next } = event.found;
        const all = documents.map(({ formFileId, name: fileName }) =>
          newStep({ call: 'RemoveDocument', formFileId, fileName, of }, () => newIds(ports)),
        );
        const others = all.filter(({ content }) =>
          next.every((known) => idOf(known.content) !== idOf(content)),
        );
        const found = { ...event.found, next: [...next, ...others] };
        return ports.store.record(owner, id, { ...event, found });
      },
    }),

  'no second copy is written': (ports) => ({
    ...ports,
    secondCopy: { ...ports.secondCopy, state: async () => 'absent' },
  }),

  'a form is deleted after too many tries': (ports) =>
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
    // The row and the request have the same new key. So only the server's final state shows the mistake.
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

  'a second page freezes twice': (ports, world) => ({
    ...withStore(ports, {
      freeze: async (request) => {
        const queued = world.disk.seen.submission(request.id);
        if (queued?.status !== 'queued') return ports.store.freeze(request);
        const before = { ...queued, status: 'draft', steps: [] } as const;
        const submission = request.freeze(before, before.formId);
        await overwrite(world, submission);
        return { status: 'frozen', submission, before };
      },
      contents: async (id) => {
        const contents = await ports.store.contents(id);
        if (contents === 'unreadable' || contents?.submission.status !== 'queued') return contents;
        return { ...contents, submission: { ...contents.submission, status: 'draft', steps: [] } };
      },
    }),
    lock: { excludes: false, ifFree: async (_, work) => ({ ran: true, value: await work() }) },
  }),

  'a formGuid taken twice': (ports, world) =>
    withStore(ports, {
      freeze: async (request) => {
        const frozen = await ports.store.freeze(request);
        if (frozen.status === 'frozen' && frozen.submission.formId !== null)
          world.disk.seen.formGuids.push(frozen.submission.formId);
        return frozen;
      },
    }),

  'a step that was in flight at a kill stays in flight': (ports) =>
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
    secondCopy: { ...ports.secondCopy, remove: async () => {} },
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
    secondCopy: {
      ...ports.secondCopy,
      put: async (folder, name, bytes) => {
        const row = world.disk.seen.submission(submissionId(folder));
        const isEarly = row?.formId === null && String(bytes).includes('"formId":"form-');
        const isRepeated = row?.mirrored === false && row.history.at(-1)?.what === 'formIdReceived';
        if (!isEarly && !isRepeated) await ports.secondCopy.put(folder, name, bytes);
      },
    },
  }),

  'a lease that a clock set back keeps running': (ports, world) =>
    withStore(ports, {
      acquireLease: async (owner, now, length, isAlone) => {
        const { lease } = world.disk.seen;
        if (lease !== null && lease.owner !== owner && now < lease.until) return false;
        return ports.store.acquireLease(owner, now, length, isAlone);
      },
    }),

  'a correction sends everything anew': (ports) =>
    withPlan(ports, (steps) => steps.map((step) => newStep(step.content, () => newIds(ports)))),

  'a document that the person removed stays on the server': (ports) =>
    withPlan(ports, (steps) => steps.filter(({ content }) => content.call !== 'RemoveDocument')),
};

const newIds = ({ newId }: SyncPorts) => ({ id: stepId(newId()), key: idempotencyKey(newId()) });

/** Changes the plan that Submit makes. */
const withPlan = (
  ports: SyncPorts,
  change: (steps: readonly Step[]) => readonly Step[],
): SyncPorts =>
  withStore(ports, {
    freeze: (request) =>
      ports.store.freeze({
        ...request,
        freeze: (before, formId) => {
          const row = request.freeze(before, formId);
          return { ...row, steps: change(row.steps) };
        },
      }),
  });
