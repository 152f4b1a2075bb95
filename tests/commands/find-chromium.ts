/**
 * Finds or installs a Chromium beside the other checks of `npm test`, and starts it once. Its last line is the path. Without one it
 * ends with 1, and its last line says why in one sentence.
 */
import { findOrInstallEngine, whyNotStarted } from './engines.ts';

const path = findOrInstallEngine('chromium');
const problem = path === undefined ? null : whyNotStarted('chromium', path);
if (path === undefined || problem !== null) process.exitCode = 1;
if (path !== undefined) console.log(problem ?? path);
