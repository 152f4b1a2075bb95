/** `npm run dev`: the backend with its own data, and Vite with hot reload in front of it. */
import { spawn } from 'node:child_process';

const backendPort = '4180';
const children = [
  spawn(process.execPath, ['server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: backendPort, VELD_DATA_DIR: '.data/dev' },
  }),
  // Vite is started directly, because npx would leave it running after `SIGTERM`.
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', '5173'], {
    stdio: 'inherit',
    env: { ...process.env, VELD_API_PROXY: `http://localhost:${backendPort}` },
  }),
];

const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
