import { describe, expect, it } from 'vitest';
import { SyncWorld } from '../support/sync-world.ts';

const isFile = (call: string) => call === 'SaveIdDocument';

/** A world with one submission of two photos, and how its files' calls were to be made. */
async function world(photoSize = 200_000) {
  const it = new SyncWorld();
  it.pool(1);
  await it.submitted({ photoSize, documents: ['idDocument', 'idDocument'] });
  const inPieces = () =>
    it.backend.sent
      .filter(({ request }) => isFile(request.call))
      .map(({ options }) => options.inPieces);
  return { it, inPieces };
}

describe('a file', () => {
  it('goes in one request over a link that is good', async () => {
    const { it, inPieces } = await world();
    await it.settle();
    expect(inPieces()).toEqual([false, false]);
  });

  it('goes in pieces once its call was cut', async () => {
    const { it, inPieces } = await world();
    let isCut = false;
    it.backend.faultOf = ({ call }) => {
      if (isCut || !isFile(call)) return undefined;
      isCut = true;
      return { fault: 'noReply', reason: 'network' };
    };
    await it.settle();
    expect(inPieces()).toEqual([false, true, false]);
  });

  it('goes in one request in any case where it is small', async () => {
    const { it, inPieces } = await world(2000);
    it.backend.faultOf = ({ call }) =>
      isFile(call) && inPieces().length < 3 ? { fault: 'noReply', reason: 'network' } : undefined;
    await it.settle();
    expect(new Set(inPieces())).toEqual(new Set([false]));
  });

  it('goes in one request all the same at every third try: something on the way may refuse the pieces', async () => {
    const { it, inPieces } = await world();
    it.backend.faultOf = ({ call }) =>
      isFile(call) && inPieces().length < 7 ? { fault: 'noReply', reason: 'network' } : undefined;
    await it.settle();
    expect(inPieces().slice(0, 6)).toEqual([false, true, false, true, true, false]);
  });

  it('goes in pieces where it takes longer than five seconds, as far as the link was measured', async () => {
    const { it, inPieces } = await world();
    it.backend.delay = ({ call }, signal) => it.clock.sleep(isFile(call) ? 20_000 : 300, signal);
    await it.settle();
    expect(inPieces()).toEqual([false, true]);
  });
});
