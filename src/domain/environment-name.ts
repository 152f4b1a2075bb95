/** The backends that a build knows. */
export type EnvironmentName = 'local' | 'dev' | 'live';

/** The backend that a page at this host calls. `host`: in lower case, with its port. */
export function environmentNameOf(host: string): EnvironmentName {
  if (host.includes('localhost') || host.includes('127.0.0.1')) return 'local';
  return host.includes('dev.') ? 'dev' : 'live';
}
