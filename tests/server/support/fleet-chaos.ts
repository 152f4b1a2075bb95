import { setTimeout as wait } from 'node:timers/promises';
import { pick, seededRandom } from '../../support/fakes/seeded-random.ts';
import type { S3Fault } from '../../support/server/fake-s3.ts';
import type { Postgres } from '../../support/server/postgres.ts';
import type { ServerFleet } from './server-fleet.ts';
import { type Registered, registerByTrying } from './trying-phone.ts';

const storeFaults: readonly S3Fault[] = ['drop-before', 'drop-after', 'unavailable', 'damaged'];

export type ChaosVerdict = Readonly<{
  acknowledged: number;
  harms: number;
  /** Acknowledged, and not there as it was sent. */
  lost: readonly string[];
  doubled: readonly string[];
  /** Objects of no row, and rows of no object, after the sweep. */
  orphaned: readonly string[];
}>;

/**
 * Many phones register at once while servers are killed and frozen, the database crashes and the bucket fails, all at random. Then
 * everything is up again, the last phone is served, and jobs run as of some days later. Returns what is stored then.
 */
export async function fleetChaos(
  fleet: ServerFleet,
  postgres: Postgres,
  { seed, phones, harms }: Readonly<{ seed: number; phones: number; harms: number }>,
): Promise<ChaosVerdict> {
  const random = seededRandom(seed);
  fleet.s3.plan(() => (random() < 0.05 ? pick(storeFaults, random) : null));
  const registering = Promise.all(
    Array.from({ length: phones }, async (_, index) => {
      await wait(2000 * random());
      return registerByTrying(fleet.ports, seed * 1000 + index, random, index % 4 === 0);
    }),
  );
  const acts = [
    async () => {
      const index = Math.floor(random() * fleet.ports.length);
      await fleet.server(index).kill();
      await fleet.start(index);
    },
    async () => {
      const index = Math.floor(random() * fleet.ports.length);
      fleet.server(index).freeze();
      await wait(2000 * random());
      fleet.server(index).thaw();
    },
    async () => {
      await postgres.crash();
      await wait(300 * random());
      await postgres.restart();
    },
    async () => {
      fleet.s3.plan(() => 'unavailable');
      await wait(500 * random());
      fleet.s3.plan(() => (random() < 0.05 ? pick(storeFaults, random) : null));
    },
  ];
  for (let harm = 0; harm < harms; harm += 1) {
    await wait(200 * random());
    // Each of them, and then any.
    await (acts[(harm + seed) % acts.length] ?? pick(acts, random))();
  }
  const registered = await registering;
  fleet.s3.plan(() => null);
  await fleet.sweepLater();
  return { acknowledged: registered.length, harms, ...(await verdict(fleet, registered)) };
}

async function verdict(fleet: ServerFleet, registered: readonly Registered[]) {
  const forms = await fleet.forms();
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const { formId, surname, signature, document } of registered) {
    const form = forms.find((it) => it.formId === formId);
    const signatures = form?.signature ?? [];
    const documents = form?.documents ?? [];
    const isThere =
      form?.content?.formData['surname'] === surname &&
      signatures.some((file) => fleet.bytesOf(file)?.equals(signature)) &&
      documents.some((file) => fleet.bytesOf(file)?.equals(document));
    if (!isThere) lost.push(formId);
    if (signatures.length > 1 || documents.length > 1) doubled.push(formId);
  }
  const surnames = forms.flatMap(({ content }) => String(content?.formData['surname'] ?? []));
  for (const [surname, same] of Map.groupBy(surnames, (it) => it)) {
    if (surname !== '' && same.length > 1) doubled.push(surname);
  }
  const files = forms.flatMap(({ signature, documents }) => [...signature, ...documents]);
  const spoken = new Set(files.map(({ storageName }) => `veld/${storageName}`));
  const objects = [...fleet.s3.objects.keys()].filter((key) => key !== 'veld/store-id');
  const orphaned = [
    ...objects.filter((key) => !spoken.has(key)),
    ...[...spoken].filter((key) => !fleet.s3.objects.has(key)),
  ];
  return { lost, doubled, orphaned };
}
