import { describe, expect, it } from 'vitest';
import type { CallOptions, UploadParts } from '../../src/api/client.ts';
import { answerOf } from '../../src/api/read-answer.ts';
import type { BegunUpload } from '../../src/domain/submission-types.ts';
import { apiAt, files, options, success, uploadParts } from './support.ts';

type Asked = Readonly<{ method: string; isWhole: boolean; n: number }>;
type Refusal = (asked: Asked) => Response | 'cut' | undefined;

const begun: BegunUpload = { address: '/api/uploads/1', came: 0, length: 1000 };

/**
 * A phone that sends one photo to a backend that resumes uploads. `refusal`: the answer of a program before the backend. 'cut': half of the
 * piece arrives, and no answer comes. `n`: the number of requests with the same method before this one.
 */
function phone(refusal: Refusal) {
  const asked: Asked[] = [];
  let received = 0;
  const answer = (status: number, headers: Record<string, string> = {}) =>
    new Response(null, { status, headers });
  const done = (headers: Record<string, string> = {}) =>
    Response.json({ ...success, documents: [] }, { headers });
  const piece = (bytes: number, isLast: boolean) => {
    received += bytes;
    const at = { 'upload-offset': String(received) };
    return isLast ? done({ ...at, 'upload-complete': '?1' }) : answer(204, at);
  };
  const api = apiAt('https://app.example', {
    fetch: async (_, init) => {
      const method = init?.method ?? '';
      const complete = new Headers(init?.headers).get('upload-complete');
      const isWhole = method === 'POST' && complete === null;
      const n = asked.filter((each) => each.method === method).length;
      asked.push({ method, isWhole, n });
      const bytes = init?.body instanceof Blob ? init.body.size : 0;
      const instead = refusal({ method, isWhole, n });
      if (instead === 'cut') {
        received += Math.floor(bytes / 2);
        throw new TypeError('cut');
      }
      if (instead !== undefined) return instead;
      if (method === 'OPTIONS')
        return answer(204, { 'accept-patch': 'application/partial-upload' });
      if (method === 'HEAD') return answer(204, { 'upload-offset': String(received) });
      if (method === 'PATCH') return piece(bytes, complete === '?1');
      const at = { location: begun.address, 'upload-offset': String(received) };
      return isWhole ? done() : answer(201, at);
    },
  });
  const resumableUpload = uploadParts();
  const send = (changes: Partial<CallOptions> = {}, parts: Partial<UploadParts> = {}) =>
    answerOf(() =>
      api.saveDocument('registration', 'SaveIdDocument', files, {
        ...options,
        resumableUpload: { ...resumableUpload, ...parts },
        ...changes,
      }),
    );
  return {
    send,
    /** The requests since the last call of this function. */
    methods: () =>
      asked
        .splice(0)
        .map(({ method, isWhole }) => (isWhole ? 'whole' : method))
        .join(' '),
  };
}

const sent = { status: 'result', httpStatus: 200 };
const refused = (httpStatus: number) => ({ status: 'unexpected', httpStatus });
const cutOff = { status: 'unanswered', reason: 'network' };
const fresh = { hasFreshToken: true };
/** Refuses each request with this method. */
const refuses =
  (method: string, status: number): Refusal =>
  (it) =>
    it.method === method && !it.isWhole ? new Response(null, { status }) : undefined;

describe.each([405, 501])('a backend that answers pieces with %i', (status) => {
  it('gets the file in one request at once, and no pieces after the second file', async () => {
    const { methods, send } = phone(refuses('PATCH', status));
    expect(await send()).toMatchObject(sent);
    expect(methods()).toBe('OPTIONS POST PATCH whole');
    expect(await send()).toMatchObject(sent);
    expect(methods()).toBe('POST PATCH whole');
    expect(await send()).toMatchObject(sent);
    expect(methods()).toBe('whole');
  });

  it('gets the file in one request if it refuses to begin the upload', async () => {
    const { methods, send } = phone(refuses('POST', status));
    expect(await send()).toMatchObject(sent);
    expect(methods()).toBe('OPTIONS POST whole');
  });

  it('gets a partly sent file in one request', async () => {
    const { methods, send } = phone(refuses('PATCH', status));
    expect(await send({}, { begun })).toMatchObject(sent);
    expect(methods()).toBe('OPTIONS PATCH POST PATCH whole');
  });

  it('is asked how much arrived after a cut, before it gets the file in one request', async () => {
    const { methods, send } = phone(({ method, n }) => {
      if (method !== 'PATCH') return undefined;
      return n === 0 ? 'cut' : new Response(null, { status });
    });
    expect(await send()).toMatchObject(sent);
    expect(methods()).toBe('OPTIONS POST PATCH HEAD PATCH whole');
  });

  it('gets nothing more if it does not say how much arrived after a cut', async () => {
    const { methods, send } = phone((it) =>
      it.method === 'PATCH' ? 'cut' : refuses('HEAD', status)(it),
    );
    expect(await send()).toEqual(cutOff);
    expect(methods()).toBe('OPTIONS POST PATCH HEAD');
  });
});

describe.each([
  ['403', 403],
  ['an empty 400', 400],
])('a backend that answers pieces with %s', (_, status) => {
  it('gets no file in one request before the token is renewed', async () => {
    const { methods, send } = phone(refuses('PATCH', status));
    expect(await send()).toMatchObject(refused(status));
    expect(methods()).toBe('OPTIONS POST PATCH');
  });

  it('gets the file in one request if the token is new', async () => {
    const { methods, send } = phone(refuses('PATCH', status));
    expect(await send(fresh)).toMatchObject(sent);
    expect(methods()).toBe('OPTIONS POST PATCH whole');
    expect(await send(fresh, { begun })).toMatchObject(sent);
    expect(methods()).toBe('PATCH POST PATCH whole');
    expect(await send()).toMatchObject(sent);
    expect(methods()).toBe('whole');
  });

  it('may refuse the file in one request too', async () => {
    const { methods, send } = phone(({ method, isWhole }) =>
      method === 'PATCH' || isWhole ? new Response(null, { status }) : undefined,
    );
    expect(await send(fresh)).toMatchObject(refused(status));
    expect(methods()).toBe('OPTIONS POST PATCH whole');
  });

  it('is taken at its word if it refuses to begin the upload', async () => {
    const { methods, send } = phone(refuses('POST', status));
    expect(await send(fresh)).toMatchObject(refused(status));
    expect(methods()).toBe('OPTIONS POST');
  });

  it('gets nothing more if it does not say how much arrived after a cut', async () => {
    const { methods, send } = phone((it) =>
      it.method === 'PATCH' ? 'cut' : refuses('HEAD', status)(it),
    );
    expect(await send(fresh)).toEqual(cutOff);
    expect(methods()).toBe('OPTIONS POST PATCH HEAD');
  });
});
