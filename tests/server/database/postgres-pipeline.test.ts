import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqlStateOf } from '../../../server/database/database-errors.ts';
import type { Engine } from '../../../server/database/engine.ts';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { noMeter } from '../../../server/meter.ts';
import { asOperatorError } from '../../../server/ops/start-errors.ts';
import { openPostgresPartials } from '../../../server/partials/postgres-partials.ts';
import { openRepository } from '../../../server/repository/repository.ts';
import {
  type Claim,
  CommitInDoubt,
  type FormOwner,
  type Repository,
  StoreUnavailable,
} from '../../../server/repository/repository-port.ts';
import { type PostgresProxy, proxyTo } from '../../support/network/postgres-proxy.ts';
import { postgresOf, postgresVersions, query } from '../../support/server/postgres.ts';
import { newRing } from '../../support/server/stored-forms.ts';
import { postgresOptions } from '../support/postgres-options.ts';
import { answered, claimOf, document } from '../support/repository-subject.ts';

describe.skipIf(postgresVersions.length === 0)('statements that leave together', () => {
  let url: string;
  let proxy: PostgresProxy;
  let retried: string[];
  let repository: Repository;
  let owner: FormOwner;
  const STATEMENT_MS = 500;

  beforeEach(async () => {
    url = await (await postgresOf(postgresVersions[0])).newDatabase();
    proxy = await proxyTo(url);
    retried = [];
    const meter = { ...noMeter, retried: (state: string) => void retried.push(state) };
    const options = { ...postgresOptions(proxy.url), statementMs: STATEMENT_MS };
    repository = openRepository(await openPostgresEngine(options, meter), newRing());
    owner = await newOwner();
  });
  afterEach(async () => {
    await repository.close();
    await proxy.stop();
  });

  async function newOwner(): Promise<FormOwner> {
    const made = { formId: randomUUID(), deviceId: randomUUID(), kind: 'registration' } as const;
    await repository.issueForm(made.formId, made.deviceId, 1);
    return made;
  }
  const add = (name: string, claim: Claim | null = claimOf(owner), to = owner) =>
    repository.exactlyOnce(claim, 1, async (forms) => {
      if (!(await forms.bindForm(to))) return { status: 'unknown' as const };
      await forms.addDocument(to.formId, 'idDocument', document(name));
      return answered(name);
    });
  const count = async (table: string) =>
    Number((await query(url, `select count(*) as n from ${table}`))[0]?.['n']);
  /** Returns the error of a failed call, and the SQLSTATE of the database. */
  const causeOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    return { error, state: sqlStateOf(cause) };
  };

  /** Runs the statement in a transaction of another client until `release`. */
  async function held(statement: string): Promise<{ release: () => Promise<void> }> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    await client.query(statement);
    return {
      release: async () => {
        await client.query('rollback');
        await client.end();
      },
    };
  }

  it('fail with the first error, and not with that of a statement after it', async () => {
    // ZZ001 is the trigger's own code. The statements after it fail with 25P02, and the commit becomes a rollback.
    await query(
      url,
      `create function refuse() returns trigger language plpgsql as
         $$ begin raise exception 'no' using errcode = 'ZZ001'; end $$;
       create trigger refuse before insert on documents for each row execute function refuse()`,
    );
    expect((await causeOf(add('a'))).state).toBe('ZZ001');
    expect([await count('documents'), await count('answers')]).toEqual([0, 0]);
    expect(retried).toEqual([]);
    await query(url, 'drop trigger refuse on documents');
    expect((await add('a')).status).toBe('answered');
  });

  it('are tried again if the first error says so', async () => {
    await query(
      url,
      `create sequence tries;
       create function lose() returns trigger language plpgsql as
         $$ begin if nextval('tries') < 3 then raise exception 'lost' using errcode = '40001'; end if; return new; end $$;
       create trigger lose before insert on documents for each row execute function lose()`,
    );
    expect(await add('a')).toEqual(answered('a'));
    expect(retried).toEqual(['40001', '40001']);
    expect([await count('documents'), await count('answers')]).toEqual([1, 1]);
  });

  it('of two calls with one key for two forms store one answer', async () => {
    const other = { ...(await newOwner()), deviceId: owner.deviceId };
    const claim = claimOf(owner);
    const endings = await Promise.all([
      add('a', claim),
      add('b', { ...claim, formId: other.formId }, other),
    ]);
    expect(endings.map(({ status }) => status).toSorted()).toEqual(['answered', 'replayed']);
    expect([await count('documents'), await count('answers')]).toEqual([1, 1]);
  });

  it.each([
    ['cut-before', 0],
    ['gone-after', 1],
  ] as const)('end in doubt if the connection breaks at the commit (%s)', async (kind, stored) => {
    // The answer and the commit are in the packet that is lost, so both statements fail.
    proxy.fault(kind);
    const { error } = await causeOf(add('a'));
    expect(error).toBeInstanceOf(CommitInDoubt);
    expect(await count('answers')).toBe(stored);
    proxy.open();
    expect((await add('b')).status).toBe('answered');
  });

  it('end with an error if the transaction was taken back', async () => {
    await query(
      url,
      `create function refuse() returns trigger language plpgsql as
         $$ begin raise exception 'late' using errcode = 'ZZ002'; end $$;
       create constraint trigger refuse after insert on answers deferrable initially deferred
         for each row execute function refuse()`,
    );
    const { error, state } = await causeOf(add('a'));
    expect([error instanceof CommitInDoubt, state]).toEqual([false, 'ZZ002']);
    expect([await count('documents'), await count('answers')]).toEqual([0, 0]);
  });

  it('change nothing if the call was answered before', async () => {
    const claim = claimOf(owner);
    await add('a', claim);
    let runs = 0;
    const again = await repository.exactlyOnce(claim, 1, async () => {
      runs += 1;
      throw new Error('never');
    });
    expect([again.status, runs]).toEqual(['replayed', 0]);
  });

  it('wait for a lock that is held elsewhere, and then put the call off without doubt', async () => {
    const { formId } = owner;
    const lock = await held(`select 1 from forms where form_id = '${formId}' for update`);
    const first = await causeOf(add('a'));
    expect(first.error).toBeInstanceOf(StoreUnavailable);
    expect(first.state).toMatch(/^(55P03|57014)$/);
    await lock.release();
    expect((await add('a')).status).toBe('answered');
  });

  it('put the call off without doubt if a statement beside the commit waits for a lock', async () => {
    const lock = await held('lock table answers in share mode');
    const first = await causeOf(add('a'));
    expect(first.error).toBeInstanceOf(StoreUnavailable);
    expect(first.state).toMatch(/^(55P03|57014)$/);
    await lock.release();
    expect(await count('documents')).toBe(0);
    expect((await add('a')).status).toBe('answered');
    expect(await count('documents')).toBe(1);
  });

  const over = async (relayed: Readonly<{ url: string }>) =>
    openRepository(
      await openPostgresEngine({ ...postgresOptions(relayed.url), statementMs: STATEMENT_MS }),
      newRing(),
    );

  it('end in doubt if the database falls silent at the commit, and the next call succeeds', async () => {
    let isArmed = false;
    const relayed = await relay(url, (bytes) => isArmed && bytes.includes('commit\0'));
    repository = await over(relayed);
    isArmed = true;
    const { error } = await causeOf(add('a'));
    expect(error).toBeInstanceOf(CommitInDoubt);
    isArmed = false;
    expect((await add('a')).status).toBe('answered');
    await repository.close();
    await relayed.stop();
    repository = await over(proxy);
  });

  it('run no effect if the begin failed', async () => {
    let isArmed = false;
    const relayed = await relay(url, (bytes) => {
      const at = isArmed ? bytes.indexOf('begin\0') : -1;
      if (at >= 0) bytes.write('begim', at);
      return false;
    });
    const other = await over(relayed);
    isArmed = true;
    let runs = 0;
    const call = other.exactlyOnce(claimOf(owner), 1, async () => {
      runs += 1;
      return answered('a');
    });
    expect([(await causeOf(call)).state, runs]).toEqual(['42601', 0]);
    expect(await count('answers')).toBe(0);
    await other.close();
    await relayed.stop();
  });
});

describe.skipIf(postgresVersions.length === 0)('named statements', () => {
  const newUrl = async () => (await postgresOf(postgresVersions[0])).newDatabase();
  /** Returns the number of prepared statements after one call. Both use the same connection. */
  async function namesAfterCall(engine: Engine): Promise<number> {
    await openRepository(engine, newRing()).issueForm(randomUUID(), randomUUID(), 1);
    const asked = sql<{ n: number }>`select count(*) as n from pg_prepared_statements`;
    return (await engine.read((db) => asked.execute(db))).rows[0]?.n ?? -1;
  }

  it('are kept by the connection', async () => {
    const engine = await openPostgresEngine(postgresOptions(await newUrl()));
    expect(await namesAfterCall(engine)).toBe(1);
    await engine.close();
  });

  it('are not used with a pooler, which stops the start unless the setting names it', async () => {
    const pooler = await relay(
      await newUrl(),
      () => false,
      // A pooler tells its clients a process id that is not the id of PostgreSQL's process.
      (bytes) => {
        const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
        if (at >= 0) bytes.writeInt32BE(1, at + 5);
      },
    );
    const options = postgresOptions(pooler.url);
    const error = await openPostgresEngine(options).catch((thrown: unknown) => thrown);
    expect(asOperatorError(error, '')).toMatchObject({
      message: expect.stringContaining('DATABASE_POOLER=yes'),
    });
    const engine = await openPostgresEngine({ ...options, hasPooler: true });
    expect(await namesAfterCall(engine)).toBe(0);
    await engine.close();
    await pooler.stop();
  });

  it('of a table that a newer server has changed delay only one call', async () => {
    const url = await newUrl();
    const engine = await openPostgresEngine(postgresOptions(url));
    const partials = openPostgresPartials(engine);
    const find = () => partials.find(randomUUID(), randomUUID());
    expect(await find()).toBeNull();
    await query(url, 'alter table uploads add column later integer');
    await expect(find()).rejects.toThrow(StoreUnavailable);
    expect(await find()).toBeNull();
    await engine.close();
  });
});

type Relay = Readonly<{ url: string; stop: () => Promise<void> }>;

/**
 * A proxy between the server and the database. `falls`: returns true for the bytes after which the connection is silent in both
 * directions, but stays open. `change`: changes the bytes of an answer.
 */
async function relay(
  url: string,
  falls: (bytes: Buffer) => boolean,
  change: (bytes: Buffer) => void = () => {},
): Promise<Relay> {
  const target = new URL(url);
  const port = Number(target.port);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    let isSilent = false;
    const database = connect(port, target.hostname);
    client.on('data', (bytes: Buffer) => {
      isSilent ||= falls(bytes);
      if (!isSilent) database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      change(bytes);
      if (!isSilent) client.write(bytes);
    });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => isSilent || other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
