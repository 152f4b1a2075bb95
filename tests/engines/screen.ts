import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts an X server in memory, for programs that need a screen. The server chooses a free display number. */
export async function startScreen(): Promise<{ display: string; stop: () => Promise<void> }> {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '800x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const said = screen.stdio[3];
  if (said === null || said === undefined)
    throw new Error('The screen has no way to say its number.');
  const [number] = await Promise.race([
    once(said, 'data'),
    once(screen, 'exit').then(() => {
      throw new Error('The screen did not start.');
    }),
  ]);
  return {
    display: `:${String(number).trim()}`,
    stop: async () => {
      if (screen.exitCode !== null || screen.signalCode !== null) return;
      const ended = once(screen, 'exit');
      screen.kill();
      await ended;
    },
  };
}
