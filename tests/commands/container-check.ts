/**
 * `npm run container-check`: builds the image of server/container without Docker (buildah, over a Debian of debootstrap). It checks the
 * files of the image. It runs the image's commands with the settings of compose.yaml, over a PostgreSQL and a bucket of the tests.
 * Needs root on Linux and ten minutes at most. Ends with 1 if something is wrong, and with 2 if it cannot run here.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, until } from '../server/support/process.ts';
import { filledIn, readCompose } from '../support/server/compose.ts';
import { s3OptionsOf, startFakeS3 } from '../support/server/fake-s3.ts';
import { newPostgres } from '../support/server/postgres.ts';
import { buildImage, whyNotHere } from './container-image.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const why = whyNotHere();
if (why !== null) {
  console.log(why);
  process.exit(2);
}

let failed = 0;
function check(what: string, ok: boolean): void {
  if (!ok) failed += 1;
  console.log(`${ok ? '✓' : '✗'} ${what}`);
}

let begun = performance.now();
function step(what: string): void {
  console.log(`[${what}: ${((performance.now() - begun) / 1000).toFixed(0)} s]`);
  begun = performance.now();
}

const megabytes = (path: string): number =>
  Number(/^\d+/.exec(execFileSync('du', ['-sm', path], { encoding: 'utf8' }))?.[0]);

const { root, config, remove } = buildImage(step);
process.once('exit', remove);
const project = join(root, config.WorkingDir);
console.log(
  `${megabytes(root)} MB: ${megabytes(join(project, 'node_modules'))} packages, ${megabytes(join(root, 'usr/local'))} Node and npm, ` +
    `${megabytes(join(project, 'dist'))} the app`,
);

const [user = ''] = config.User.split(':');
check(`runs as ${config.User}`, Number(user) > 0);
check('SIGTERM stops it', config.StopSignal === 'SIGTERM');
check('its volume is /spool', Object.keys(config.Volumes).join() === '/spool');

const files = readdirSync(project, { recursive: true, encoding: 'utf8' });
const ours = files.filter((file) => !file.startsWith('node_modules/'));
const unwanted =
  /(^|\/)(\.env|\.npmrc|\.git|tests?|container|conformance)(\/|$)|\.(test|spec)\.|\.(pem|key|md)$|keys\.json$|\.sqlite/;
check('no settings of the build, no test, no key', !ours.some((file) => unwanted.test(file)));
const { packages }: { packages: Record<string, { dev?: true; optional?: true }> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const there = new Set(files);
// The lock file marks the packages that only the tests need. It does not mark a package that the server needs, too.
const forTests = Object.entries(packages).flatMap(([place, { dev, optional }]) =>
  (dev || optional) && there.has(place) ? [place] : [],
);
check(`no package of the tests ${forTests.join(' ')}`, forTests.length === 0);

/** Runs a command as the image's user in its root folder, which is read-only. /keys, /spool and /tmp are mounted over it. */
const within = (command: readonly string[], env: Readonly<Record<string, string>>) => [
  '--mount',
  'sh',
  '-ec',
  `root=$0 keys=$1 user=$2
   mount --bind "$root" "$root"
   mount --rbind /dev "$root/dev"
   mount --rbind /proc "$root/proc"
   mount --bind "$keys" "$root/keys"
   for folder in spool tmp; do mount -t tmpfs -o mode=700,uid=\${user%:*} tmpfs "$root/$folder"; done
   mount -o remount,ro,bind "$root"
   shift 2
   exec chroot --userspec="$user" "$root" env --ignore-environment "$@"`,
  root,
  keys,
  config.User,
  `--chdir=${config.WorkingDir}`,
  ...config.Env,
  ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ...command,
];

const keys = join(root, '../keys-of-the-check');
mkdirSync(keys);
execFileSync('chown', [config.User, keys]);
const postgres = await newPostgres();
const s3 = await startFakeS3();
const { services } = readCompose();
const run = (command: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync('unshare', within(command, env), { encoding: 'utf8' });

const made = run(services['keys']?.command ?? []);
check('makes keys', made.status === 0 && readdirSync(keys).join() === 'keys.json');
const first = readFileSync(join(keys, 'keys.json'), 'utf8');
run(services['keys']?.command ?? []);
check('makes none over them', readFileSync(join(keys, 'keys.json'), 'utf8') === first);
const written = run(['sh', '-c', 'touch /veld/x || touch /data/x || touch /x']);
check('writes nowhere but to its volumes', written.status !== 0);

const given = { POSTGRES_PASSWORD: 'unused', S3_SECRET_ACCESS_KEY: 'secret' };
const [port, opsPort] = [await freePort(), await freePort()];
const store = s3OptionsOf(s3);
const settings: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(services['api-1']?.environment ?? {}).map(([name, value]) => [
      name,
      filledIn(value, given),
    ]),
  ),
  // The database and the bucket are on this machine's network.
  DATABASE_URL: await postgres.newDatabase(),
  S3_ENDPOINT: store.endpoint ?? '',
  S3_BUCKET: store.bucket,
  PORT: String(port),
  VELD_OPS_PORT: String(opsPort),
  VELD_DRAIN_MS: '0',
};
const server = spawn('unshare', within(config.Cmd, settings), {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let said = '';
server.stdout.on('data', (chunk) => {
  said += chunk;
});
await until(() => said.includes('Veld is ready') || server.exitCode !== null);
step('start');
check('starts', server.exitCode === null);
if (server.exitCode !== null) process.exit(1);
const uids = /^Uid:(.*)$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
check(
  `its process is user${uids}`,
  uids
    ?.trim()
    .split(/\s+/)
    .every((uid) => uid === user) === true,
);
const ready = await fetch(`http://127.0.0.1:${opsPort}/readyz`);
check('/readyz says that it is ready', ready.status === 200);
const [, ...health] = config.Healthcheck.Test;
check(
  'so says its health check',
  run(health.map((word) => word.replace(':4175', `:${opsPort}`))).status === 0,
);
const page = await fetch(`http://127.0.0.1:${port}/`);
check('the app is there', page.status === 200 && (await page.text()).includes('<title>'));
const address = [
  `--base=http://127.0.0.1:${port}/api`,
  `--key=${settings['VELD_APPLICATION_KEY']}`,
];
const kit = ['server/conformance/conformance.ts', ...address, '--write', '--yes'];
const registered = spawn(process.execPath, kit, { stdio: ['ignore', 'pipe', 'inherit'] });
let report = '';
registered.stdout.on('data', (chunk) => {
  report += chunk;
});
const judged = await new Promise((done) => registered.once('close', done));
if (judged !== 0) console.log(report);
check('registers and replaces, as the conformance kit judges', judged === 0);
check('documents lie in the bucket', s3.objects.size > 0);
server.kill('SIGTERM');
const code = await new Promise((done) => server.once('exit', done));
check(`stops when it is told to ${code}`, code === 0);
step('what phones ask, and the stop');
await s3.stop();
console.log(failed === 0 ? 'All checks passed.' : `${failed} checks failed`);
process.exit(failed === 0 ? 0 : 1);
