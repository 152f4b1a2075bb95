/** `npm run openapi`: writes the description of the server's API, which is committed, from the code that it is made by. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { openApi } from '../../server/contract/openapi.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const file = 'server/contract/openapi.json';
writeFileSync(file, JSON.stringify(openApi(), null, 2));
// As all other files here are.
spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', file]);
