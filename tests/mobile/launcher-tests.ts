import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JAVA_SOURCES, javaFiles } from '../../mobile/android/build-apk.ts';
import type { Java } from '../../mobile/android/java.ts';
import { run } from '../../mobile/android/run.ts';

export type LauncherTest = Readonly<{ name: string; failure: string | null }>;

/** Runs the launcher on this machine's Java, against fakes of Android's classes. Throws if the launcher does not compile. */
export function runLauncherTests(java: Java): readonly LauncherTest[] {
  const classes = mkdtempSync(join(tmpdir(), 'veld-launcher-'));
  try {
    const sources = [JAVA_SOURCES, join(import.meta.dirname, 'java')].flatMap(javaFiles);
    run(java.javac, [
      '-source',
      '8',
      '-target',
      '8',
      '-nowarn',
      '-Xlint:-options',
      '-d',
      classes,
      ...sources,
    ]);
    const lines = run(java.java, ['-cp', classes, 'veld.app.LauncherTest']).trim().split('\n');
    return lines.map((line) => {
      const [ending, name = '', why = ''] = line.split('\t');
      return { name, failure: ending === 'ok' ? null : why };
    });
  } finally {
    rmSync(classes, { recursive: true, force: true });
  }
}
