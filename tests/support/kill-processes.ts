import { execFileSync } from 'node:child_process';

type Process = Readonly<{ pid: number; parent: number; args: string }>;

function running(): readonly Process[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return lines.split('\n').flatMap((line) => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return args === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
  });
}

/** The processes that one started, directly or not. */
function startedBy(ancestor: number): readonly Process[] {
  const processes = running();
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOf = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at))
      if (at === ancestor) return true;
    return false;
  };
  return processes.filter(({ pid }) => isOf(pid));
}

/** Kills them, and resolves when they are gone. */
async function killAll(processes: readonly Process[]): Promise<void> {
  const killed = new Map(processes.map(({ pid, args }) => [pid, args]));
  for (const pid of killed.keys())
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  // A zombie process shows no command line any more.
  const areLeft = (): boolean => running().some(({ pid, args }) => killed.get(pid) === args);
  for (let tries = 0; killed.size > 0 && areLeft(); tries += 1) {
    if (tries > 400) throw new Error(`Processes do not end: ${[...killed.values()].join('; ')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Kills what this process started, directly or not, and has `text` in its command line: a browser with its helpers. */
export const killProcessesOf = (text: string): Promise<void> =>
  killAll(startedBy(process.pid).filter(({ args }) => args.includes(text)));

/** Kills what a process of ours started, directly or not, and then it. */
export async function killFamilyOf(pid: number): Promise<void> {
  await killAll(startedBy(pid));
  await killAll(running().filter((one) => one.pid === pid));
}
