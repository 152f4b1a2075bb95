import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../server/database/engine.ts';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { openSqliteEngine } from '../../../server/database/sqlite-engine.ts';
import { sealedContent } from '../../../server/repository/forms-transaction.ts';
import { openRepository } from '../../../server/repository/repository.ts';
import type { SearchKind } from '../../../src/domain/forms/form-kinds.ts';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import { newRing } from '../../support/server/stored-forms.ts';
import { postgresOptions } from '../support/postgres-options.ts';
import { content } from '../support/repository-subject.ts';

const engines: readonly (readonly [string, () => Promise<Engine>])[] = [
  [
    'SQLite',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'veld-indexed-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      return openSqliteEngine(join(folder, 'veld.sqlite'));
    },
  ],
  ...postgresVersions.map((version): [string, () => Promise<Engine>] => [
    `PostgreSQL ${version}`,
    async () =>
      openPostgresEngine(postgresOptions(await (await postgresOf(version)).newDatabase())),
  ]),
];

describe.each(engines)('in %s', (_, newEngine) => {
  it('a form that an older server changed is found after a newer server has indexed it', async () => {
    const engine = await newEngine();
    const ring = newRing();
    const repository = openRepository(engine, ring);
    onTestFinished(() => repository.close());
    const found = async (kind: SearchKind, text: string) =>
      (await repository.findForms(kind, text, 10)).map(({ formId }) => formId);
    const owner = { formId: randomUUID(), deviceId: randomUUID(), kind: 'registration' } as const;
    const another = randomUUID();
    for (const formId of [owner.formId, another]) {
      await repository.issueForm(formId, owner.deviceId, 1);
    }
    await repository.exactlyOnce(null, 1, async (forms) => {
      await forms.bindForm(owner);
      await forms.saveContent(content(owner.formId, 'Nkosi'), 1);
      return { status: 'answered', answer: { statusCode: 200, body: '' } };
    });
    expect(await repository.indexForms(10)).toBe(0);

    // The older server encrypts in the same way, but stores no hashes.
    const sealed = sealedContent(ring, content(owner.formId, 'Dlamini'));
    await engine.transact(async (db) => {
      await db
        .updateTable('submissions')
        .set({ sealed, updated_at: 2 })
        .where('form_id', '=', owner.formId)
        .execute();
      await db
        .insertInto('submissions')
        .values({ form_id: another, is_business: 1, sealed, received_at: 2, updated_at: 2 })
        .execute();
      return { keep: true, value: null };
    });
    expect(await repository.indexForms(1)).toBe(1);
    expect(await repository.indexForms(10)).toBe(1);
    expect(await repository.indexForms(10)).toBe(0);
    expect((await found('surname', 'Dlamini')).toSorted()).toEqual(
      [owner.formId, another].toSorted(),
    );
    expect(await found('surname', 'Nkosi')).toEqual([]);
  });
});
