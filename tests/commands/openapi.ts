/** `npm run openapi`: writes the description of the server's API from the code. The description is committed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { openApi } from '../../server/contract/openapi.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const file = 'server/contract/openapi.json';
writeFileSync(file, JSON.stringify(openApi(), null, 2));
// All other files here are formatted, too.
spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', file]);
