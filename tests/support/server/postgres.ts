import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { asNobody, type FoundPostgres, findPostgres } from '../../commands/postgres-programs.ts';
import { freePort } from '../../server/support/process.ts';

/** A PostgreSQL server that the tests started. */
export type Postgres = Readonly<{
  port: number;
  /** Creates an empty database. Returns its address. */
  newDatabase: () => Promise<string>;
  /** Stops the server at once, in the middle of its work. After `restart` the server recovers from its log. */
  crash: () => Promise<void>;
  restart: () => Promise<void>;
}>;

const found = findPostgres();

/**
 * The versions that this machine has, npm's first. If there is none, the tests that need PostgreSQL are skipped with a message.
 * `npm run check` starts none.
 */
export const postgresVersions: readonly string[] =
  process.env['VELD_TEST_STORES'] === 'embedded' ? [] : found.map(({ version }) => version);

const running = new Map<string, Promise<Postgres>>();

/** Returns the same server to all tests of this process. The server ends with the process, even if the process is killed. */
export function postgresOf(version: string | undefined): Promise<Postgres> {
  const one = found.find((it) => it.version === version);
  if (one === undefined) throw new Error('This machine has no such PostgreSQL.');
  const known = running.get(one.version) ?? startNew(one);
  running.set(one.version, known);
  return known;
}

/** Starts a server that no other test uses. `isDurable`: commits wait for the disk, as on an operator's server. */
export function newPostgres({ isDurable = false } = {}): Promise<Postgres> {
  const [newest] = found;
  if (newest === undefined) throw new Error('This machine has no PostgreSQL.');
  return startNew(newest, isDurable);
}

async function startNew({ prepare }: FoundPostgres, isDurable = false): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-postgres-'));
  const data = join(folder, 'data');
  if (asNobody.uid !== undefined) chownSync(folder, asNobody.uid, asNobody.gid);
  const { bin, env } = prepare(folder);
  const spawned = { env: { ...process.env, ...env }, cwd: folder, ...asNobody };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'veld', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...spawned, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    // Most tests do not simulate a loss of power, so PostgreSQL need not wait for the disk.
    fsync: isDurable ? 'on' : 'off',
    shared_buffers: '16MB',
    max_connections: '60',
    autovacuum: 'off',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const address = (database: string) => `postgres://veld@127.0.0.1:${port}/${database}`;
  const start = async () => {
    // When its input ends, the shell stops PostgreSQL and removes the folder. The input ends with this process, even if it is killed.
    const child = spawn(
      'sh',
      [
        '-c',
        '"$0" "$@" & pid=$!; cat > /dev/null; kill -QUIT $pid; wait $pid; rm -rf "$PWD"',
        join(bin, 'postgres'),
        '-D',
        data,
        ...options,
      ],
      { ...spawned, stdio: ['pipe', 'ignore', 'ignore'] },
    );
    child.unref();
    (child.stdin as Socket).unref();
    await answering(address('postgres'));
  };
  await start();
  let databases = 0;
  return {
    port,
    crash: async () => {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      while (existsSync(join(data, 'postmaster.pid'))) {
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    restart: start,
    newDatabase: async () => {
      databases += 1;
      const name = `veld_${databases}`;
      await query(address('postgres'), `CREATE DATABASE ${name}`);
      return address(name);
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await query(url, 'SELECT 1').then(() => undefined);
    } catch (error) {
      if (tried === 300) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

export type PostgresRow = Record<string, string | number | null>;

/** Runs a query over a new connection. */
export async function query(url: string, text: string): Promise<PostgresRow[]> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, Number);
  const client = new pg.Client({ connectionString: url, types });
  client.on('error', () => {});
  await client.connect();
  try {
    const result: pg.QueryResult<PostgresRow> = await client.query(text);
    return result.rows;
  } finally {
    await client.end();
  }
}
