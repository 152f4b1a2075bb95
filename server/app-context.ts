import type { AndroidApp, Pressure } from './app-options.ts';
import type { SealedFiles } from './files/sealed-files.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { PartialStore } from './partials/partial-store-port.ts';
import type { AntiForgery } from './plugins/anti-forgery-tokens.ts';
import type { UploadWatch } from './plugins/upload-watch.ts';
import type { Repository } from './repository/repository-port.ts';

/** What routes and plugins are given; put together in `app.ts`. */
export type AppContext = Readonly<{
  repository: Repository;
  files: SealedFiles;
  keys: KeyRing;
  partials: PartialStore;
  antiForgery: AntiForgery;
  applicationKey: string;
  /** Origins beside our own that the operator lets the built app call. */
  connectTo: readonly string[];
  androidApp: AndroidApp | null;
  limits: Limits;
  pressure: () => Pressure;
  uploads: UploadWatch;
  now: () => number;
  log: Log;
}>;
