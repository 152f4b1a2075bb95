/*
 * If this machine cannot run Veld, prints the reason in one sentence and ends with 1. Even an old Node can run this file.
 * `npm start` and `npm test` run it first.
 */
'use strict';

/** The first version of Node that runs our TypeScript without a build. */
const MIN_NODE = 24;

/** Returns the reason as a sentence, or null if `platform` with this version of Node can run Veld. */
function reasonAgainst(platform, version) {
  if (platform === 'win32')
    return 'Veld does not run on Windows itself: run it in WSL (Windows Subsystem for Linux).';
  const major = Number(version.split('.')[0]);
  if (major >= MIN_NODE) return null;
  return platform === 'linux'
    ? `This is Node ${version}, as npm could not install the Node ${MIN_NODE} that Veld brings: run 'npm ci' without --omit=optional.`
    : `This is Node ${version}: install Node ${MIN_NODE} or newer, which Veld brings on Linux only.`;
}

module.exports = { reasonAgainst };

if (require.main === module) {
  const reason = reasonAgainst(process.platform, process.versions.node);
  if (reason !== null) {
    console.error(reason);
    process.exitCode = 1;
  }
}
