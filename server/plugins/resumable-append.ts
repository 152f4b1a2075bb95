import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { PartialState } from '../partials/partial-store-port.ts';
import { UploadEnded } from './upload-watch.ts';

/** What is lost of an append when the server itself is killed in the middle; each piece costs two syncs. */
const PIECE_BYTES = 32 * 1024;

export type Appended =
  /** The request's body ended as it should; the upload may still lack bytes. */
  | Readonly<{ status: 'appended'; state: PartialState }>
  /** More came than the whole was said to have. */
  | Readonly<{ status: 'too-long' }>;

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
  let state = before;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const keep = async () => {
    if (pendingBytes === 0) return;
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    await partials.append(state, state.offset, bytes);
    state = { ...state, offset: state.offset + bytes.length };
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
      if (pendingBytes >= PIECE_BYTES) await keep();
    }
    await keep();
    return { status: 'appended', state };
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
