import type { ConnectionType } from '../domain/photo-sending.ts';

/** As Chromium on Android has it, in pages and workers; other browsers lack it, or leave `type` out. */
type Connection = Readonly<{ type?: string; saveData?: boolean }>;

/**
 * Returns the type of the connection, or null if the browser does not tell. A person who saves data counts as on mobile
 * data.
 */
export function connectionType(
  { connection }: Readonly<{ connection?: Connection }> = globalThis.navigator as object,
): ConnectionType | null {
  switch (connection?.type) {
    case 'wifi':
    case 'ethernet':
      return 'unmetered';
    case 'cellular':
    case 'wimax':
    case 'bluetooth':
      return 'metered';
    default:
      return connection?.saveData === true ? 'metered' : null;
  }
}
