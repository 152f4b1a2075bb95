import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { AppendEnding, PartialState, PartialUpload } from '../partials/partial-store-port.ts';
import { UploadEnded } from '../plugins/upload-watch.ts';

/** The most bytes that an append loses if the server is killed. Each piece costs two syncs. */
const PIECE_BYTES = 32 * 1024;

export type Appended =
  /** The whole request was read. The upload may still lack bytes. */
  | Readonly<{ status: 'appended'; state: PartialState }>
  /** The request brought more bytes than the upload's declared length. */
  | Readonly<{ status: 'too-long' }>
  /** Another server has continued the upload, or the upload is deleted. */
  | Readonly<{ status: 'elsewhere' }>;

/**
 * Appends a request's body to the upload. Throws `UploadEnded` if the connection broke, stalled or was too slow. The
 * bytes that arrived before are kept in any case.
 */
export async function appendBody(
  { partials, limits, uploads }: AppContext,
  request: FastifyRequest,
  before: PartialState,
): Promise<Appended> {
  const { raw } = request;
  // A newer request of the upload arrived while this one waited for its turn. This one's body may never end.
  if (raw.destroyed) throw new UploadEnded(408);
  let state = before;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const keep = async (): Promise<AppendEnding> => {
    if (pendingBytes === 0) return 'appended';
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    const ending = await partials.append(state, state.offset, bytes);
    if (ending === 'appended') state = { ...state, offset: state.offset + bytes.length };
    return ending;
  };

  const unwatch = uploads.watch(request, request.deviceId);
  const stall = setTimeout(() => raw.destroy(new UploadEnded(408)), limits.maxAppendSilenceMs);
  stall.unref();
  try {
    const body: AsyncIterable<Buffer> = raw.iterator({ destroyOnReturn: false });
    for await (const chunk of body) {
      stall.refresh();
      if (state.offset + pendingBytes + chunk.length > state.length) return { status: 'too-long' };
      pending.push(chunk);
      pendingBytes += chunk.length;
      if (pendingBytes >= PIECE_BYTES && (await keep()) === 'elsewhere') {
        return { status: 'elsewhere' };
      }
    }
    return (await keep()) === 'elsewhere' ? { status: 'elsewhere' } : { status: 'appended', state };
  } catch (error) {
    await keep();
    throw cutShort(error) ? new UploadEnded(408) : error;
  } finally {
    clearTimeout(stall);
    unwatch();
  }
}

/** True if the client closed the connection, or came again with another request. */
const cutShort = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');

interface Turn {
  readonly end: () => void;
  readonly over: Promise<void>;
}

/** Ensures that the server does one thing at a time with an upload. */
export type UploadTurns = Readonly<{
  /**
   * Ends the running work for this name, waits until it is over, and then runs `work`. `end` is called when newer work
   * arrives: the client has given up this request, even if the server has not noticed that yet.
   */
  take: <T>(name: string, end: () => void, work: () => Promise<T>) => Promise<T>;
}>;

export function createUploadTurns(): UploadTurns {
  const turns = new Map<string, Turn>();
  return {
    take: async (name, end, work) => {
      const before = turns.get(name);
      let finish = () => {};
      const over = new Promise<void>((done) => {
        finish = done;
      });
      const turn: Turn = { end, over };
      turns.set(name, turn);
      before?.end();
      await before?.over;
      try {
        return await work();
      } finally {
        if (turns.get(name) === turn) turns.delete(name);
        finish();
      }
    },
  };
}

/**
 * Removes uploads of the device until the new one is within the device's limits for their number and size: first the
 * answered ones, then the oldest. The new one is not refused: a phone that lost its old uploads would then be shut out
 * for days.
 */
export async function removeSurplusOfDevice(
  { partials, limits }: AppContext,
  turns: UploadTurns,
  { deviceId, id, length }: PartialUpload,
): Promise<void> {
  const open = (await partials.ofDevice(deviceId)).filter((it) => it.id !== id);
  const rest = [...open.filter(isAnswered), ...open.filter((state) => !isAnswered(state))];
  let bytes = open.reduce((sum, state) => sum + bytesOf(state), length);
  while (
    rest.length > 0 &&
    (rest.length >= limits.maxOpenPartials || bytes > limits.maxPartialBytes)
  ) {
    const oldest = rest.shift();
    if (oldest === undefined) return;
    bytes -= bytesOf(oldest);
    await turns.take(
      oldest.id,
      () => {},
      () => partials.remove(oldest),
    );
  }
}

/** Removes uploads beyond the limit for all devices. So a client that invents devices cannot shut out the phones. */
export async function removeSurplus(
  { partials, limits }: AppContext,
  turns: UploadTurns,
): Promise<void> {
  for (const state of await partials.surplus(limits.maxPartialsOfAll)) {
    await turns.take(
      state.id,
      () => {},
      () => partials.remove(state),
    );
  }
}

const isAnswered = ({ answer }: PartialState) => answer !== null;
/** An upload counts with its whole length, because the server has already accepted it. */
const bytesOf = (state: PartialState) => (isAnswered(state) ? 0 : state.length);
