import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { fetchDocumented } from './documented.ts';
import { multipartBody, multipartType, type UploadedPart } from './multipart.ts';

/** Below the ports that systems assign on request (ephemeral ports). Another program could get such a port first. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
/** Ports for servers that stop listening for a while and need the same port again. No other code picks from them. */
export const KEPT_PORTS = 17_000;
const KEPT = 3_000;

/** As long as the runner waits for a whole test (`vitest.config.ts`), because a busy machine is no failure. */
const MAX_WAIT_MS = 60_000;

/** Returns a port that no program uses. With fixed ports, two runs on one machine would collide. */
export function freePort(first = FIRST_PORT): Promise<number> {
  const port = first + Math.floor(Math.random() * (first === KEPT_PORTS ? KEPT : PORTS));
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') freePort(first).then(done, failed);
      else failed(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)));
  });
}

/** A server in its own process, as `npm start` runs it. The test can kill it. */
export type RunningServer = Readonly<{
  port: number;
  output: () => string;
  kill: () => Promise<void>;
  /** Stops the process for a while. The server does not notice it. */
  freeze: () => void;
  thaw: () => void;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop: () => Promise<number | null>;
}>;

export async function startServer(
  dataDir: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
  project = '.',
): Promise<RunningServer> {
  const child = spawn(process.execPath, [resolve(project, 'server/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      VELD_DATA_DIR: dataDir,
      VELD_APPLICATION_KEY: 'test-key',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await until(() => output.includes('Veld is ready') || child.exitCode !== null).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  if (child.exitCode !== null) throw new Error(`The server did not start: ${output}`);
  return {
    port,
    output: () => output,
    kill: async () => {
      await end(child, 'SIGKILL');
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: () => end(child, 'SIGTERM'),
  };
}

/** Runs the server's command to its end: for commands that are no server, and for starts that are refused. */
export function runServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
  project = '.',
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [resolve(project, 'server/main.ts'), ...args], {
    env: { ...process.env, ...env },
  });
  // The command may end before it reads its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done) => {
    child.once('exit', (code) => done(code));
    child.kill(signal);
  });
}

/** Polls for a condition that no event announces: files on a disk, rows, the output of a process. Throws after `MAX_WAIT_MS`. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const start = Date.now();
  while (!(await holds())) {
    if (Date.now() - start > MAX_WAIT_MS)
      throw new Error(`The condition never became true: ${holds}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** A phone that sends over real HTTP. */
export type RemotePhone = Readonly<{
  headers: () => Record<string, string>;
  newForm: () => Promise<string>;
  upload: (path: string, parts: readonly UploadedPart[]) => Promise<Response>;
  /** Sends the headers of an upload and the first `bytes` of its body, and then nothing. */
  uploadPartly: (
    path: string,
    parts: readonly UploadedPart[],
    bytes: number,
  ) => { socket: Socket; rest: () => void; answer: () => string };
}>;

export function remotePhone(port: number, id: string): RemotePhone {
  let token = '';
  const headers = () => ({
    'x-application-key': 'test-key',
    'x-device-identifier': id,
    cookie: `XSRF-TOKEN=${token}`,
    'x-xsrf-token': token,
  });
  return {
    headers,
    newForm: async () => {
      const reply = await fetchDocumented(`http://127.0.0.1:${port}/api/Info/GetInfo`, {
        headers: headers(),
      });
      token = /XSRF-TOKEN=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '';
      const body: unknown = await reply.json();
      return String(Reflect.get(Object(body), 'formGuid'));
    },
    upload: (path, parts) =>
      fetchDocumented(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { ...headers(), 'content-type': multipartType },
        body: new Uint8Array(multipartBody(parts)),
      }),
    uploadPartly: (path, parts, bytes) => {
      const body = multipartBody(parts);
      const lines = Object.entries({
        host: `127.0.0.1:${port}`,
        'content-type': multipartType,
        'content-length': String(body.length),
        ...headers(),
      }).map(([name, value]) => `${name}: ${value}`);
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('error', () => {});
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(body.subarray(0, bytes));
      return {
        socket,
        rest: () => void socket.write(body.subarray(bytes)),
        answer: () => answer,
      };
    },
  };
}
