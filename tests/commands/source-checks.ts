import { execFile } from 'node:child_process';

/** The checks that read the sources and do not run the app. Each name has its npm script. */
export const sourceChecks = {
  types: 'typecheck',
  'lint, format and shape': 'lint',
  'nothing unused': 'unused',
} as const;

type Checked = Readonly<{ name: string; isOk: boolean }>;

/** Runs npm scripts at the same time, because each leaves a core idle for much of its time. Prints the output of each without a break. */
export async function sideBySide(
  scripts: Readonly<Record<string, string>>,
): Promise<readonly Checked[]> {
  const begun = performance.now();
  const ended = Object.entries(scripts).map(
    ([name, script]) =>
      new Promise<Checked>((done) => {
        const settings = { maxBuffer: 2 ** 26 };
        execFile('npm', ['run', '--silent', script], settings, (error, out, complaints) => {
          process.stdout.write(out + complaints);
          done({ name, isOk: error === null });
        });
      }),
  );
  const all = await Promise.all(ended);
  const seconds = (performance.now() - begun) / 1000;
  console.log(`[${Object.values(scripts).join(', ')}: ${seconds.toFixed(0)} s]`);
  return all;
}
