import { execFile } from 'node:child_process';

/** What can be said of the sources without running them: by name, the script that says it. */
export const sourceChecks = {
  types: 'typecheck',
  'lint, format and shape': 'lint',
  'nothing unused': 'unused',
} as const;

type Checked = Readonly<{ name: string; isOk: boolean }>;

/** Scripts of this project at once: each leaves a core idle for a good part of its time. What one prints stands together. */
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
