/**
 * The floor: the cost of the same rows, bytes and fsyncs behind a bare `node:http`. This server has no checks, no encryption and no
 * framework. The same phones call it, so calls and bodies are the same.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { floorRows, type Rows } from './floor-rows.ts';

const dataDir = process.env['VELD_DATA_DIR'] ?? '';
const [staging, kept] = [join(dataDir, 'incoming'), join(dataDir, 'files')];
for (const folder of [staging, kept]) mkdirSync(folder, { recursive: true });

const text = JSON.stringify({
  description: 'We have received the document.',
  heading: 'Document received',
  wasSuccessful: true,
  modelState: {},
});

/** Writes the file to the disk as it arrives. Renames it to its final name when it is complete. */
async function keptFile(request: IncomingMessage): Promise<{ name: string; formId: string }> {
  const name = randomUUID();
  const staged = join(staging, name);
  const file = await open(staged, 'wx', 0o600);
  let formId = '';
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    if (formId === '') formId = /[0-9a-f-]{36}/.exec(bytes.toString('latin1', 0, 400))?.[0] ?? '';
    await file.writeFile(bytes);
  }
  await file.sync();
  await file.close();
  await rename(staged, join(kept, name));
  const folder = await open(kept, 'r');
  await folder.sync();
  await folder.close();
  return { name, formId };
}

async function answer(request: IncomingMessage, rows: Rows): Promise<string> {
  const { headers, url = '' } = request;
  const device = String(headers['x-device-identifier']);
  const key = String(headers['idempotency-key']);
  if (request.method === 'GET') {
    const formGuid = randomUUID();
    await rows.issue(formGuid, device);
    return JSON.stringify({ wasSuccessful: true, formGuid });
  }
  if (url.endsWith('RegisterSim')) {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { formId } = JSON.parse(body);
    await rows.form({ formId, device, key, answer: text, sealed: body });
    return text;
  }
  const { formId, name } = await keptFile(request);
  const table = url.endsWith('SaveSignature') ? 'signatures' : 'documents';
  await rows.file(table, { formId, device, key, answer: text, name });
  return text;
}

const rows = await floorRows(dataDir, process.env['DATABASE_URL']);
const server = createServer((request, response) => {
  answer(request, rows).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('The floor is ready'));
process.once('SIGTERM', () => process.exit());
