import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx } from '../../commands/nginx.ts';
import { freePort, until } from '../../server/support/process.ts';
import { CONTAINER_FOLDER } from '../server/compose.ts';

export type RunningNginx = Readonly<{
  port: number;
  /** The paths of nginx's temporary files. */
  temporaryFiles: () => readonly string[];
  complaints: () => string;
  stop: () => Promise<void>;
}>;

/** Starts a real nginx with the settings of our example, in front of the servers at these ports of this machine. */
export async function startNginx(servers: readonly number[]): Promise<RunningNginx> {
  const program = findNginx();
  if (program === undefined) throw new Error('This machine has no nginx.');
  const folder = mkdtempSync(join(tmpdir(), 'veld-nginx-'));
  // nginx's workers may run as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  let next = 0;
  const site = readFileSync(`${CONTAINER_FOLDER}/nginx.conf`, 'utf8')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}server \S+:4173/gm, () => {
      next += 1;
      return `  server 127.0.0.1:${servers[next - 1] ?? 0}`;
    });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind));
    return `${kind}_temp_path ${join(folder, kind)};`;
  });
  const log = join(folder, 'error.log');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'pid')}; error_log ${log} warn; events {}
     http { access_log off; ${temporary.join(' ')}
     ${site} }`,
  );
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-e', log], { stdio: 'ignore' });
  await until(() => child.exitCode !== null || listens(port));
  if (child.exitCode !== null) throw new Error(`nginx: ${readFileSync(log, 'utf8')}`);
  return {
    port,
    temporaryFiles: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.includes('/'),
      ),
    complaints: () => readFileSync(log, 'utf8'),
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
