import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/support/process.ts';

/** The real backend in its own process with its own data folder. It can be killed and started again. */
export class BackendProcess {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'veld-backend-'));
  readonly port: number;
  #env: Readonly<Record<string, string>>;
  #root: string | undefined;
  #child: ChildProcess | undefined;

  private constructor(port: number, env: Readonly<Record<string, string>>, root?: string) {
    this.port = port;
    this.#env = env;
    this.#root = root;
  }

  /**
   * @param env more settings: `VELD_DIST_DIR` serves another build
   * @param place `root`: the folder of the server's sources, by default this project. `port`: by default any free port.
   */
  static async start(
    env: Readonly<Record<string, string>> = {},
    { port, root }: Readonly<{ port?: number; root?: string }> = {},
  ): Promise<BackendProcess> {
    const backend = new BackendProcess(port ?? (await freePort()), env, root);
    await backend.resume();
    return backend;
  }

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  /** Replaces the server by this project's, over the same data and at the same address, as an operator's update does. */
  async update(env: Readonly<Record<string, string>>): Promise<void> {
    await this.stop();
    this.#env = env;
    this.#root = undefined;
    await this.resume();
  }

  /** Starts the server (again) over the same data, and waits until it answers. */
  async resume(): Promise<void> {
    this.#child = spawn(process.execPath, ['server/main.ts'], {
      ...(this.#root === undefined ? {} : { cwd: this.#root }),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        // Node caches the server's compiled code here. That halves the work of the next start.
        NODE_COMPILE_CACHE: join(tmpdir(), 'veld-compiled'),
        ...process.env,
        ...this.#env,
        PORT: String(this.port),
        VELD_DATA_DIR: this.dataDir,
      },
    });
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const up = await fetch(`${this.address}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (up) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The backend did not answer within 30 s.');
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    // Not SIGKILL: Node writes its cache of compiled code only at a regular end.
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
