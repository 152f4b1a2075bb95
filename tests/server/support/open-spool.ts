/** Run in a process of its own: opens a spool folder in the root that is named, says so, and keeps it until its input ends. */
import { openSpoolFolder } from '../../../server/ops/open-bucket.ts';

const { close } = openSpoolFolder(process.argv[2] ?? '');
process.stdout.write('open');
process.stdin.on('end', close).resume();
