import { submissionId } from '../../src/domain/ids.ts';
import { verdictKey } from '../../src/store/outbox/verdict-rows.ts';
import type { ApiRequest } from '../../src/sync/ports/ports.ts';
import { oddPages } from './operator.ts';
import { overwrite, withApi, withStore } from './sabotage.ts';
import type { Sabotage, World } from './world.ts';

const isReading = (request: ApiRequest): boolean =>
  request.call === 'GetInfo' && request.reading !== undefined;

const rowsOf = (world: World, ids: readonly string[]) =>
  world.disk.seen.all().filter(({ formId }) => formId !== null && ids.includes(verdictKey(formId)));

/** Mistakes in the reading of the operator's verdicts, and with corrections and limits. */
export const plantedVerdictBugs: Readonly<Record<string, Sabotage>> = {
  'a returned form needs attention again': (ports, world) =>
    withStore(ports, {
      saveVerdicts: async (page) => {
        await ports.store.saveVerdicts(page);
        const returned = page.items.filter(({ state }) => state === 'refused');
        for (const row of rowsOf(
          world,
          returned.map(({ formId }) => verdictKey(formId)),
        ))
          if (row.status === 'delivered')
            await overwrite(world, {
              ...row,
              status: 'rejected',
              personal: { customerName: '', simCardNumber: '', terms: [] },
            });
      },
    }),

  'a receipt is deleted once its SIM is active': (ports, world) =>
    withStore(ports, {
      saveVerdicts: async (page) => {
        await ports.store.saveVerdicts(page);
        const active = page.items.filter(({ state }) => state === 'active');
        for (const { id } of rowsOf(
          world,
          active.map(({ formId }) => verdictKey(formId)),
        ))
          await ports.store.remove(id, () => true);
      },
    }),

  'the cursor of verdicts is written before its rows': (ports) =>
    withStore(ports, {
      saveVerdicts: async (page) => {
        await ports.store.saveVerdicts({ ...page, items: [] });
        await ports.store.saveVerdicts(page);
      },
    }),

  'a failed reading of verdicts sets a hold': (ports) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      if (isReading(request) && answer.status !== 'result')
        await ports.store.changeHold(() => ({
          reason: 'network',
          since: ports.clock.now(),
          nextProbeAt: ports.clock.now(),
          httpStatus: null,
          tries: 1,
        }));
      return answer;
    }),

  'one odd item throws away its page of verdicts': (ports) =>
    withApi(ports, async (request, options) => {
      const answer = await ports.api.send(request, options);
      if (answer.status !== 'result' || !answer.result.status?.page) return answer;
      const { status } = answer.result;
      const page = status.page && oddPages.has(status.page) ? null : status.page;
      return { ...answer, result: { ...answer.result, status: { ...status, page } } };
    }),

  'the app follows pages of verdicts without end': (ports) =>
    withApi(ports, async (request, options) => {
      const first = await ports.api.send(request, options);
      let answer = first;
      for (let pages = 0; pages < 20 && isReading(request); pages += 1) {
        const page = answer.status === 'result' ? answer.result.status?.page : null;
        if (!page?.more || page.next === null) break;
        const reading = { after: page.next, wantsNumber: false };
        answer = await ports.api.send({ call: 'GetInfo', reading }, options);
      }
      return first;
    }),

  'verdicts are asked of a backend that does not announce them': (ports) => ({
    ...ports,
    accepts: async () => true,
  }),

  'an older verdict takes the place of a newer one': (ports) =>
    withStore(ports, {
      saveVerdicts: (page) => ports.store.saveVerdicts({ ...page, isWhole: true }),
    }),

  'a clock set back lifts the limit of age': (ports, world) => {
    world.beginOf = (facts) => ({ ...facts, latestTime: null });
    return ports;
  },

  'the app believes a policy that lets no form wait': (ports) => ({
    ...ports,
    onInfo: ({ policy, ...info }) =>
      ports.onInfo(
        policy === undefined
          ? info
          : { ...info, policy: policy.maxUnsent === 20 ? { ...policy, maxUnsent: 0 } : policy },
      ),
  }),

  'a revoked phone sends nothing': (ports, world) =>
    withStore(ports, {
      acquireLease: async (...given) =>
        world.disk.seen.announced?.isRevoked !== true && ports.store.acquireLease(...given),
    }),

  'two presses make two corrections': (ports, world) => {
    world.beginsCorrection = (of, begin) => {
      const { verdicts } = world.disk.seen;
      const number = world.disk.seen.submission(of)?.formId;
      const row = number && verdicts.get(verdictKey(number));
      if (row) verdicts.set(row.formId, { ...row, correctedBy: submissionId('forgotten') });
      return begin();
    };
    return ports;
  },

  'a restored submission forgets what it corrects': (ports) =>
    withStore(ports, {
      restore: ({ submission: { corrects: _, ...submission }, ...contents }, files) =>
        ports.store.restore({ ...contents, submission }, files),
      undoRemoval: ({ submission: { corrects: _, ...submission }, ...contents }, files) =>
        ports.store.undoRemoval({ ...contents, submission }, files),
    }),
};
