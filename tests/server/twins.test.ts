import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openPostgresEngine } from '../../server/database/postgres-engine.ts';
import { openRepository } from '../../server/repository/repository.ts';
import {
  type Claim,
  type FormOwner,
  type Repository,
  StoreUnavailable,
} from '../../server/repository/repository-port.ts';
import { postgresOf, postgresVersions, query } from '../support/server/postgres.ts';
import { newRing } from '../support/server/stored-forms.ts';
import { postgresOptions } from './support/postgres-options.ts';
import { answered, claimOf, document } from './support/repository-subject.ts';

const FORMS = 300;
const TWINS = 6;

describe.skipIf(postgresVersions.length === 0)('two servers over one PostgreSQL', () => {
  const overTwo = async (act: (servers: readonly Repository[], url: string) => Promise<void>) => {
    const url = await (await postgresOf(postgresVersions[0])).newDatabase();
    // Both servers open at once. One of them creates the tables.
    const servers = await Promise.all(
      [1, 2].map(async () =>
        openRepository(await openPostgresEngine(postgresOptions(url)), newRing()),
      ),
    );
    try {
      await act(servers, url);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  };
  /** Repeats a call as long as the store is unavailable. A phone does the same. */
  const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
  };
  const add = (repository: Repository | undefined, owner: FormOwner, claim: Claim) =>
    patiently(async () =>
      repository?.exactlyOnce(claim, 1, async (forms) => {
        if (!(await forms.bindForm(owner))) return { status: 'refused' as const };
        const file = document('one');
        await forms.addDocument(owner.formId, 'idDocument', { ...file, name: claim.key });
        return answered(file.formFileId);
      }),
    );

  it(`run one of ${TWINS} simultaneous repeats on each of ${FORMS} forms; the others get its answer`, async () => {
    await overTwo(async (servers, url) => {
      const owners = Array.from({ length: FORMS }, () => ({
        formId: randomUUID(),
        deviceId: randomUUID(),
        kind: 'registration' as const,
      }));
      await Promise.all(
        owners.map(({ formId, deviceId }) =>
          patiently(async () => servers[0]?.issueForm(formId, deviceId, 1)),
        ),
      );
      const endings = await Promise.all(
        owners.flatMap((owner) => {
          const claim = claimOf(owner);
          return Array.from({ length: TWINS }, (_, n) => add(servers[n % 2], owner, claim));
        }),
      );
      const count = (status: string) =>
        endings.filter((ending) => ending?.status === status).length;
      expect([count('answered'), count('replayed')]).toEqual([FORMS, FORMS * (TWINS - 1)]);
      expect(await query(url, 'SELECT count(*) AS n FROM documents')).toEqual([{ n: FORMS }]);
    });
  });

  it('one key for two forms at once changes one of them', async () => {
    await overTwo(async (servers, url) => {
      const deviceId = randomUUID();
      for (let round = 0; round < 20; round += 1) {
        const key = randomUUID();
        const endings = await Promise.all(
          servers.map(async (server) => {
            const owner = { formId: randomUUID(), deviceId, kind: 'registration' as const };
            await server.issueForm(owner.formId, deviceId, 1);
            return add(server, owner, { ...claimOf(owner, owner.formId), key });
          }),
        );
        expect(endings.map((ending) => ending?.status).toSorted()).toEqual([
          'answered',
          'key-reused',
        ]);
      }
      expect(await query(url, 'SELECT count(*) AS n FROM documents')).toEqual([{ n: 20 }]);
    });
  });
});
