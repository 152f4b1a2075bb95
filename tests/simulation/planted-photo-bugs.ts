import { isUpload, type Submission } from '../../src/domain/submission-types.ts';
import { localDay } from '../../src/store/drafts/new-submission.ts';
import { withStore } from './sabotage.ts';
import type { Sabotage, World } from './world.ts';

/** Mistakes with photos that wait for an unmetered connection. */
export const plantedPhotoBugs: Readonly<Record<string, Sabotage>> = {
  'photos that should wait for Wi-Fi go over any connection': (ports) => ({
    ...ports,
    connection: () => 'unmetered',
  }),

  'the type of the connection is read only once': (ports) => {
    const first = ports.connection();
    return { ...ports, connection: () => first };
  },

  'the person’s answer about the connection holds for ever': (ports) =>
    withStore(ports, {
      photoPolicy: async () => {
        const { said, sending } = await ports.store.photoPolicy();
        return { sending, said: said && { ...said, day: localDay(ports.clock.now()) } };
      },
    }),

  'a form waits with its photos': (ports, world) =>
    withStore(ports, {
      recover: async (owner, at) =>
        (await ports.store.recover(owner, at)).filter((row) => !isKept(world, row)),
      queued: async () => (await ports.store.queued()).filter((row) => !isKept(world, row)),
    }),

  '‘Send now’ releases no photo': (ports) =>
    withStore(ports, {
      change: (id, decide) =>
        ports.store.change(id, (row) => {
          const event = decide(row);
          return event?.event === 'waitEnded' ? { event: 'waitEnded' } : event;
        }),
    }),
};

const isKept = ({ photos }: World, { sendsPhotos, steps }: Submission): boolean =>
  !photos.mayGo &&
  sendsPhotos !== true &&
  steps.some(({ content, state }) => state.status !== 'confirmed' && isUpload(content));
