import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiException, answerOf } from '../../src/api/read-answer.ts';
import { FakeServer } from './fake-server.ts';
import { apiAt, files, options, registration, success } from './support.ts';

let server: FakeServer;
beforeAll(async () => {
  server = await FakeServer.start();
});
afterAll(async () => server.stop());

const register = () => apiAt(server.address).sendForm('registration', registration, options);
const upload = () =>
  apiAt(server.address).saveDocument('registration', 'SaveIdDocument', files, options);
const info = () => apiAt(server.address).getInfo(options);

describe('success', () => {
  it('is 200 with a generic result, also with null, missing or unknown members', async () => {
    server.answerWith(200, { wasSuccessful: true, heading: null, modelState: null, extra: 1 });
    expect(await register()).toEqual({
      status: 'result',
      httpStatus: 200,
      result: { wasSuccessful: true, heading: '', description: '', modelState: {} },
    });
  });

  it.each([200, 204])('is %i without a body', async (status) => {
    server.answer = (response) => response.writeHead(status).end();
    const result = { wasSuccessful: true, heading: '', description: '', modelState: {} };
    expect(await register()).toEqual({ status: 'result', httpStatus: 204, result });
    expect(await upload()).toEqual({
      status: 'result',
      httpStatus: 204,
      result: { ...result, documents: [], isWhole: false },
    });
    expect(await info()).toMatchObject({ status: 'foreign', reason: 'wrongShape' });
  });

  it('has the refusal of an answer with 200', async () => {
    server.answerWith(200, {
      wasSuccessful: false,
      heading: 'No',
      modelState: { A: 'b', C: ['d', 'e'] },
    });
    expect(await register()).toMatchObject({
      status: 'result',
      result: { wasSuccessful: false, heading: 'No', modelState: { A: ['b'], C: ['d', 'e'] } },
    });
  });

  it.each([
    'application/problem+json',
    'application/json; charset=utf-8',
    'text/plain',
    'text/json',
    'text/html',
    '',
  ])('is a JSON object, also as "%s"', async (type) => {
    server.answer = (response) => {
      response.writeHead(200, type === '' ? {} : { 'Content-Type': type });
      response.end(JSON.stringify(success));
    };
    expect(await register()).toMatchObject({ status: 'result', httpStatus: 200 });
  });

  it.each([
    ['no wasSuccessful', {}],
    ['wasSuccessful as text', { wasSuccessful: 'false' }],
    ['modelState as a list', { modelState: [] }],
    ['numbers as texts', { heading: 7, description: 8 }],
  ])('is a JSON object with %s', async (_, odd) => {
    server.answerWith(200, odd);
    expect(await register()).toEqual({
      status: 'result',
      httpStatus: 200,
      result: { wasSuccessful: true, heading: '', description: '', modelState: {} },
    });
  });

  it('has documents, also with numbers as identifiers', async () => {
    const entry = { formFileId: 7, name: 'a.jpg', documentUrl: null };
    server.answerWith(200, { ...success, documents: [entry] });
    expect(await upload()).toMatchObject({
      result: {
        documents: [{ formFileId: '7', name: 'a.jpg', documentUrl: '', loading: false }],
        isWhole: true,
      },
    });
  });

  it.each([
    ['no list', undefined, []],
    ['a list of null', null, []],
    ['a list that is a text', 'a.jpg', []],
    ['no name', [{ formFileId: 1 }, { formFileId: 2, name: 'b.jpg' }], ['b.jpg']],
    [
      'an id above 2^53, which lost its last digits',
      [
        { formFileId: 2 ** 60, name: 'a.jpg' },
        { formFileId: 2, name: 'b.jpg' },
      ],
      ['b.jpg'],
    ],
    ['null as a name', [{ formFileId: 1, name: null }], []],
    ['null as an id', [{ formFileId: null, name: 'a.jpg' }], []],
    ['an entry of null', [null, { formFileId: 2, name: 'b.jpg' }], ['b.jpg']],
  ])('skips documents one by one, and says so: %s', async (_, documents, names) => {
    server.answerWith(200, { ...success, documents });
    const answer = await upload();
    expect(answer).toMatchObject({ status: 'result', result: { isWhole: false } });
    expect(answer.status === 'result' && answer.result.documents.map(({ name }) => name)).toEqual(
      names,
    );
  });

  it.each([
    '0b9f6b0e-90b5-4a2c-8f6d-0f3f3c1d2e4f',
    '0b9f6b0e90b54a2c8f6d0f3f3c1d2e4f',
    '{0B9F6B0E-90B5-4A2C-8F6D-0F3F3C1D2E4F}',
    4711,
  ])('keeps the formGuid as it came: %s', async (formGuid) => {
    server.answerWith(200, { ...success, formGuid });
    expect(await info()).toMatchObject({ result: { formGuid: String(formGuid) } });
  });

  it('skips options without a value or a label', async () => {
    const options = [
      { value: null, label: 'Select' },
      { value: 'Mr' },
      null,
      { value: 2, label: 'Ms' },
    ];
    server.answerWith(200, { ...success, titleOptions: options, typeOfBusinessOptions: 'none' });
    expect(await info()).toMatchObject({
      result: { titleOptions: [{ value: '2', label: 'Ms' }], typeOfBusinessOptions: [] },
    });
  });

  it('reads the info', async () => {
    const lists = {
      titleOptions: [{ value: 'Mr', label: 'Mr' }],
      typeOfBusinessOptions: [{ value: 1, label: 'Private company' }],
    };
    const formGuid = '0b9f6b0e-90b5-4a2c-8f6d-0f3f3c1d2e4f';
    server.answerWith(200, { ...success, ...lists, formGuid });
    expect(await info()).toMatchObject({
      status: 'result',
      result: { formGuid, typeOfBusinessOptions: [{ value: '1', label: 'Private company' }] },
    });
    server.answerWith(200, { wasSuccessful: false });
    expect(await info()).toMatchObject({ status: 'result', result: { formGuid: '' } });
  });
});

describe('an answer that is not our backend’s', () => {
  it.each([
    ['an empty page', '', 'text/html; charset=utf-8', 'emptyPage'],
    ['a list', '[]', 'application/json', 'wrongShape'],
    ['null', 'null', 'application/json', 'wrongShape'],
    ['broken JSON', '{"wasSuccessful":tr', 'application/json', 'notJson'],
    ['a portal’s page', '<html>Please log in</html>', 'text/html', 'notJson'],
    ['a page that says it is JSON', '<html>Please log in</html>', 'application/json', 'notJson'],
    ['a text', '"Please log in"', 'application/json', 'wrongShape'],
  ])('is %s', async (_name, body, type, reason) => {
    server.answerWith(200, body, { 'Content-Type': type });
    expect(await register()).toEqual({
      status: 'foreign',
      reason,
      httpStatus: 200,
      isOwnShell: false,
    });
  });

  it('may be the app’s own HTML, and is reported as such', async () => {
    server.answerWith(200, '<html><head><meta name="veld-shell" content="app">', {
      'Content-Type': 'text/html',
    });
    expect(await register()).toMatchObject({ status: 'foreign', isOwnShell: true });
  });

  it.each([301, 302, 303, 307, 308])('is a redirect (%i), never followed', async (status) => {
    server.seen.length = 0;
    server.answerWith(status, success, { Location: `${server.address}/elsewhere` });
    expect(await register()).toMatchObject({ status: 'foreign', reason: 'redirected' });
    expect(server.seen).toHaveLength(1);
  });

  it('is a redirect that the browser hides, and no ‘other non-200/204 status’', async () => {
    const hidden = { status: 0, type: 'opaqueredirect', redirected: false, headers: new Headers() };
    const api = apiAt(server.address, { fetch: async () => hidden as Response });
    expect(await api.getInfo(options)).toMatchObject({
      status: 'foreign',
      reason: 'redirected',
      httpStatus: 0,
    });
  });
});

describe('the table of errors', () => {
  it.each(['', '<html>', JSON.stringify(success)])('500 is always the same (%s)', async (body) => {
    server.answerWith(500, body);
    expect(await register()).toEqual({
      status: 'result',
      httpStatus: 500,
      result: {
        wasSuccessful: false,
        heading: 'There was a problem',
        description: 'We experienced a problem. Please try again.',
        modelState: {},
      },
    });
  });

  it('400 with errors becomes a refusal with its modelState', async () => {
    const errors = { SimCardNumber: ['Taken', 'Wrong'], '$.formData.city': 'Empty', '': null };
    server.answerWith(400, { title: 'x', errors }, { 'Content-Type': 'application/problem+json' });
    expect(await upload()).toEqual({
      status: 'result',
      httpStatus: 400,
      result: {
        wasSuccessful: false,
        heading: '',
        description: 'Please make sure you have entered all the information correctly.',
        modelState: { SimCardNumber: ['Taken', 'Wrong'], '$.formData.city': ['Empty'], '': [] },
        documents: [],
        isWhole: false,
      },
    });
  });

  it('400 with numbers, lists in lists and objects among its errors keeps what is a message', async () => {
    const deep = `${'['.repeat(4000)}"x"${']'.repeat(4000)}`;
    const errors = `{"Age":7,"Sim":["Taken",7,true,null,{"a":1},["x"]],"Deep":${deep},"Form":{"a":"b"}}`;
    server.answerWith(400, `{"errors":${errors}}`, { 'Content-Type': 'application/problem+json' });
    expect(await register()).toMatchObject({
      status: 'result',
      result: { modelState: { Age: ['7'], Sim: ['Taken', '7', 'true'], Deep: [], Form: [] } },
    });
  });

  it.each(['', 'Bad', '{}', '{"errors":null}', '{"errors":["x"]}', '{"errors":"x"}'])(
    '400 without an errors object is unexpected (%s)',
    async (body) => {
      server.answerWith(400, body);
      await expect(register()).rejects.toBeInstanceOf(ApiException);
    },
  );

  it.each([
    201, 202, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 425, 429, 501, 502, 503, 504,
  ])('%i throws, carrying status, response and headers', async (status) => {
    server.answerWith(status, 'what the proxy said', { 'Retry-After': '120' });
    const thrown = await register().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ApiException);
    expect(thrown).toMatchObject({
      message: 'An unexpected server error occurred.',
      status,
      response: 'what the proxy said',
      headers: { 'retry-after': '120' },
    });
    expect(await answerOf(register)).toMatchObject({
      status: 'unexpected',
      httpStatus: status,
      response: 'what the proxy said',
      headers: { 'retry-after': '120' },
    });
  });

  it('rethrows errors that are no answer', async () => {
    const bug = new TypeError('bug');
    await expect(answerOf(() => Promise.reject(bug))).rejects.toBe(bug);
  });
});

describe('no answer', () => {
  it('is reported if there is no server', async () => {
    const gone = await FakeServer.start();
    const { address } = gone;
    await gone.stop();
    const answer = await apiAt(address).getInfo(options);
    expect(answer).toEqual({ status: 'unanswered', reason: 'network' });
  });

  it('is reported if the connection breaks before or during the answer', async () => {
    server.answer = (response) => response.destroy();
    expect(await register()).toEqual({ status: 'unanswered', reason: 'network' });
    server.answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      response.write('{"wasSuccessful":true}', () => response.destroy());
    };
    expect(await register()).toEqual({ status: 'unanswered', reason: 'network' });
  });

  it('is reported after silence, and for a body that never ends', async () => {
    const hasty = { ...options, timeoutMs: 150 };
    const api = apiAt(server.address);
    server.answer = () => undefined;
    expect(await api.getInfo(hasty)).toEqual({ status: 'unanswered', reason: 'timeout' });
    server.answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"wasSuccessful":true');
    };
    expect(await api.getInfo(hasty)).toEqual({ status: 'unanswered', reason: 'timeout' });
  });

  it('is reported if the caller aborts the call, before or while it runs', async () => {
    server.answer = () => undefined;
    const api = apiAt(server.address);
    const stopped = { ...options, signal: AbortSignal.abort() };
    expect(await api.getInfo(stopped)).toEqual({ status: 'unanswered', reason: 'aborted' });
    const controller = new AbortController();
    const answer = api.getInfo({ ...options, signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await answer).toEqual({ status: 'unanswered', reason: 'aborted' });
  });
});
