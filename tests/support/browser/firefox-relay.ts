/**
 * A program that Playwright starts instead of Firefox, with Firefox's path and arguments. Playwright sends the command
 * `emulation.setMediaFeaturesOverride` to every Firefox. The extended support release does not know it, and an error ends the launch. So
 * this relay answers that command itself, and passes everything else on.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const LISTENING = 'WebDriver BiDi listening on ';

const [path = '', ...args] = process.argv.slice(2);
const firefox = spawn(path, args, { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code, signal) =>
  process.exit(code ?? (signal === null ? 1 : constants.signals[signal])),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => firefox.kill(signal));

function relay(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('listening', () => {
    const { port } = server.address() as { port: number };
    process.stderr.write(`${LISTENING}ws://127.0.0.1:${port}\n`);
  });
  server.on('connection', (client, { url = '' }) => {
    const browser = new WebSocket(`${address}${url}`);
    const early: string[] = [];
    client.on('message', (data) => {
      const text = String(data);
      const { id, method } = JSON.parse(text) as { id: number; method: string };
      if (method === UNKNOWN) client.send(JSON.stringify({ id, type: 'success', result: {} }));
      else if (browser.readyState === WebSocket.CONNECTING) early.push(text);
      else browser.send(text);
    });
    browser.on('open', () => {
      for (const text of early) browser.send(text);
    });
    browser.on('message', (data) => client.send(String(data)));
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
    for (const socket of [browser, client]) socket.on('error', () => socket.terminate());
  });
}

createInterface(firefox.stderr).on('line', (line) => {
  if (line.startsWith(LISTENING)) relay(line.slice(LISTENING.length));
  else process.stderr.write(`${line}\n`);
});
