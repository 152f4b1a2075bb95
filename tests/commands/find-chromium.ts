/**
 * Finds or installs a Chromium beside the other checks of `npm test`, and starts it once. The last line of its output is the path.
 * If there is no Chromium, it ends with 1, and the last line is the reason in one sentence.
 */
import { findOrInstallEngine, whyNotStarted } from './engines.ts';

const path = findOrInstallEngine('chromium');
const problem = path === undefined ? null : whyNotStarted('chromium', path);
if (path === undefined || problem !== null) process.exitCode = 1;
if (path !== undefined) console.log(problem ?? path);
