import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../server/support/process.ts';
import type { Bench } from '../bench.ts';
import { ms, table } from '../figures.ts';
import { register } from './load.ts';
import { startMeasured } from './measured-server.ts';

const LANES = 16;
const DRAIN_MS = 2000;
const ASK_MS = 200;

/** The server is not ready any more, so the phone would send the rest of its registration to another server. */
class Gone extends Error {}

const isReady = (opsPort: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

export const stopUnderLoad: Bench = {
  name: 'server-stop',
  title: 'SIGTERM while phones register: calls that were taken and cut',
  isOfServer: true,
  run: async ({ rounds, say }) => {
    const rows = [['stop', 'calls answered', 'cut', 'exit code', 'from SIGTERM to its end']];
    for (let round = 1; round <= rounds(3, 20); round += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'veld-stop-'));
      const opsPort = await freePort();
      const server = await startMeasured('server/main.ts', {
        VELD_DATA_DIR: join(folder, 'data'),
        VELD_DIST_DIR: join(folder, 'none'),
        VELD_OPS_PORT: String(opsPort),
        VELD_DRAIN_MS: String(DRAIN_MS),
        VELD_STOP_MS: '30000',
      });
      const agent = new Agent({ keepAlive: true, maxSockets: LANES });
      let answered = 0;
      let cut = 0;
      // As a load balancer, asks the server now and then if it is ready. If it is not, no phone sends to it any more.
      let isOpen = true;
      const asking = (async () => {
        while (await isReady(opsPort)) await wait(ASK_MS);
        isOpen = false;
      })();
      const lanes = Array.from({ length: LANES }, async () => {
        while (isOpen) {
          try {
            await register(agent, server.port, 1, () => {
              answered += 1;
              if (!isOpen) throw new Gone();
            });
          } catch (error) {
            if (!(error instanceof Gone)) cut += 1;
          }
        }
      });
      await wait(1000 + 300 * round);
      const from = performance.now();
      const code = await server.stop();
      const took = performance.now() - from;
      await Promise.all([...lanes, asking]);
      agent.destroy();
      rmSync(folder, { recursive: true, force: true });
      rows.push([String(round), String(answered), String(cut), String(code), ms(took)]);
    }
    say(table(rows));
    say(
      `\n${LANES} phones at once, sent elsewhere once the server says that it is not ready; VELD_DRAIN_MS=${DRAIN_MS}. Goal: none cut.`,
    );
  },
};
