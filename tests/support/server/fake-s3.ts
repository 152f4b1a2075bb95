import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Options } from '../../../server/files/s3-store.ts';

/** The fault of a call. */
export type S3Fault =
  /** The connection breaks before the call takes effect. */
  | 'drop-before'
  /** The call takes effect. The connection breaks before the answer. */
  | 'drop-after'
  | 'unavailable'
  /** The bytes are damaged on the way. */
  | 'damaged';

export type S3Call = Readonly<{ method: string; key: string }>;

export type FakeS3 = Readonly<{
  endpoint: string;
  bucket: string;
  /** The bytes of each object, by key. */
  objects: Map<string, Buffer>;
  /** Sets the fault of each call. Null lets the call pass. `decide` may wait, and may kill a server meanwhile. */
  plan: (decide: (call: S3Call) => S3Fault | null | Promise<S3Fault | null>) => void;
  /** Refuses each call before its body is read, until the next `plan`. */
  refuseUnread: () => void;
  stop: () => Promise<void>;
}>;

const BUCKET = 'veld';

/**
 * The five calls of an S3-compatible store that the server uses, in memory. It is as strict as the strictest real store, and has only the
 * features that every real store has.
 */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  let decide: (call: S3Call) => S3Fault | null | Promise<S3Fault | null> = () => null;

  let isUnread = false;

  const server = createServer((request, response) => {
    if (isUnread) {
      request.resume();
      fail(response, 503, 'SlowDown');
      return;
    }
    void handle(request, response).catch(() => request.socket.destroy());
  });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, bucket, ...path] = url.pathname.split('/');
    const { method = 'GET' } = request;
    const key = decodeURIComponent(path.join('/'));
    if (bucket !== BUCKET) return fail(response, 404, 'NoSuchBucket');
    const fault = await decide({ method, key });
    if (fault === 'drop-before') return void request.socket.destroy();
    if (fault === 'unavailable') return fail(response, 503, 'SlowDown');
    const body = Buffer.concat(chunks);
    if (fault === 'damaged') body[0] = (body[0] ?? 0) ^ 1;
    // A fault of the answer does not undo the stored effect.
    if (method === 'PUT' && !stored(request, key, body)) return fail(response, 400, 'BadDigest');
    if (method === 'DELETE') objects.delete(key);
    if (fault === 'drop-after') return void request.socket.destroy();
    answer(method, key, url, response);
  };

  const stored = (request: IncomingMessage, key: string, body: Buffer): boolean => {
    const md5 = request.headers['content-md5'];
    if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64')) return false;
    if (request.headers['transfer-encoding'] !== undefined) return false;
    objects.set(key, body);
    return true;
  };

  const answer = (method: string, key: string, url: URL, response: ServerResponse): void => {
    if (method === 'PUT') return void response.writeHead(200).end();
    if (method === 'DELETE') return void response.writeHead(204).end();
    if (method === 'HEAD') return void response.writeHead(200).end();
    const body = objects.get(key);
    if (key === '') list(url, response);
    else if (body === undefined) fail(response, 404, 'NoSuchKey');
    else response.writeHead(200, { 'content-length': body.length }).end(body);
  };

  const list = (url: URL, response: ServerResponse): void => {
    const prefix = url.searchParams.get('prefix') ?? '';
    const max = Number(url.searchParams.get('max-keys') ?? 1000);
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .toSorted()
      .filter((key) => key.startsWith(prefix) && key > after);
    const some = keys.slice(0, max);
    const more = keys.length > max;
    const contents = some.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${
          more ? `<NextContinuationToken>${some.at(-1)}</NextContinuationToken>` : ''
        }${contents.join('')}</ListBucketResult>`,
      );
  };

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    objects,
    plan: (given) => {
      decide = given;
      isUnread = false;
    },
    refuseUnread: () => {
      isUnread = true;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The options with which a server uses this store. */
export const s3OptionsOf = ({ endpoint, bucket }: FakeS3): S3Options => ({
  bucket,
  endpoint,
  region: 'us-east-1',
  prefix: 'veld/',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
});

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
