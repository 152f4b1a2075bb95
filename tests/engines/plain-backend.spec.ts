import { expect } from '@playwright/test';
import { PlainBackend, type Seen } from '../support/backend/plain-backend.ts';
import { Gate } from '../support/network/gate.ts';
import { test as base } from './engine-test.ts';
import { fillRegistration, install, submit, takePhoto } from './registration.ts';

/** The phone's backend implements only the specification. It announces nothing. */
const test = base.extend<{ plain: PlainBackend }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants this pattern.
  plain: async ({}, use) => {
    const plain = await PlainBackend.start();
    await use(plain);
    await plain.stop();
  },
  gate: async ({ plain }, use) => {
    const gate = await Gate.start(plain.address);
    await use(gate);
    await gate.stop();
  },
});

/** Headers that the browser adds. They differ between browsers, so they are not compared. */
const OF_BROWSER =
  /^(?:host|connection|user-agent|sec-.*|accept-(?:language|encoding)|referer|origin|cookie|cache-control|pragma|content-length|priority|te|dnt|upgrade-insecure-requests)$/;

/**
 * A request as text: its address, the app's headers, its JSON, and the names and texts of its parts. Ids, boundaries and
 * anti-forgery tokens are masked, because they differ in each run. The bytes of a file are left out, because each browser
 * encodes a picture differently.
 */
function asText({ method, path, query, headers, json, parts }: Seen): string {
  const own = Object.entries(headers)
    .filter(([name]) => !OF_BROWSER.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`);
  const search = [...query].map(([name, value]) => `${name}=${value}`).join('&');
  const body = [
    ...(json === null ? [] : [JSON.stringify(json)]),
    ...parts.map(({ name, fileName, text }) => `${name}: ${fileName ?? text}`),
  ];
  return [`${method} ${path}${search === '' ? '' : `?${search}`}`, ...own.toSorted(), ...body]
    .join('\n')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/boundary=.*|(?<=-)[0-9a-f]{8}(?=\.(?:jpg|png|webp)$)|(?<=token-)\d+/gm, '…');
}

const ofCaller = 'x-application-key: veld-local-key\nx-device-identifier: <id>';
const ofChange = `idempotency-key: <id>\n${ofCaller}\nx-xsrf-token: token-…`;
const upload = (call: string, file: string) => `POST /api/SimRegistration/${call}
accept: application/json
content-type: multipart/form-data; …
${ofChange}
FormId: <id>
Files: ${file}`;

/** The requests of commit 52a5bae0, the last version before the operator's verdicts. */
const getInfo = `GET /api/Info/GetInfo\naccept: application/json\n${ofCaller}`;
const delivery = [
  `POST /api/SimRegistration/RegisterSim
accept: application/json
content-type: application/json
${ofChange}
{"formId":"<id>","formData":{"title":"Ms","firstName":"Thandi","surname":"Nkosi","idNumber":"8001015009087","cellphone":"+27821234567","simCardNumber":"8927010000001234560","streetName":"Behind the Mzamo school","suburb":"KwaNdengezi","city":"Pinetown"},"latitude":-33.918861,"longitude":18.4233,"isBusinessCustomer":false}`,
  upload('SaveSignature', 'signature-….png'),
  upload('SaveIdDocument', 'id-document-….jpg'),
];
/** The phone asks for one formGuid for the form, and for five more for its pool. */
const NUMBERS = 6;

test(
  'a backend that announces nothing gets the same requests as from the version before verdicts, and no other',
  {
    tag: ['@chromium'],
  },
  async ({ plain, gate, phone }, info) => {
    const texts = () => plain.seen.map(asText);
    const numbers = () => texts().filter((text) => text === getInfo).length;
    await install(phone);
    const photo = info.outputPath('id.jpg');
    await takePhoto(phone, photo);
    gate.close();
    await phone.open('/register');
    await fillRegistration(phone, photo);
    await submit(phone);
    gate.open();
    await phone.sees(/^Sent$/m);
    await expect.poll(numbers).toBeGreaterThanOrEqual(NUMBERS);
    // If a backend announces verdicts, the phone reads them at each start.
    for (const path of ['/', '/outbox', '/']) await phone.open(path);
    await phone.sees('all sent');
    expect(texts().filter((text) => text !== getInfo)).toEqual(delivery);
    // If the gate closes during an answer, the phone asks once more.
    expect(numbers()).toBeLessThanOrEqual(NUMBERS + 1);
    expect(phone.complaints).toEqual([]);
  },
);
