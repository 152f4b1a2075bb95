import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pick, seededRandom } from '../../support/fakes/seeded-random.ts';
import type { S3Fault } from '../../support/server/fake-s3.ts';
import type { Postgres } from '../../support/server/postgres.ts';
import { fetchDocumented, Undocumented } from './documented.ts';
import type { ServerFleet } from './server-fleet.ts';
import { type Registered, registerByTrying } from './trying-phone.ts';

const storeFaults: readonly S3Fault[] = ['drop-before', 'drop-after', 'unavailable', 'damaged'];

export type ChaosVerdict = Readonly<{
  acknowledged: number;
  harms: number;
  /** Forms that were acknowledged, but are not stored as sent. */
  lost: readonly string[];
  doubled: readonly string[];
  /** After the sweep: objects without a row, and rows without an object. */
  orphaned: readonly string[];
}>;

/**
 * Many phones register at once. Meanwhile servers are killed and frozen, the database crashes and the bucket fails, at random. Then
 * everything runs again, the last phone is served, and the jobs run as of some days later. Returns the lost, doubled and orphaned
 * data.
 */
export async function fleetChaos(
  fleet: ServerFleet,
  postgres: Postgres,
  { seed, phones, harms }: Readonly<{ seed: number; phones: number; harms: number }>,
): Promise<ChaosVerdict> {
  const random = seededRandom(seed);
  const harming = harmer(fleet, postgres, random);
  const registering = Promise.all(
    Array.from({ length: phones }, async (_, index) => {
      await wait(2000 * random());
      return registerByTrying(fleet.ports, seed * 1000 + index, random, index % 4 === 0);
    }),
  );
  for (let harm = 0; harm < harms; harm += 1) await harming.act(harm + seed);
  const registered = await registering;
  harming.end();
  await fleet.sweepLater();
  return { acknowledged: registered.length, harms, ...(await verdict(fleet, registered)) };
}

/** Harms the servers, their database and their bucket, one after the other. The bucket also fails now and then. */
function harmer(fleet: ServerFleet, postgres: Postgres, random: () => number) {
  fleet.s3.plan(() => (random() < 0.05 ? pick(storeFaults, random) : null));
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
  return {
    act: async (number: number) => {
      await wait(200 * random());
      await (acts[number % acts.length] ?? pick(acts, random))();
    },
    end: () => fleet.s3.plan(() => null),
  };
}

type Item = Readonly<{ formId: string; state: string; at: number }>;

/** A phone that reads its verdicts from any server. `heard`: the newest verdict of each form. */
function reader(ports: readonly number[], deviceId: string, random: () => number) {
  const heard = new Map<string, Item>();
  const doubled: string[] = [];
  let cursor = '';
  return {
    heard,
    doubled,
    /** Returns true after the last page, which is empty. Returns false otherwise, also if no page came. */
    read: async (): Promise<boolean> => {
      const reply = await fetchDocumented(
        `http://127.0.0.1:${pick(ports, random)}/api/Info/GetInfo?after=${cursor}&numbers=0`,
        {
          headers: { 'x-application-key': 'test-key', 'x-device-identifier': deviceId },
          signal: AbortSignal.timeout(5000),
        },
      ).catch((error: unknown) => {
        if (error instanceof Undocumented) throw error;
        return null;
      });
      const text = await reply?.text().catch(() => '');
      const { status } = reply?.status === 200 && text ? JSON.parse(text) : {};
      if (status === undefined) return false;
      for (const item of status.items as readonly Item[]) {
        if ((heard.get(item.formId)?.at ?? -1) >= item.at) doubled.push(item.formId);
        heard.set(item.formId, item);
      }
      cursor = status.next;
      return !status.more && status.items.length === 0;
    },
  };
}

/**
 * Does the same as `fleetChaos`. Meanwhile the operator decides complete forms at random, and the phones read their verdicts. Each
 * device registers four customers at once. `missed`: forms whose verdict a phone did not get. `doubled`: forms whose verdict came
 * twice.
 */
export async function verdictChaos(
  fleet: ServerFleet,
  postgres: Postgres,
  { seed, phones, harms }: Readonly<{ seed: number; phones: number; harms: number }>,
) {
  const random = seededRandom(seed);
  const harming = harmer(fleet, postgres, random);
  const devices = Array.from({ length: phones / 4 }, () => randomUUID());
  const readers = devices.map((id) => reader(fleet.ports, id, random));
  const repository = await fleet.repository();
  let isOver = false;
  let decisions = 0;
  const decide = async (formId: string) => {
    const isGood = random() < 0.5;
    const decision = { formId, text: null } as const;
    const decided = await repository
      .decide(
        isGood
          ? { ...decision, state: 'active', code: null }
          : { ...decision, state: 'refused', code: 'simWrong' },
        Date.now(),
      )
      .catch(() => 'unknown');
    if (decided === 'decided') decisions += 1;
  };
  const registering = Promise.all(
    Array.from({ length: phones }, async (_, index) => {
      await wait(2000 * random());
      const deviceId = devices[index % devices.length];
      return registerByTrying(fleet.ports, seed * 1000 + index, random, index % 8 === 0, deviceId);
    }),
  );
  const working = Promise.all([
    (async () => {
      while (!isOver) {
        const forms = await fleet.forms().catch(() => []);
        const complete = forms.filter(
          ({ content, signature, documents }) =>
            content !== null && signature.length > 0 && documents.length > 0,
        );
        for (let n = 0; n < 10 && complete.length > 0; n += 1) {
          await decide(pick(complete, random).formId);
        }
        await wait(20);
      }
    })(),
    ...readers.map(async ({ read }) => {
      while (!isOver) {
        await read();
        await wait(200 * random());
      }
    }),
  ]);
  for (let harm = 0; harm < harms; harm += 1) await harming.act(harm + seed);
  const registered = await registering;
  // The operator also decides some of the last forms, after all harms.
  for (const { formId } of registered) if (random() < 0.5) await decide(formId);
  isOver = true;
  await working;
  harming.end();
  const missed: string[] = [];
  for (const [index, { heard, read }] of readers.entries()) {
    while (!(await read())) await wait(50);
    const stored = await repository.verdictsAfter(devices[index] ?? '', 0, null, phones);
    if (stored.length !== 4) missed.push(`${devices[index]} has ${stored.length}`);
    for (const { formId, state, at } of stored) {
      const told = heard.get(formId);
      if (told?.state !== state || told.at !== at) missed.push(formId);
    }
  }
  await repository.close();
  const doubled = readers.flatMap((it) => it.doubled);
  return { acknowledged: registered.length, hasDecided: decisions > phones, missed, doubled };
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
