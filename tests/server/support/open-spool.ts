/** Runs in its own process. Opens a spool folder in the given root and prints 'open'. Keeps the folder until its input ends. */
import { openSpoolFolder } from '../../../server/ops/open-bucket.ts';

const { close } = openSpoolFolder(process.argv[2] ?? '');
process.stdout.write('open');
process.stdin.on('end', close).resume();
