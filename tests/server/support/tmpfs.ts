import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a disk of its own that a test can fill. Returns null if this machine does not allow it. */
export function mountSmallDisk(
  megabytes: number,
  inodes = 100_000,
): { path: string; unmount: () => void } | null {
  const path = mkdtempSync(join(tmpdir(), 'veld-small-disk-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    const size = `size=${megabytes}m,nr_inodes=${inodes}`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    remove();
    return null;
  }
  return {
    path,
    unmount: () => {
      execFileSync('umount', ['-l', path]);
      remove();
    },
  };
}
