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
 * Kills the processes that this one started, directly or not, and whose command line contains `text`: a browser with its
 * helpers. Resolves when they are gone.
 */
export async function killProcessesOf(text: string): Promise<void> {
  const processes = running();
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === process.pid) return true;
    return false;
  };
  const killed = new Set<number>();
  for (const { pid, args } of processes) {
    if (!args.includes(text) || !isOurs(pid)) continue;
    killed.add(pid);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
  // A zombie process shows no command line any more.
  const areLeft = (): boolean =>
    running().some(({ pid, args }) => killed.has(pid) && args.includes(text));
  for (let tries = 0; killed.size > 0 && areLeft(); tries += 1) {
    if (tries > 100) throw new Error(`Processes of ${text} do not end.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
