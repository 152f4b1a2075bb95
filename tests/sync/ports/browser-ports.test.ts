import { describe, expect, it } from 'vitest';
import { createApi } from '../../../src/api/calls.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { formId, idempotencyKey } from '../../../src/domain/ids.ts';
import { REFERENCE_NAMES } from '../../../src/domain/web-names.ts';
import { apiPort, observeResponses } from '../../../src/sync/ports/browser-ports.ts';
import type { ApiRequest } from '../../../src/sync/ports/ports.ts';

describe('the API port', () => {
  const form = formId('11111111-1111-4111-8111-111111111111');
  const guid = '22222222-2222-4222-8222-222222222222';
  const good = { wasSuccessful: true, heading: '', description: '', modelState: {} };

  function portWith(answer: () => Response) {
    const sent: { url: string; init: RequestInit }[] = [];
    const api = createApi({
      baseAddress: '/api',
      applicationKey: 'key',
      names: REFERENCE_NAMES,
      accepts: async () => null,
      keyRefusal: { isKnown: async () => false, keep: async () => {} },
      clientState: async () => null,
      fetch: async (url, init) => {
        sent.push({ url: String(url), init: init ?? {} });
        return answer();
      },
      deviceIdentifier: async () => 'device',
      antiForgeryToken: async () => 'token',
    });
    return { port: apiPort(api), sent };
  }
  const json =
    (body: unknown, status = 200) =>
    () =>
      Response.json(body, { status });
  const options = {
    idempotencyKey: idempotencyKey('step-key'),
    timeoutMs: 1000,
    signal: new AbortController().signal,
  };
  const file = new Blob(['bytes'], { type: 'image/jpeg' });
  const upload = (call: 'SaveSignature' | 'SaveIdDocument', kind: FormKind): ApiRequest => ({
    call,
    kind,
    formId: form,
    file,
    fileName: 'id-document-12345678.jpg',
  });

  describe('the drain’s call', () => {
    it.each<[ApiRequest, string, string]>([
      [{ call: 'GetInfo' }, 'GET', '/api/Info/GetInfo'],
      [
        { call: 'RegisterSim', kind: 'registration', formId: form, json: '{}' },
        'POST',
        '/api/SimRegistration/RegisterSim',
      ],
      [
        { call: 'ReplaceSim', kind: 'replacement', formId: form, json: '{}' },
        'POST',
        '/api/SimReplacement/ReplaceSim',
      ],
      [upload('SaveSignature', 'registration'), 'POST', '/api/SimRegistration/SaveSignature'],
      [upload('SaveSignature', 'replacement'), 'POST', '/api/SimReplacement/SaveSignature'],
      [upload('SaveIdDocument', 'registration'), 'POST', '/api/SimRegistration/SaveIdDocument'],
      [upload('SaveIdDocument', 'replacement'), 'POST', '/api/SimReplacement/SaveIdDocument'],
      [
        {
          ...upload('SaveIdDocument', 'registration'),
          call: 'SaveCompanyRegistrationDocument',
        } as ApiRequest,
        'POST',
        '/api/SimRegistration/SaveCompanyRegistrationDocument',
      ],
      [
        { ...upload('SaveIdDocument', 'replacement'), call: 'SavePoliceDocument' } as ApiRequest,
        'POST',
        '/api/SimReplacement/SavePoliceDocument',
      ],
      [
        { call: 'RemoveDocument', kind: 'registration', formId: form, formFileId: '7' },
        'DELETE',
        `/api/SimRegistration/RemoveDocument?formId=${form}&registrationFileId=7`,
      ],
      [
        { call: 'RemoveDocument', kind: 'replacement', formId: form, formFileId: '7' },
        'DELETE',
        `/api/SimReplacement/RemoveDocument?formId=${form}&registrationFileId=7`,
      ],
    ])('%o', async (request, method, url) => {
      const { port, sent } = portWith(json({ ...good, formGuid: guid, documents: [] }));
      const answer = await port.send(request, options);
      expect(answer).toMatchObject({ status: 'result', httpStatus: 200 });
      expect(sent[0]).toMatchObject({ url, init: { method } });
    });

    it('puts the form number before the frozen body, and changes nothing else', async () => {
      const { port, sent } = portWith(json(good));
      const frozen = '{"formData":{"surname":"Nkosi"},"latitude":null}';
      await port.send(
        { call: 'RegisterSim', kind: 'registration', formId: form, json: frozen },
        options,
      );
      expect(sent[0]?.init.body).toBe(
        `{"formId":"${form}","formData":{"surname":"Nkosi"},"latitude":null}`,
      );
    });

    it('sends the Blob itself, with its name', async () => {
      const { port, sent } = portWith(json({ ...good, documents: [] }));
      await port.send(upload('SaveIdDocument', 'registration'), options);
      const body = sent[0]?.init.body as FormData;
      expect([...body.keys()]).toEqual(['FormId', 'Files']);
      expect((body.get('Files') as File).name).toBe('id-document-12345678.jpg');
    });

    it('passes on lists and form numbers, and distinguishes no list from an empty one', async () => {
      const entry = { formFileId: 7, name: 'a.jpg', documentUrl: '/x', loading: false };
      const listed = portWith(json({ ...good, documents: [entry] }));
      expect(
        await listed.port.send(upload('SaveIdDocument', 'registration'), options),
      ).toMatchObject({ result: { documents: [{ formFileId: '7', name: 'a.jpg' }] } });
      const empty = portWith(json({ ...good, documents: [] }));
      const none = portWith(() => new Response(null, { status: 204 }));
      const [one, two] = [
        await empty.port.send(upload('SaveIdDocument', 'registration'), options),
        await none.port.send(upload('SaveIdDocument', 'registration'), options),
      ];
      expect(one.status === 'result' && one.result.documents).toEqual([]);
      expect(two.status === 'result' && two.result.documents).toBeUndefined();
      const info = portWith(
        json({ ...good, formGuid: guid, titleOptions: [{ value: 'Ms', label: 'Ms' }] }),
      );
      expect(await info.port.send({ call: 'GetInfo' }, options)).toMatchObject({
        result: { info: { formGuid: guid, titleOptions: [{ value: 'Ms', label: 'Ms' }] } },
      });
    });

    it('returns the specification’s exception as an answer', async () => {
      const { port } = portWith(
        () => new Response('gone', { status: 410, headers: { 'Retry-After': '5' } }),
      );
      expect(await port.send({ call: 'GetInfo' }, options)).toMatchObject({
        status: 'unexpected',
        httpStatus: 410,
        headers: { 'retry-after': '5' },
      });
    });
  });
});

describe('observed answers', () => {
  const answer = (status: number, requestId?: string): Response =>
    new Response(null, { status, headers: requestId ? { 'X-Request-Id': requestId } : {} });

  /** Returns a fetch that gives these answers, one after the other. `kept` lists the facts that were stored about them. */
  function listening(...answers: readonly Response[]) {
    const kept: unknown[] = [];
    let next = 0;
    const call = observeResponses(
      async () => answers[next++] ?? Promise.reject(new TypeError('Failed to fetch')),
      () => 5,
      async (one) => {
        kept.push(one);
      },
    );
    return { call, kept };
  }

  describe('the server’s last answer', () => {
    it('is stored with call, status and log id, without any value of the address', async () => {
      const { call, kept } = listening(answer(503, 'abc-1'));
      expect((await call('/api/SimRegistration/RemoveDocument?formId=secret')).status).toBe(503);
      expect(kept).toEqual([
        { at: 5, call: 'RemoveDocument', httpStatus: 503, requestId: 'abc-1' },
      ]);
    });

    it('is stored for each failure, and for a success only if it is the first or ends failures', async () => {
      const { call, kept } = listening(
        ...[200, 204, 200, 500, 409, 200, 200].map((n) => answer(n)),
      );
      for (let n = 0; n < 7; n += 1) await call('https://api.example/api/Info/GetInfo');
      expect(kept).toMatchObject([200, 500, 409, 200].map((httpStatus) => ({ httpStatus })));
    });

    it('stays unchanged without an answer', async () => {
      const { call, kept } = listening();
      await expect(call('/api/Info/GetInfo')).rejects.toThrow('Failed to fetch');
      expect(kept).toEqual([]);
    });

    it('is not a redirect that the browser hides', async () => {
      // Node cannot make an opaque redirect. This response has the same status, 0.
      const hidden = Response.error();
      expect(hidden.status).toBe(0);
      const { call, kept } = listening(answer(200), hidden, answer(200));
      for (let n = 0; n < 3; n += 1) await call('/api/Info/GetInfo');
      expect(kept).toMatchObject([{ httpStatus: 200 }, { httpStatus: 200 }]);
    });

    it('never makes a call fail', async () => {
      const full = () => Promise.reject(new Error('The disk is full.'));
      const call = observeResponses(async () => answer(500), Date.now, full);
      expect((await call('/api/Info/GetInfo')).status).toBe(500);
    });
  });
});
