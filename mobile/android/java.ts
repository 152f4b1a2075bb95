import { join } from 'node:path';
import { isThere, MissingTools, run } from './run.ts';

export type Java = Readonly<{ java: string; javac: string; keytool: string }>;

/** A JDK that is already on this machine, or undefined. `JAVA_HOME` wins. */
function findJava(): Java | undefined {
  const home = process.env['JAVA_HOME'];
  const at = (name: string): string => (home === undefined ? name : join(home, 'bin', name));
  const found = { java: at('java'), javac: at('javac'), keytool: at('keytool') };
  return Object.values(found).every(isThere) ? found : undefined;
}

/**
 * Returns this machine's JDK. As root, installs the distribution's JDK if there is none. Throws `MissingTools`, whose
 * message says what to do.
 */
export function findOrInstallJava(say: (line: string) => void): Java {
  const found = findJava();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    say('No JDK here: installing one …');
    try {
      run('apt-get', ['-qq', 'update']);
      run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', 'default-jdk-headless']);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }
  const installed = findJava();
  if (installed !== undefined) return installed;
  throw new MissingTools(
    'The Android app needs a JDK, 11 or later (java, javac, keytool). On Debian: `sudo apt-get install default-jdk-headless`; else set JAVA_HOME to one.',
  );
}
