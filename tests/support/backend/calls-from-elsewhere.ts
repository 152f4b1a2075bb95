import { createApi } from '../../../src/api/calls.ts';
import type { CallOptions, UploadParts } from '../../../src/api/client.ts';
import { answerOf } from '../../../src/api/read-answer.ts';
import { type FormId, formId, idempotencyKey } from '../../../src/domain/ids.ts';
import type { Answer, GenericResult } from '../../../src/domain/outcome.ts';
import type { ResumeSupport } from '../../../src/domain/resume-support.ts';
import { REFERENCE_NAMES } from '../../../src/domain/web-names.ts';

const PHOTO_BYTES = 60_000;

/** The options of an upload in pieces, on a device that knows nothing about the backend yet. */
function pieces(): UploadParts {
  let support: ResumeSupport | null = null;
  return {
    clock: {
      now: () => Date.now(),
      ticks: () => performance.now(),
      sleep: async () => undefined,
    },
    support: {
      read: async () => support,
      keep: async (told) => {
        support = told;
      },
    },
    begun: null,
    isNew: true,
    pieceBytes: () => 20_000,
    came: async () => true,
    sent: () => undefined,
  };
}

/** The result of a call: 'done', 'refused', or the reason why there is no result. */
function wordOf(answer: Answer<GenericResult>): string {
  if (answer.status === 'unexpected') return `unexpected ${answer.httpStatus}`;
  if (answer.status !== 'result') return answer.status;
  return answer.result.wasSuccessful ? 'done' : 'refused';
}

/** The app's own client, for a backend at another origin that announced every feature. */
function clientOf(baseAddress: string, applicationKey: string) {
  let isKeyRefused = false;
  const api = createApi({
    baseAddress,
    applicationKey,
    names: REFERENCE_NAMES,
    accepts: async () => true,
    clientState: async () => null,
    keyRefusal: {
      isKnown: async () => isKeyRefused,
      keep: async () => {
        isKeyRefused = true;
      },
    },
    fetch: (input, init) => fetch(input, init),
    deviceIdentifier: async () => '0d4a1d0e-8f4a-4f5c-9d3b-5c6a1f0e2b7d',
    antiForgeryToken: async () => null,
  });
  let keys = 0;
  const options = (): CallOptions => {
    keys += 1;
    const key = idempotencyKey(`5f0f9f5e-6a44-4c8c-9d2f-${String(keys).padStart(12, '0')}`);
    return { timeoutMs: 20_000, idempotencyKey: key };
  };
  return { api, options };
}

/** A form without most of its fields. If the server refuses it, the call has arrived. */
const requestOf = (form: FormId) => ({
  formId: form,
  formData: { firstName: 'Thandi' },
  latitude: null,
  longitude: null,
  isBusinessCustomer: false,
});

/** Sends registrations with three photos each, one call after another. Returns the result of each call. */
async function registerOften(baseAddress: string, applicationKey: string, times: number) {
  const { api, options } = clientOf(baseAddress, applicationKey);
  const data = new Blob(['photo'], { type: 'image/jpeg' });
  const words: string[] = [];
  for (let n = 0; n < times; n += 1) {
    const info = await answerOf(() => api.getInfo(options()));
    words.push(wordOf(info));
    const form = formId(info.status === 'result' ? info.result.formGuid : 'none');
    const files = (fileName: string) => ({ formId: form, files: [{ data, fileName }] });
    const calls = [
      () => api.sendForm('registration', requestOf(form), options()),
      () => api.saveSignature('registration', files('signature-0a1b2c3d.png'), options()),
      ...['1', '2', '3'].map(
        (page) => () =>
          api.saveDocument('registration', 'SaveIdDocument', files(`page-${page}.jpg`), options()),
      ),
    ];
    for (const call of calls) words.push(wordOf(await answerOf<GenericResult>(call)));
  }
  return words;
}

/** Makes every kind of call of the app to a backend at another origin. Returns the result of each. */
async function callAll(baseAddress: string, applicationKey: string, jpeg: string) {
  const { api, options } = clientOf(baseAddress, applicationKey);
  const info = await answerOf(() => api.getInfo(options()));
  const form = formId(info.status === 'result' ? info.result.formGuid : 'none');
  const picture = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
  const data = new Blob([picture, new Uint8Array(PHOTO_BYTES)], { type: 'image/jpeg' });
  const save = (fileName: string, resumableUpload?: UploadParts) =>
    answerOf(() =>
      api.saveDocument(
        'registration',
        'SaveIdDocument',
        { formId: form, files: [{ data, fileName }] },
        { ...options(), resumableUpload },
      ),
    );
  const whole = await save('id-document-0a1b2c3d.jpg');
  const resumableUpload = await save('id-document-4e5f6a7b.jpg', pieces());
  const sent = await answerOf(() => api.sendForm('registration', requestOf(form), options()));
  const [listed] = whole.status === 'result' ? (whole.result.documents ?? []) : [];
  const removal = { formId: form, registrationFileId: listed?.formFileId ?? '1' };
  const removed = await answerOf(() => api.removeDocument('registration', removal, options()));
  const busy = await answerOf(() => api.getInfo(options()));
  return {
    info: wordOf(info),
    whole: wordOf(whole),
    resumableUpload: wordOf(resumableUpload),
    form: wordOf(sent),
    removal: wordOf(removed),
    retryAfter: busy.status === 'unexpected' ? (busy.headers['retry-after'] ?? '') : busy.status,
  };
}

export type CalledFromElsewhere = Awaited<ReturnType<typeof callAll>>;

Object.assign(globalThis, { callAll, registerOften });
