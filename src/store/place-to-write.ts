/**
 * Where this page or worker can write private files. `worker`: in a worker of the page's alone (Safari before 26). The service
 * worker can't start one, so that is no way where it is the service worker that sends.
 */
export function placeToWrite(): 'here' | 'worker' | 'nowhere' {
  if (typeof FileSystemFileHandle === 'undefined') return 'nowhere';
  if ('createWritable' in FileSystemFileHandle.prototype) return 'here';
  return 'document' in globalThis && !('SyncManager' in globalThis) ? 'worker' : 'nowhere';
}
