import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StoreUnavailable } from '../repository/repository-port.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import type { DatedStore } from './file-store-port.ts';
import type { Spool, Spooled } from './spool.ts';

export type S3Options = Readonly<{
  bucket: string;
  /** Null if the bucket is at Amazon. Then `region` gives the address. */
  endpoint: string | null;
  region: string;
  /** The start of every object name. It ends with a slash, or is empty. */
  prefix: string;
  /** Null if the SDK finds them (role, environment, file). */
  credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }> | null;
}>;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const CONNECT_MS = 5000;
const REQUEST_MS = 60_000;
const PUT_TRIES = 3;
const BATCH_NAMES = 1000;
const REMOVED_AT_ONCE = 20;

/**
 * Stores files in a bucket, with five calls that every S3-compatible store has. Each kept file gets a new random name
 * under its day. No name is used twice, so a deletion never removes another file.
 */
export async function openS3Store(
  options: S3Options,
  spool: Spool,
  now: () => number,
): Promise<DatedStore> {
  const { bucket: Bucket, prefix } = options;
  const client = new S3Client({
    // Without this, the SDK's messages would appear in the server's log.
    logger: silent,
    region: options.region,
    ...(options.endpoint === null ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    ...(options.credentials === null ? {} : { credentials: options.credentials }),
    // For other checksums than Content-MD5, the SDK sends a stream in a format that not every store accepts.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
  });
  await client.send(new HeadBucketCommand({ Bucket }));
  const idKey = `${prefix}store-id`;

  const put = async (storageName: string, { size, md5, bytes }: Spooled): Promise<void> => {
    for (let tried = 1; ; tried += 1) {
      const Body = bytes();
      // The SDK does not listen for the stream's errors. It would wait for its bytes until the time limit.
      const unreadable = new AbortController();
      Body.once('error', () => unreadable.abort());
      try {
        // The SDK never sends a stream twice, so this loop tries again.
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key: prefix + storageName,
            Body,
            ContentLength: size,
            ContentMD5: md5,
          }),
          { abortSignal: unreadable.signal },
        );
        return;
      } catch (error) {
        if (tried === PUT_TRIES) throw new StoreUnavailable('busy', Body.errored ?? error);
      } finally {
        Body.destroy();
      }
    }
  };
  const remove = async (storageName: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + storageName }));
  };
  const list = (
    under: string,
    max: number,
    after: string | undefined,
  ): Promise<ListObjectsV2CommandOutput> =>
    client.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: prefix + under,
        MaxKeys: max,
        ...(after === undefined ? {} : { ContinuationToken: after }),
      }),
    );
  const namesIn = ({ Contents = [] }: ListObjectsV2CommandOutput): string[] =>
    Contents.flatMap(({ Key = '' }) => {
      const name = Key.slice(prefix.length);
      return dayOf(name) === null ? [] : [name];
    });

  return {
    stage: () => spool.stage(),
    keep: async (stagedNames) => {
      const kept: string[] = [];
      const day = new Date(now()).toISOString().slice(0, 10).replaceAll('-', '/');
      for (const stagedName of stagedNames) {
        const file = spool.spooled(stagedName);
        if (file === null) throw new Error('Nothing is staged under this name.');
        const storageName = `${day}/${randomUUID()}`;
        await put(storageName, file);
        kept.push(storageName);
      }
      await spool.discard(stagedNames);
      return kept;
    },
    discard: (stagedNames) => spool.discard(stagedNames),
    remove: async (storageNames) => {
      const names = [...storageNames];
      for (let at = 0; at < names.length; at += REMOVED_AT_ONCE) {
        await Promise.all(names.slice(at, at + REMOVED_AT_ONCE).map(remove));
      }
    },
    read: async (storageName) => {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket, Key: prefix + storageName }),
        );
        return Body instanceof Readable ? Body : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw new StoreUnavailable('busy', error);
      }
    },
    freeBytes: () => spool.freeBytes(),
    identity: async () => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: idKey }));
        return uuidFrom((await Body?.transformToString()) ?? '');
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    identify: async (id) => {
      await client.send(new PutObjectCommand({ Bucket, Key: idKey, Body: id }));
    },
    isEmpty: async () => namesIn(await list('', 2, undefined)).length === 0,
    // Names begin with their day, and a bucket lists names in order. So the first name has the oldest day.
    firstDay: async () => dayOf(namesIn(await list('', 2, undefined))[0] ?? ''),
    namesOf: async function* (day) {
      let after: string | undefined;
      do {
        const listed = await list(`${day.replaceAll('-', '/')}/`, BATCH_NAMES, after);
        yield namesIn(listed);
        after = listed.NextContinuationToken;
      } while (after !== undefined);
    },
  };
}

/** Returns '2026-11-21' for `2026/11/21/<uuid>`, and null for every other name. */
function dayOf(name: string): string | null {
  const [year, month, day, id, ...more] = name.split('/');
  const isOurs = more.length === 0 && id !== undefined && uuidFrom(id) === id;
  return isOurs ? `${year}-${month}-${day}` : null;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
