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

/**
 * Ends, by their ids and without warning, the processes that this one started (or that those
 * started) and whose command line names `mark`: a browser, with the helpers of its profile.
 * Resolves when they are gone.
 */
export async function killProcessesOf(mark: string): Promise<void> {
  const processes = running();
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === process.pid) return true;
    return false;
  };
  const killed = new Set<number>();
  for (const { pid, args } of processes) {
    if (!args.includes(mark) || !isOurs(pid)) continue;
    killed.add(pid);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
  // A dead process that nobody has asked after yet shows no command line any more.
  const areLeft = (): boolean =>
    running().some(({ pid, args }) => killed.has(pid) && args.includes(mark));
  for (let tries = 0; killed.size > 0 && areLeft(); tries += 1) {
    if (tries > 100) throw new Error(`Processes of ${mark} do not end.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
