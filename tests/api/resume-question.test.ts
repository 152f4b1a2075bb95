import { expect, it } from 'vitest';
import type { CallOptions, Exchange, UploadParts } from '../../src/api/client.ts';
import { createResumableUploads } from '../../src/api/resumable-upload.ts';
import { idempotencyKey } from '../../src/domain/ids.ts';
import { uploadParts } from './support.ts';

/** The question gets no answer, a broken connection, an offer, or a refusal with this status. */
type Question = 'swallowed' | 'cut' | 'offered' | 400 | 403 | 404 | 405 | 501;

/** A phone that sends one photo to a backend. `asked` lists its requests. */
function phone(question: Question, base: string, announced: boolean | null) {
  const asked: { method: string; timeoutMs: number }[] = [];
  const answer = (status: number, headers: Record<string, string> = {}) => ({
    status,
    headers,
    redirected: false,
    contentType: '',
    body: '',
  });
  const exchange: Exchange = async ({ method }, { timeoutMs }) => {
    asked.push({ method, timeoutMs });
    if (method === 'POST')
      return answer(201, { location: `${base}/uploads/1`, 'upload-offset': '0' });
    if (method === 'PATCH') return answer(200, { 'upload-complete': '?1' });
    if (question === 'swallowed') return { status: 'unanswered', reason: 'timeout' };
    if (question === 'cut') return { status: 'unanswered', reason: 'network' };
    return typeof question === 'number'
      ? answer(question)
      : answer(200, { 'accept-patch': 'application/partial-upload' });
  };
  const resumableUpload = uploadParts({
    clock: { now: () => now, ticks: () => 0, sleep: async () => {} },
  });
  let now = 0;
  const uploads = createResumableUploads(exchange, base, async () => announced);
  const options: CallOptions & { resumableUpload: UploadParts } = {
    timeoutMs: 57_000,
    idempotencyKey: idempotencyKey('key'),
    resumableUpload,
  };
  const body = { bytes: new Blob(['photo']), contentType: 'multipart/form-data; boundary=x' };
  return {
    asked,
    questions: () => asked.filter(({ method }) => method === 'OPTIONS').length,
    /** Returns true if the photo was sent in pieces. */
    send: async () => (await uploads.send('/x', body, options)).status !== 'unusable',
    pass: (hours: number) => {
      now += hours * 3_600_000;
    },
  };
}

const elsewhere = 'https://api.example';

it('waits 5 s for the answer, and takes silence as no for a day', async () => {
  const { asked, pass, questions, send } = phone('swallowed', '/api', null);
  expect(await send()).toBe(false);
  expect(asked).toEqual([{ method: 'OPTIONS', timeoutMs: 5_000 }]);
  pass(23);
  expect(await send()).toBe(false);
  expect(questions()).toBe(1);
  pass(2);
  await send();
  expect(questions()).toBe(2);
});

it('stores nothing if the connection broke', async () => {
  const { questions, send } = phone('cut', '/api', null);
  expect(await send()).toBe(false);
  expect(await send()).toBe(false);
  expect(questions()).toBe(2);
});

it('asks another origin only if it announced the extension', async () => {
  const quiet = phone('offered', elsewhere, null);
  expect(await quiet.send()).toBe(false);
  expect(quiet.asked).toEqual([]);
  const loud = phone('offered', elsewhere, true);
  expect(await loud.send()).toBe(true);
  expect(loud.questions()).toBe(1);
});

it('asks nothing if the build forbids it', async () => {
  const { asked, send } = phone('offered', '/api', false);
  expect(await send()).toBe(false);
  expect(asked).toEqual([]);
});

it('uses the announcement if the question gets no answer', async () => {
  const { questions, send } = phone('swallowed', elsewhere, true);
  expect(await send()).toBe(true);
  expect(await send()).toBe(true);
  expect(questions()).toBe(1);
});

it('prefers an answer to the announcement', async () => {
  const { send } = phone(404, '/api', true);
  expect(await send()).toBe(false);
});

it.each([400, 403, 404, 405, 501] as const)(
  'takes a refusal with %d as no for a day',
  async (status) => {
    const { questions, send } = phone(status, '/api', null);
    expect(await send()).toBe(false);
    expect(await send()).toBe(false);
    expect(questions()).toBe(1);
  },
);
