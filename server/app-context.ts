import type { FileStore } from './files/file-store-port.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { AntiForgery } from './plugins/anti-forgery-tokens.ts';
import type { UploadWatch } from './plugins/upload-watch.ts';
import type { Repository } from './repository/repository-port.ts';

/** What the routes and plugins stand on; wired in `app.ts`. */
export interface AppContext {
  readonly repository: Repository;
  readonly files: FileStore;
  readonly antiForgery: AntiForgery;
  readonly applicationKey: string;
  /** Origins beside our own that the operator lets the built app call. */
  readonly connectTo: readonly string[];
  readonly limits: Limits;
  readonly uploads: UploadWatch;
  readonly now: () => number;
  readonly log: Log;
}
