import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measurePressure } from '../../../server/ops/serve.ts';
import { type Harness, openHarness } from '../support/harness.ts';
import { filePart, formIdPart, jpeg, registrationBody } from '../support/samples.ts';

const quiet = { loopDelayMs: 1000, heapShare: 0.85 };
let server: Harness;
let pressure: typeof quiet;
beforeEach(async () => {
  pressure = quiet;
  server = await openHarness({ pressure: () => pressure });
});
afterEach(() => server.close());

describe.each([
  ['whose timers come more than a second late', { loopDelayMs: 1001, heapShare: 0 }],
  ['that uses more than 85 % of its memory', { loopDelayMs: 0, heapShare: 0.851 }],
])('a server %s', (_name, tooMuch) => {
  it('postpones every call before any work, and accepts calls afterwards', async () => {
    const phone = server.device();
    const formId = await phone.newForm();
    const form = {
      method: 'POST',
      url: '/api/SimRegistration/RegisterSim',
      body: registrationBody(formId),
    } as const;
    const upload = () =>
      phone.upload('/api/SimRegistration/SaveIdDocument', [
        formIdPart(formId),
        filePart('a.jpg', jpeg()),
      ]);

    pressure = tooMuch;
    for (const reply of [
      await phone.call({ url: '/api/Info/GetInfo' }),
      await phone.call(form),
      await upload(),
    ]) {
      expect([reply.status, reply.headers['retry-after'], reply.json.title]).toEqual([
        503,
        '10',
        'Too busy',
      ]);
    }
    expect(await server.counts()).toMatchObject({ submissions: 0, documents: 0 });

    pressure = quiet;
    expect([(await phone.call(form)).status, (await upload()).status]).toEqual([200, 200]);
  });

  it('stays healthy for the balancer, because other servers are busy too', async () => {
    pressure = tooMuch;
    const health = await server.call({ url: '/api/health' });
    expect(health.status).toBe(200);
  });
});

it('the load of a process is measured', async () => {
  const measured = measurePressure();
  const block = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  // Blocks the event loop for 40 ms at a time, as under overload.
  while (measured().loopDelayMs === 0) {
    block(40);
    await new Promise((done) => setImmediate(done));
  }
  expect(measured().loopDelayMs).toBeGreaterThan(10);
  expect(measured().heapShare).toBeGreaterThan(0);
  expect(measured().heapShare).toBeLessThan(1);
});
