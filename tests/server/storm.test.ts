import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openHarness, type Reply } from './support/harness.ts';
import { filePart, formIdPart, jpeg, png, registrationBody } from './support/samples.ts';

it('200 devices that return at once are all served, each exactly once', async () => {
  const server = await openHarness();
  const photo = jpeg('', 100_000);
  const submit = async () => {
    const phone = server.device();
    const formId = await phone.newForm();
    const steps = [
      (headers: Record<string, string>) =>
        phone.call({
          method: 'POST',
          url: '/api/SimRegistration/RegisterSim',
          body: registrationBody(formId),
          headers,
        }),
      (headers: Record<string, string>) =>
        phone.upload(
          '/api/SimRegistration/SaveSignature',
          [formIdPart(formId), filePart('signature.png', png(formId), 'image/png')],
          headers,
        ),
      (headers: Record<string, string>) =>
        phone.upload(
          '/api/SimRegistration/SaveIdDocument',
          [formIdPart(formId), filePart('id.jpg', photo)],
          headers,
        ),
    ];
    const statuses: number[] = [];
    for (const step of steps) {
      const headers = { 'idempotency-key': randomUUID() };
      // Each call is sent twice, as a browser does on a bad line.
      statuses.push(await served(() => step(headers)), await served(() => step(headers)));
    }
    return statuses;
  };

  const statuses = (await Promise.all(Array.from({ length: 200 }, submit))).flat();

  expect(statuses).toHaveLength(1200);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await server.counts()).toMatchObject({
    submissions: 200,
    signatures: 200,
    documents: 200,
  });
  const times = server
    .logged()
    .split('\n')
    .filter((line) => line.includes('"ms"'))
    .map((line) => Number(JSON.parse(line).ms))
    .toSorted((a, b) => a - b);
  // The server may answer 503 only if other servers use the same database. Only then is the number of calls not fixed.
  if (process.env['VELD_TEST_STORES'] !== 'postgres') expect(times).toHaveLength(1400);
  await server.close();
}, 300_000);

/** Sends the call until the answer is not 503. Each attempt has the same key, as on a phone. */
async function served(call: () => Promise<Reply>): Promise<number> {
  for (;;) {
    const { status } = await call();
    if (status !== 503) return status;
  }
}
