/** Finds or installs a Chromium beside the other checks of `npm test`. Prints its path on the last line; fails if there is none. */
import { findOrInstallEngine } from './engines.ts';

const path = findOrInstallEngine('chromium');
if (path === undefined) process.exitCode = 1;
else console.log(path);
