import type { SyncPorts } from '../../../src/sync/ports/ports.ts';

type Ports = Pick<SyncPorts, 'clock' | 'digest' | 'lock' | 'secondCopy' | 'readable'>;

function same(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`is ${one}, and should be ${other}`);
}

const idle = new AbortController().signal;

/**
 * The checks for every implementation of the ports, both the fakes and the browser's. They use no test library, so that they also run in
 * a page and in a service worker.
 */
export const portChecks: Readonly<Record<string, (ports: Ports) => Promise<void>>> = {
  'the second copy returns the bytes that were put': async ({ secondCopy }) => {
    await secondCopy.put('one', 'text', 'some text, é');
    await secondCopy.put('one', 'bytes', new Blob([new Uint8Array([1, 2, 3])]));
    same(await secondCopy.getText('one', 'text'), 'some text, é');
    const bytes = await secondCopy.get('one', 'bytes');
    same([...new Uint8Array((await bytes?.arrayBuffer()) ?? new ArrayBuffer(0))], [1, 2, 3]);
    same((await secondCopy.get('one', 'text'))?.size, 13);
    await secondCopy.remove('one');
  },

  'the second copy replaces a file as a whole': async ({ secondCopy }) => {
    await secondCopy.put('one', 'text', 'a long text that was here before');
    await secondCopy.put('one', 'text', 'short');
    same(await secondCopy.getText('one', 'text'), 'short');
    await Promise.all(['aaaaaaaa', 'bbb'].map((text) => secondCopy.put('one', 'text', text)));
    const left = await secondCopy.getText('one', 'text');
    same(left === 'aaaaaaaa' || left === 'bbb', true);
    await secondCopy.remove('one');
  },

  'the second copy lists the names of its folders and files, and nothing else': async ({
    secondCopy,
  }) => {
    const before = await secondCopy.folders();
    for (const [folder, name] of [
      ['two', 'b'],
      ['two', 'a'],
      ['one', 'c'],
    ] as const)
      await secondCopy.put(folder, name, name);
    same(
      (await secondCopy.folders()).filter((folder) => !before.includes(folder)),
      ['one', 'two'],
    );
    same(await secondCopy.names('two'), ['a', 'b']);
    await secondCopy.removeFile('two', 'a');
    same(await secondCopy.names('two'), ['b']);
    await secondCopy.remove('two');
    await secondCopy.remove('one');
    same(await secondCopy.folders(), before);
  },

  'the second copy reports a missing file as missing': async ({ secondCopy }) => {
    same((await secondCopy.get('nowhere', 'x')) === undefined, true);
    same((await secondCopy.getText('nowhere', 'x')) === undefined, true);
    same(await secondCopy.names('nowhere'), []);
    await secondCopy.removeFile('nowhere', 'x');
    await secondCopy.remove('nowhere');
    await secondCopy.put('one', 'a', 'a');
    same((await secondCopy.get('one', 'x')) === undefined, true);
    await secondCopy.removeFile('one', 'x');
    await secondCopy.remove('one');
    same((await secondCopy.get('one', 'a')) === undefined, true);
  },

  'a lock has one holder at a time': async ({ lock }) => {
    const inner = await lock.ifFree('a', async () => {
      const same_ = await lock.ifFree('a', async () => 'twice');
      const other = await lock.ifFree('b', async () => 'other');
      return { same: same_.ran, other: other.ran };
    });
    same(inner, { ran: true, value: { same: false, other: true } });
    same(await lock.ifFree('a', async () => 1), { ran: true, value: 1 });
  },

  'a lock is free after a failure': async ({ lock }) => {
    const failing = lock.ifFree('a', async () => {
      throw new Error('failed');
    });
    same(
      await failing.then(
        () => 'resolved',
        (error: Error) => error.message,
      ),
      'failed',
    );
    same((await lock.ifFree('a', async () => 1)).ran, true);
  },

  'sleep lasts as long as it was asked to': async ({ clock }) => {
    const [ticks, now] = [clock.ticks(), clock.now()];
    await clock.sleep(30, idle);
    same(clock.ticks() - ticks >= 29, true);
    same(clock.now() - now >= 28, true);
  },

  'sleep ends as soon as it is aborted, and does not begin after that': async ({ clock }) => {
    const stop = new AbortController();
    const begun = clock.ticks();
    const sleeping = clock.sleep(60_000, stop.signal);
    stop.abort();
    await sleeping;
    await clock.sleep(60_000, stop.signal);
    same(clock.ticks() - begun < 30_000, true);
  },

  'the hash is SHA-256': async ({ digest }) => {
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    same(await digest('abc'), abc);
    same(await digest(new Blob(['a', 'bc'])), abc);
  },

  'stored bytes are readable': async ({ readable }) => {
    same(await readable(new Blob(['abc'])), true);
  },
};
