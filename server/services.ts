import type { FileStore } from './files/port.ts';
import type { Log } from './log.ts';
import type { Limits } from './options.ts';
import type { AntiForgery } from './plugins/anti-forgery.ts';
import type { UploadWatch } from './plugins/upload-watch.ts';
import type { Repository } from './repository/port.ts';

/** What the routes and plugins stand on; wired in `app.ts`. */
export interface Services {
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
