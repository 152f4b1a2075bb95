import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pick } from '../../support/fakes/seeded-random.ts';
import { fetchDocumented, Undocumented } from './documented.ts';
import { multipartBody, multipartType } from './multipart.ts';
import { filePart, formIdPart, individual, jpeg, png, registrationBody } from './samples.ts';

/** A phone's registration after every call was acknowledged. */
export type Registered = Readonly<{
  formId: string;
  surname: string;
  signature: Buffer;
  document: Buffer;
}>;

/** The timeout of a call. A healthy server answers in time, a stopped one does not. */
const PATIENCE_MS = 1500;
const FOR_EVER = 400;

type Sent = Readonly<{ status: number; headers: Headers; text: string }>;

/**
 * A phone that registers one customer as the app does. Each call has its own key, and is sent to any server until one acknowledges
 * it. `resumableUpload`: the phone sends its photo as a resumable upload, whose pieces go to different servers.
 */
export async function registerByTrying(
  ports: readonly number[],
  index: number,
  random: () => number,
  resumableUpload: boolean,
  deviceId: string = randomUUID(),
): Promise<Registered> {
  const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  let token = '';
  const send = async (
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<Sent | null> => {
    try {
      const reply = await fetchDocumented(`http://127.0.0.1:${pick(ports, random)}${path}`, {
        ...init,
        method,
        headers: {
          'x-application-key': 'test-key',
          'x-device-identifier': deviceId,
          'x-forwarded-for': address,
          cookie: `XSRF-TOKEN=${token}`,
          'x-xsrf-token': token,
          ...Object(init.headers),
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { status: reply.status, headers: reply.headers, text: await reply.text() };
    } catch (error) {
      if (error instanceof Undocumented) throw error;
      return null;
    }
  };
  const tried = async (act: () => Promise<Sent | null>): Promise<Sent> => {
    for (let tries = 0; tries < FOR_EVER; tries += 1) {
      const sent = await act();
      if (sent?.status === 200) return sent;
      const mayPass =
        sent === null || sent.status >= 500 || [404, 408, 409, 429].includes(sent.status);
      if (!mayPass) throw new Error(`The call was refused: ${sent.status} ${sent.text}`);
      await wait(50 + 200 * random());
    }
    throw new Error('No server ever acknowledged the call.');
  };

  const info = await tried(() => send('GET', '/api/Info/GetInfo'));
  token = /XSRF-TOKEN=([^;]+)/.exec(info.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const formId = String(JSON.parse(info.text).formGuid);
  const surname = `Nkosi ${index}`;
  const [signature, document] = [png(`signature ${index}`), jpeg(`document ${index} `, 40_000)];

  const post = (call: string, body: string | Buffer, type: string) => {
    const headers = { 'content-type': type, 'idempotency-key': randomUUID() };
    const init = { headers, body: typeof body === 'string' ? body : new Uint8Array(body) };
    return tried(() => send('POST', `/api/SimRegistration/${call}`, init));
  };
  const form = { ...registrationBody(formId), formData: { ...individual, surname } };
  await post('RegisterSim', JSON.stringify(form), 'application/json');
  const signed = multipartBody([
    formIdPart(formId),
    filePart('signature.png', signature, 'image/png'),
  ]);
  await post('SaveSignature', signed, multipartType);
  const whole = multipartBody([formIdPart(formId), filePart('a.jpg', document)]);
  if (resumableUpload) await sendInPieces(send, tried, whole);
  else await post('SaveIdDocument', whole, multipartType);
  return { formId, surname, signature, document };
}

/** Asks for the offset, sends a third of the body, and so on. Each request goes to any server. */
async function sendInPieces(
  send: (method: string, path: string, init?: RequestInit) => Promise<Sent | null>,
  tried: (act: () => Promise<Sent | null>) => Promise<Sent>,
  whole: Buffer,
): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  let path: string | null = null;
  await tried(async () => {
    if (path === null) {
      const created = await send('POST', '/api/SimRegistration/SaveIdDocument', {
        headers: {
          ...key,
          'content-type': multipartType,
          'upload-complete': '?0',
          'upload-length': String(whole.length),
        },
      });
      path = created?.headers.get('location') ?? null;
      if (path === null) return created;
    }
    const known = await send('HEAD', path, { headers: key });
    if (known?.status === 404) path = null;
    if (known?.status !== 204 || path === null) return known;
    const offset = Number(known.headers.get('upload-offset'));
    const end = Math.min(whole.length, offset + Math.ceil(whole.length / 3));
    const sent: Sent | null = await send('PATCH', path, {
      headers: {
        ...key,
        'content-type': 'application/partial-upload',
        'upload-offset': String(offset),
        'upload-complete': end === whole.length ? '?1' : '?0',
      },
      body: new Uint8Array(whole.subarray(offset, end)),
    });
    // More pieces follow at once.
    return sent?.status === 204 ? null : sent;
  });
}
