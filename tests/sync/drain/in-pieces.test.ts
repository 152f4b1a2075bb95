import { describe, expect, it } from 'vitest';
import { attemptId, submissionId } from '../../../src/domain/ids.ts';
import type { Step } from '../../../src/domain/submission-types.ts';
import { resumableUpload } from '../../../src/sync/drain/prepare-request.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const begun = { address: '/api/uploads/1', came: 0, length: 200_400 };

const isFile = (call: string) => call === 'SaveIdDocument';

/** A world with one submission of two photos. `inPieces` returns, for each call of a file, whether the call was made in pieces. */
async function world(photoSize = 200_000) {
  const it = new SyncWorld();
  it.pool(1);
  await it.submitted({ photoSize, documents: ['idDocument', 'idDocument'] });
  const resumableUpload = () =>
    it.backend.sent
      .filter(({ request }) => isFile(request.call))
      .map(({ options }) => options.resumableUpload !== undefined);
  return { it, inPieces: resumableUpload };
}

describe('a file', () => {
  it('is sent in one request over a good connection', async () => {
    const { it, inPieces: resumableUpload } = await world();
    await it.settle();
    expect(resumableUpload()).toEqual([false, false]);
  });

  it('is resumable after an interrupted call', async () => {
    const { it, inPieces: resumableUpload } = await world();
    let isCut = false;
    it.backend.faultOf = ({ call }) => {
      if (isCut || !isFile(call)) return undefined;
      isCut = true;
      return { fault: 'noReply', reason: 'network' };
    };
    await it.settle();
    expect(resumableUpload()).toEqual([false, true, false]);
  });

  it('is always sent in one request if it is small', async () => {
    const { it, inPieces: resumableUpload } = await world(2000);
    it.backend.faultOf = ({ call }) =>
      isFile(call) && resumableUpload().length < 3
        ? { fault: 'noReply', reason: 'network' }
        : undefined;
    await it.settle();
    expect(new Set(resumableUpload())).toEqual(new Set([false]));
  });

  it('is sent in one request at every third attempt, because a proxy may refuse the pieces', async () => {
    const { it, inPieces: resumableUpload } = await world();
    it.backend.faultOf = ({ call }) =>
      isFile(call) && resumableUpload().length < 7
        ? { fault: 'noReply', reason: 'network' }
        : undefined;
    await it.settle();
    expect(resumableUpload().slice(0, 6)).toEqual([false, true, false, true, true, false]);
  });

  it('says to the second call after a 403 that the token is new', async () => {
    const { it } = await world();
    const isFresh = () =>
      it.backend.sent
        .filter(({ request }) => isFile(request.call))
        .map(({ options }) => options.hasFreshToken);
    it.backend.faultOf = ({ call }) =>
      isFile(call) && isFresh().length === 0 ? { fault: 'status', httpStatus: 403 } : undefined;
    await it.settle();
    expect(isFresh()).toEqual([false, true, false]);
  });

  it('is resumable if it takes longer than five seconds on the measured connection', async () => {
    const { it, inPieces: resumableUpload } = await world();
    it.backend.delay = ({ call }, signal) => it.clock.sleep(isFile(call) ? 20_000 : 300, signal);
    await it.settle();
    expect(resumableUpload()).toEqual([false, true]);
  });
});

describe('a resumable upload over 4 kB a second', () => {
  /** Returns the upload in pieces that a drain begins for the photo's step. */
  async function pieces(isReached: boolean, changes: Partial<Step> = {}) {
    const { it } = await world();
    const [id] = [...it.disk.submissions.keys()];
    const step = it.row(submissionId(id ?? '')).steps.find(({ content }) => isFile(content.call));
    if (step === undefined) throw new Error('It has no photo.');
    const attempt = {
      submission: submissionId(id ?? ''),
      step: { ...step, ...changes },
      id: attemptId('1'),
    };
    const lease = { owner: 'this drain', signal: new AbortController().signal };
    const speed = {
      expectedMs: (bytes: number) => bytes / 4,
      pieceSent: () => undefined,
      serverAnswered: async () => undefined,
    };
    const made = resumableUpload(it.ports(), lease, attempt, 200_000, speed, isReached);
    if (made === undefined) throw new Error('It goes in one request.');
    return made;
  }

  it('starts with a piece, unless an earlier attempt may have begun it', async () => {
    expect((await pieces(true)).isNew).toBe(true);
    expect((await pieces(true, { doubted: true })).isNew).toBe(false);
    expect((await pieces(true, { upload: begun })).isNew).toBe(false);
  });

  it('starts without a piece if an outdated token could waste it', async () => {
    expect((await pieces(false)).isNew).toBe(false);
  });

  it('shows its first progress soon, and then less often', async () => {
    const { pieceBytes, sent } = await pieces(true);
    const sizes = [];
    for (let n = 0; n < 4; n += 1) {
      sizes.push(pieceBytes());
      sent(pieceBytes(), 1);
    }
    expect(sizes).toEqual([32_000, 64_000, 128_000, 128_000]);
  });
});

describe('a partly sent file', () => {
  /** The first call of a file is cut. The next `cuts` calls are cut too. Each call in pieces first brings `came` bytes. */
  async function cutAfter(came: number, cuts = 1) {
    const { it, inPieces: resumableUpload } = await world();
    let calls = 0;
    it.backend.delay = async ({ call }) => {
      const pieces = it.backend.sent.at(-1)?.options.resumableUpload;
      if (!isFile(call) || pieces === undefined || came === 0) return;
      await pieces.came({ ...begun, came: 0 });
      await it.clock.sleep(2000, new AbortController().signal);
      await pieces.came({ ...begun, came });
    };
    it.backend.faultOf = ({ call }) => {
      if (isFile(call)) calls += 1;
      return isFile(call) && calls <= 1 + cuts ? { fault: 'lost' } : undefined;
    };
    return { it, inPieces: resumableUpload };
  }
  const addresses = (it: SyncWorld) =>
    it.backend.sent.flatMap(({ options: { resumableUpload } }) =>
      resumableUpload === undefined ? [] : [resumableUpload.begun?.address ?? null],
    );
  const uploads = (it: SyncWorld) =>
    [...it.disk.submissions.keys()].flatMap((id) =>
      (it.disk.submission(id)?.steps ?? []).map(({ upload }) => upload),
    );

  it('continues at its offset, and its address is kept until the answer', async () => {
    const { it } = await cutAfter(90_000);
    await it.drain();
    await it.settle();
    expect(addresses(it)).toEqual([null, begun.address]);
    expect(uploads(it).filter(Boolean)).toEqual([]);
  });

  it('has its progress on its row, for the outbox and the next process', async () => {
    const { it } = await cutAfter(90_000, 50);
    await it.drain();
    expect(uploads(it)).toContainEqual({ ...begun, came: 90_000 });
  });

  it('starts again at the fourth attempt without progress, and is sent in one request at the eighth', async () => {
    const { it, inPieces: resumableUpload } = await cutAfter(90_000, 16);
    await it.settle();
    const isWhole = resumableUpload().map((is) => !is);
    // The first attempt was in one request, and was cut.
    expect(isWhole.slice(0, 16).flatMap((is, n) => (is ? [n + 1] : []))).toEqual([1, 8, 16]);
    const anew = it.backend.sent
      .filter(({ request }) => isFile(request.call))
      .flatMap(({ options }, n) => (options.resumableUpload?.begun === null ? [n + 1] : []));
    // The second attempt is the first one in pieces.
    expect(anew.slice(0, 3)).toEqual([2, 4, 12]);
  });

  it('is sent in one request at the eighth attempt, though each one begins another upload', async () => {
    const { it, inPieces: resumableUpload } = await world();
    it.backend.delay = async ({ call }) => {
      const tries = resumableUpload().length;
      const pieces = it.backend.sent.at(-1)?.options.resumableUpload;
      if (isFile(call))
        await pieces?.came({ ...begun, address: `/api/uploads/${tries}`, came: tries * 1000 });
    };
    it.backend.faultOf = ({ call }) =>
      isFile(call) && resumableUpload().length < 12 ? { fault: 'lost' } : undefined;
    await it.settle();
    expect(resumableUpload().slice(0, 8)).toEqual([false, ...Array(6).fill(true), false]);
  });

  it('arrives even if its stored address never answers', async () => {
    const { it } = await world();
    const key = () => it.backend.sent.filter(({ request }) => isFile(request.call));
    it.backend.delay = async ({ call }) => {
      const pieces = it.backend.sent.at(-1)?.options.resumableUpload;
      if (isFile(call) && key().length === 2) await pieces?.came({ ...begun, came: 20_000 });
    };
    it.backend.faultOf = ({ call }) => {
      const pieces = it.backend.sent.at(-1)?.options.resumableUpload;
      const isBlocked = pieces !== undefined && pieces.begun !== null;
      return isFile(call) && (isBlocked || key().length <= 2) ? { fault: 'lost' } : undefined;
    };
    await it.settle();
    expect(it.backend.forms.size).toBe(1);
    const calls = key().filter(
      ({ options }) => options.idempotencyKey === key()[0]?.options.idempotencyKey,
    );
    expect(calls.length).toBeLessThanOrEqual(9);
    expect(it.disk.submissions.size).toBe(1);
    for (const id of it.disk.submissions.keys())
      expect(it.row(submissionId(id)).status).toBe('delivered');
  });

  it('does not wait longer after each interruption while each attempt makes progress', async () => {
    const { it } = await world();
    const cutAt: number[] = [];
    let came = 0;
    it.backend.delay = async ({ call }) => {
      const pieces = it.backend.sent.at(-1)?.options.resumableUpload;
      if (!isFile(call) || pieces === undefined || came >= 200_000) return;
      await pieces.came({ ...begun, came });
      expect(it.disk.hold).toBeNull();
      came += 20_000;
      await pieces.came({ ...begun, came });
    };
    it.backend.faultOf = ({ call }) => {
      if (!isFile(call) || came >= 200_000) return undefined;
      cutAt.push(it.clock.now());
      return { fault: 'noReply', reason: 'network' };
    };
    await it.settle();
    const waits = cutAt.slice(1).map((at, n) => at - (cutAt[n] ?? at));
    expect(waits).toHaveLength(11);
    // The first three attempts did not continue an earlier upload, so their waits may be longer.
    expect(Math.max(...waits.slice(3))).toBeLessThan(2_500);
  });

  it('is not continued by a drain that lost its lease', async () => {
    const { it } = await world();
    const kept: (boolean | undefined)[] = [];
    it.backend.delay = async ({ call }) => {
      const pieces = it.backend.sent.at(-1)?.options.resumableUpload;
      if (!isFile(call) || pieces === undefined) return;
      it.disk.lease = { owner: 'another', until: it.clock.now() + 60_000, length: 60_000 };
      kept.push(await pieces.came(begun));
    };
    let isCut = false;
    it.backend.faultOf = ({ call }) => {
      if (isCut || !isFile(call)) return undefined;
      isCut = true;
      return { fault: 'lost' };
    };
    await it.drain();
    expect(kept).toEqual([false]);
  });
});
