import { type Api, createApi } from '../../src/api/calls.ts';
import type { ApiConfig, CallOptions, UploadParts } from '../../src/api/client.ts';
import { formId, idempotencyKey } from '../../src/domain/ids.ts';
import type { ResumeSupport } from '../../src/domain/resume-support.ts';
import { REFERENCE_NAMES } from '../../src/domain/web-names.ts';

export const options: CallOptions = {
  timeoutMs: 5_000,
  idempotencyKey: idempotencyKey('5f0f9f5e-6a44-4c8c-9d2f-1b2a3c4d5e6f'),
};
export const form = formId('0b9f6b0e-90b5-4a2c-8f6d-0f3f3c1d2e4f');
export const success = {
  wasSuccessful: true,
  heading: 'Done',
  description: 'Saved.',
  modelState: {},
};

/** The options of an upload in pieces that was not begun. One piece has all remaining bytes. */
export function uploadParts(changes: Partial<UploadParts> = {}): UploadParts {
  let told: ResumeSupport | null = null;
  return {
    clock: { now: () => 0, ticks: () => 0, sleep: async () => {} },
    support: {
      read: async () => told,
      keep: async (support) => {
        told = support;
      },
    },
    begun: null,
    isNew: false,
    pieceBytes: () => 1_000_000,
    came: async () => true,
    sent: () => {},
    ...changes,
  };
}

/** Node's `fetch` takes no relative addresses. So the helper puts the path behind the server's address, as a browser would. */
export function apiAt(address: string, changes: Partial<ApiConfig> = {}): Api {
  return createApi({
    baseAddress: '/api',
    applicationKey: 'key-1',
    names: REFERENCE_NAMES,
    accepts: async () => null,
    keyRefusal: { isKnown: async () => false, keep: async () => {} },
    clientState: async () => null,
    fetch: (input, init) => fetch(new URL(String(input), address), init),
    deviceIdentifier: async () => 'device-1',
    antiForgeryToken: async () => 'token-1',
    ...changes,
  });
}

export const registration = {
  formId: form,
  formData: { firstName: 'Thandi', simCardNumber: '8927000000000000001' },
  latitude: -33.9,
  longitude: 18.4,
  isBusinessCustomer: false,
};
export const replacement = { ...registration, formData: { surname: 'Nkosi' } };
export const files = {
  formId: form,
  files: [
    { data: new Blob(['one'], { type: 'image/jpeg' }), fileName: 'id-document-0a1b2c3d.jpg' },
    { data: new Blob(['two!'], { type: 'image/png' }), fileName: 'id-document-4e5f6a7b.png' },
  ],
};
export const removal = { formId: form, registrationFileId: '42' };

type Send = (api: Api) => Promise<unknown>;
/** Each call of the specification's table: its method, its path, and the function that sends it. */
export const table: readonly (readonly [string, string, Send])[] = [
  ['GET', '/Info/GetInfo', (api) => api.getInfo(options)],
  [
    'POST',
    '/SimRegistration/RegisterSim',
    (api) => api.sendForm('registration', registration, options),
  ],
  [
    'POST',
    '/SimRegistration/SaveSignature',
    (api) => api.saveSignature('registration', files, options),
  ],
  [
    'POST',
    '/SimRegistration/SaveIdDocument',
    (api) => api.saveDocument('registration', 'SaveIdDocument', files, options),
  ],
  [
    'POST',
    '/SimRegistration/SaveCompanyRegistrationDocument',
    (api) => api.saveDocument('registration', 'SaveCompanyRegistrationDocument', files, options),
  ],
  [
    'DELETE',
    `/SimRegistration/RemoveDocument?formId=${form}&registrationFileId=42`,
    (api) => api.removeDocument('registration', removal, options),
  ],
  [
    'POST',
    '/SimReplacement/ReplaceSim',
    (api) => api.sendForm('replacement', replacement, options),
  ],
  [
    'POST',
    '/SimReplacement/SaveSignature',
    (api) => api.saveSignature('replacement', files, options),
  ],
  [
    'POST',
    '/SimReplacement/SaveIdDocument',
    (api) => api.saveDocument('replacement', 'SaveIdDocument', files, options),
  ],
  [
    'POST',
    '/SimReplacement/SavePoliceDocument',
    (api) => api.saveDocument('replacement', 'SavePoliceDocument', files, options),
  ],
  [
    'DELETE',
    `/SimReplacement/RemoveDocument?formId=${form}&registrationFileId=42`,
    (api) => api.removeDocument('replacement', removal, options),
  ],
];
