import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { AppendEnding, PartialState } from '../partials/partial-store-port.ts';
import { UploadEnded } from './upload-watch.ts';

/** What is lost of an append when the server itself is killed in the middle; each piece costs two syncs. */
const PIECE_BYTES = 32 * 1024;

export type Appended =
  /** The request's body ended as it should; the upload may still lack bytes. */
  | Readonly<{ status: 'appended'; state: PartialState }>
  /** More came than the whole was said to have. */
  | Readonly<{ status: 'too-long' }>
  /** Another server has gone on with it, or it is gone. */
  | Readonly<{ status: 'elsewhere' }>;

/**
 * Puts a request's body behind what is there. Throws `UploadEnded` where the connection broke, stalled or was too slow; what came
 * until then is kept in any case.
 */
export async function appendBody(
  { partials, limits, uploads }: AppContext,
  request: FastifyRequest,
  before: PartialState,
): Promise<Appended> {
  const { raw } = request;
  // The next one came while this one waited for its turn: its body may never end.
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

/** The client went away, or came again with another request. */
const cutShort = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');
