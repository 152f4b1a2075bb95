import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { boundary, multipartBody, multipartType } from '../../server/support/multipart.ts';
import { filePart, formIdPart, individual, jpeg, png } from '../../server/support/samples.ts';

const DOCUMENT_BYTES = 200_000;
const SIGNATURE_BYTES = 6000;
/** The share of a core that the load maker may use. At its own limit it would measure itself. */
const MAX_OWN_CPU = 0.6;

const document = jpeg('document', DOCUMENT_BYTES);
const signature = png('s'.repeat(SIGNATURE_BYTES - 100));

/** Returns a multipart body in pieces, so that the file's bytes are not copied. */
function upload(formId: string, name: string, file: Buffer, type: string): readonly Buffer[] {
  const [mark, end] = [Buffer.alloc(0), Buffer.from(`\r\n--${boundary}--\r\n`)];
  const framed = multipartBody([formIdPart(formId), filePart(name, mark, type)]);
  return [framed.subarray(0, framed.length - end.length), file, end];
}

/** A phone with its own address, so that the limits for one caller do not apply. */
export type Phone = Readonly<{
  headers: Readonly<Record<string, string>>;
  formId: string;
}>;

export type Reply = Readonly<{ status: number; text: string; cookie: string }>;

/** An answer with 503: the overloaded server asks to try again later. */
export class PutOff extends Error {}

let addresses = 0;

/** Returns a new address at each call, so that the server's limit for one caller does not apply. */
export function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export function ask(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
  body: readonly Buffer[] = [],
): Promise<Reply> {
  return new Promise((done, failed) => {
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    const asked = request({
      agent,
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headers, 'content-length': length },
    });
    asked.once('error', failed);
    asked.once('response', (response) => {
      let text = '';
      response.setEncoding('latin1');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('error', failed);
      response.once('end', () =>
        done({
          status: response.statusCode ?? 0,
          text,
          cookie: /XSRF-TOKEN=([^;]+)/.exec(String(response.headers['set-cookie']))?.[1] ?? '',
        }),
      );
    });
    for (const piece of body) asked.write(piece);
    asked.end();
  });
}

/** Asks for a form id, as each registration does first. */
export async function newPhone(agent: Agent, port: number): Promise<Phone> {
  const headers = {
    'x-application-key': 'veld-local-key',
    'x-device-identifier': randomUUID(),
    'x-forwarded-for': newAddress(),
  };
  const reply = await ask(agent, port, 'GET', '/api/Info/GetInfo', headers);
  if (reply.status === 503) throw new PutOff();
  if (reply.status !== 200) throw new Error(`GetInfo was answered ${reply.status}.`);
  return {
    headers: { ...headers, 'x-xsrf-token': reply.cookie, cookie: `XSRF-TOKEN=${reply.cookie}` },
    formId: JSON.parse(reply.text).formGuid,
  };
}

export const postForm = (
  agent: Agent,
  port: number,
  { formId, headers }: Phone,
): Promise<Reply> => {
  const place = { latitude: -31.58, longitude: 28.79, isBusinessCustomer: false };
  const body = Buffer.from(JSON.stringify({ formId, formData: individual, ...place }));
  return ask(
    agent,
    port,
    'POST',
    '/api/SimRegistration/RegisterSim',
    { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    [body],
  );
};

/** Sends a whole registration, each call with its own key. Calls `acknowledged` after each acknowledged call. */
export async function register(
  agent: Agent,
  port: number,
  documents: number,
  acknowledged: () => void = () => {},
): Promise<void> {
  const phone = await newPhone(agent, port);
  acknowledged();
  const must = (reply: Reply) => {
    if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.text}`);
    acknowledged();
  };
  must(await postForm(agent, port, phone));
  const post = async (call: string, name: string, file: Buffer, type: string) =>
    must(
      await ask(
        agent,
        port,
        'POST',
        `/api/SimRegistration/${call}`,
        { ...phone.headers, 'content-type': multipartType, 'idempotency-key': randomUUID() },
        upload(phone.formId, name, file, type),
      ),
    );
  await post('SaveSignature', 'signature.png', signature, 'image/png');
  for (let n = 0; n < documents; n += 1)
    await post('SaveIdDocument', `id-document-${n}.jpg`, document, 'image/jpeg');
}

export type LoadFigures = Readonly<{ registrations: number; seconds: number; ownCpu: number }>;

/** Lets `lanes` phones register one customer after another for `ms` milliseconds. */
export async function load(
  port: number,
  { documents, lanes, ms }: Readonly<{ documents: number; lanes: number; ms: number }>,
): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const cpu = process.cpuUsage();
  const from = performance.now();
  let registrations = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() - from < ms) {
        await register(agent, port, documents);
        registrations += 1;
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const { system, user } = process.cpuUsage(cpu);
  agent.destroy();
  const ownCpu = (system + user) / 1e6 / seconds;
  return { registrations, seconds, ownCpu };
}

/** Returns a text instead of a figure if the load maker itself was too busy. Returns null otherwise. */
export const tooBusy = (ownCpu: number): string | null =>
  ownCpu > MAX_OWN_CPU
    ? `not reported: the load maker used ${(ownCpu * 100).toFixed(0)} % of a core, more than ${MAX_OWN_CPU * 100} %`
    : null;
