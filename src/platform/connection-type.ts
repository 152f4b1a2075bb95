import type { ConnectionType } from '../domain/photo-sending.ts';

/** `navigator.connection` as Chromium on Android has it, in pages and workers. Other browsers lack it, or its `type`. */
type Connection = Readonly<{ type?: string; saveData?: boolean }>;

/**
 * Returns the type of the connection, or null if the browser does not report it. If the type is unknown and the person
 * saves data, the connection counts as metered.
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
