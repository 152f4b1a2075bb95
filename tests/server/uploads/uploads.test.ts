import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import { boundary, multipartBody, multipartType } from '../support/multipart.ts';
import { filePart, formIdPart, jpeg, pdf, png, webp } from '../support/samples.ts';

const saveId = '/api/SimRegistration/SaveIdDocument';
const saveSignature = '/api/SimRegistration/SaveSignature';
const megabyte = 1024 * 1024;

let server: Harness;
let phone: Device;
let formId: string;
beforeEach(async () => {
  server = await openHarness();
  phone = server.device();
  formId = await phone.newForm();
});
afterEach(async () => {
  // After each test: no unfinished file is left, and each row has exactly one file.
  const { kept, incoming } = server.onDisk();
  const forms = await server.stored();
  const files = forms.flatMap(({ signature, documents }) => [...signature, ...documents]);
  expect(incoming).toEqual([]);
  expect(files.map(({ storageName }) => storageName).toSorted()).toEqual(kept.toSorted());
  await server.close();
});

const upload = (name: string, bytes: Buffer, type?: string) =>
  phone.upload(saveId, [formIdPart(formId), filePart(name, bytes, type)]);
const sized = (size: number) => Buffer.concat([pdf(), Buffer.alloc(size - pdf().length, 'x')]);

describe('sizes and counts', () => {
  it('10 MB is accepted, one byte more is 413', async () => {
    expect((await upload('exact.pdf', sized(10 * megabyte))).status).toBe(200);
    const over = await upload('over.pdf', sized(10 * megabyte + 1));
    expect([over.status, over.json.status]).toEqual([413, 413]);
    expect(server.onDisk().kept).toHaveLength(1);
  });

  it('one file that is too big makes the whole call fail', async () => {
    const reply = await phone.upload(saveId, [
      formIdPart(formId),
      filePart('small.jpg', jpeg()),
      filePart('big.pdf', sized(11 * megabyte)),
      filePart('small-too.jpg', jpeg('too')),
    ]);
    expect(reply.status).toBe(413);
    expect(server.onDisk().kept).toEqual([]);
  });

  it('a form can have ten files of a kind, and not eleven', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => filePart(`${n}.jpg`, jpeg(`${n}`)));
    expect((await phone.upload(saveId, [formIdPart(formId), ...ten])).status).toBe(200);
    const eleventh = await upload('10.jpg', jpeg('10'));
    expect(eleventh.status).toBe(400);
    expect(Object.keys(eleventh.json.errors)).toEqual(['Files']);
    const otherKind = await phone.upload('/api/SimRegistration/SaveCompanyRegistrationDocument', [
      formIdPart(formId),
      filePart('10.jpg', jpeg('10')),
    ]);
    expect(otherKind.status).toBe(200);
    expect((await upload('9.jpg', jpeg('9'))).status).toBe(200);
  });

  it.each([11, 1001])('%i files in one call are 413', async (many) => {
    const files = Array.from({ length: many }, (_, n) => filePart(`${n}.jpg`, jpeg(`${n}`)));
    expect((await phone.upload(saveId, [formIdPart(formId), ...files])).status).toBe(413);
  });

  it('1001 fields in one call are 413', async () => {
    const fields = Array.from({ length: 1001 }, () => formIdPart(formId));
    expect((await phone.upload(saveId, fields)).status).toBe(413);
  });

  it('a body with a too large declared length is refused before it is read', async () => {
    const reply = await phone.upload(saveId, [formIdPart(formId)], {
      'content-length': String(200 * megabyte),
    });
    expect(reply.status).toBe(413);
  });
});

describe('a name of a form', () => {
  it('belongs to one kind of document, also for the same bytes', async () => {
    const company = '/api/SimRegistration/SaveCompanyRegistrationDocument';
    const parts = [formIdPart(formId), filePart('a.jpg', jpeg('a'))];
    expect((await phone.upload(saveId, parts)).status).toBe(200);
    const other = await phone.upload(company, parts);
    expect([other.status, other.json.title]).toEqual([
      409,
      'Another file has this name on this form',
    ]);
    expect(server.onDisk().kept).toHaveLength(1);
    const again = await phone.upload(saveId, parts);
    expect([again.status, again.json.documents.length]).toEqual([200, 1]);
  });
});

describe('types', () => {
  it('are detected by the first bytes, not by the name or the declared type', async () => {
    await upload('really-a.pdf', jpeg(), 'application/pdf');
    await upload('b.jpg', png('b'), 'text/html');
    await upload('c', webp('c'), 'application/octet-stream');
    await upload('d.exe', pdf('d'), 'image/svg+xml');
    const documents = (await server.stored()).flatMap((form) => form.documents);
    const types = documents.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(types.map(({ contentType }) => contentType)).toEqual([
      'image/png',
      'image/webp',
      'application/pdf',
      'image/jpeg',
    ]);
  });

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a GIF', 'GIF89a...'],
    ['an archive', 'PK\x03\x04'],
    ['a program', 'MZ'],
    ['nothing', ''],
    ['almost a PNG', '\x89PNG\r\n\x1a'],
    ['a RIFF that is no WebP', 'RIFF\x10\0\0\0WAVEfmt '],
  ])('%s under the name of a photo is refused', async (_, text) => {
    const reply = await upload('photo.jpg', Buffer.from(text, 'latin1'), 'image/jpeg');
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.json.errors)).toEqual(['Files']);
  });

  it.each([
    ['a photo cut short', jpeg().subarray(0, -2), /damaged or cut short/],
    [
      'a photo with HTML after its end',
      Buffer.concat([jpeg(), Buffer.from('<p>')]),
      /after its end/,
    ],
    ['a picture that is a bomb', png('', 50_000, 50_000), /50 million pixels/],
    ['a PDF with a script', pdf('<</S/JavaScript>>'), /scripts/],
  ])('%s is refused in words, and nothing of it is kept', async (_, bytes, says) => {
    const reply = await upload('photo.jpg', bytes);
    expect([reply.status, reply.json.errors.Files]).toEqual([400, [expect.stringMatching(says)]]);
    expect(server.onDisk()).toEqual({ kept: [], incoming: [] });
  });

  it('HTML inside a photo can only be downloaded as a photo', async () => {
    const polyglot = jpeg('<script>alert(1)</script>');
    const { json } = await upload('photo.html', polyglot, 'text/html');
    const reply = await phone.call({ url: json.documents[0].documentUrl });
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(reply.headers['content-disposition']).toMatch(/^attachment; /);
  });

  it('a signature must be a PNG', async () => {
    const sign = (bytes: Buffer) =>
      phone.upload(saveSignature, [formIdPart(formId), filePart('s.png', bytes, 'image/png')]);
    expect((await sign(jpeg())).json.errors.Files).toEqual([
      'This file is not of a type that is accepted: PNG.',
    ]);
    expect((await sign(png())).status).toBe(200);
  });
});

describe('names', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['/etc/passwd', 'passwd'],
    ['C:\\ID\\id.jpg', 'id.jpg'],
    ['%2e%2e%2fpasswd', '%2e%2e%2fpasswd'],
    ['CON', 'CON'],
    ['id  kopie é 身份.jpg', 'id  kopie é 身份.jpg'],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('%s is only data', async (given, kept) => {
    const { json } = await upload(given, jpeg());
    expect(json.documents[0].name).toBe(kept);
    expect(server.onDisk().kept[0]).toMatch(/^(2026\/11\/20\/)?[0-9a-f-]{36}$/);
  });

  it.each([
    'x'.repeat(201),
    '',
    '..',
    'a/',
    'a\0.jpg',
    'a\u0007.jpg',
    'photo\u202egpj.exe',
    'a\u200bb.jpg',
    'a\u00adb.jpg',
    'a\u2028b.jpg',
    'a\u2029b.jpg',
    'a\u061cb.jpg',
    'a\u{e0041}b.jpg',
    'a\u2066b',
  ])('%j is refused', async (name) => {
    const reply = await upload(name, jpeg());
    expect(reply.status).toBe(400);
    expect(reply.json.errors.Files ?? reply.json.errors.$).toHaveLength(1);
  });

  it('are sent as RFC 6266 requires, and cannot break the header', async () => {
    const name = 'naam; x="y" 身份.jpg';
    const parts = [formIdPart(formId), filePart(name.replaceAll('"', '%22'), jpeg())];
    const { json } = await phone.upload(saveId, parts);
    const reply = await phone.call({ url: json.documents[0].documentUrl });
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="naam; x=_22y_22 __.jpg"; filename*=UTF-8''naam%3B%20x%3D%2522y%2522%20%E8%BA%AB%E4%BB%BD.jpg`,
    );
  });
});

describe('a malformed body', () => {
  const raw = (text: string) =>
    server.app.inject({
      method: 'POST',
      url: saveId,
      headers: {
        'x-application-key': 'test-key',
        'x-device-identifier': phone.id,
        cookie: `XSRF-TOKEN=${phone.token()}`,
        'x-xsrf-token': phone.token(),
        'content-type': multipartType,
      },
      payload: Buffer.from(text, 'latin1'),
    });

  it('is refused and leaves no file, at any point of truncation', async () => {
    const parts = [formIdPart(formId), filePart('a.jpg', jpeg()), filePart('b.jpg', jpeg('b'))];
    const whole = multipartBody(parts).toString('latin1');
    const statuses = new Set<number>();
    for (let cut = 0; cut < whole.length - 4; cut += 7) {
      const reply = await raw(whole.slice(0, cut));
      statuses.add(reply.statusCode);
      expect(server.onDisk()).toEqual({ kept: [], incoming: [] });
    }
    // If the body is cut within a part, the same call may succeed later: 408. If it is cut between parts, a part is missing: 400.
    expect([...statuses].sort()).toEqual([400, 408]);
    const inTheFile = whole.indexOf('b.jpg') + 60;
    expect((await raw(whole.slice(0, inTheFile))).statusCode).toBe(408);
  });

  it('is refused if its parts are missing, unknown or in the wrong order', async () => {
    const bodies = [
      [],
      [formIdPart(formId)],
      [filePart('a.jpg', jpeg())],
      [filePart('a.jpg', jpeg()), formIdPart(formId)],
      [formIdPart('nonsense'), filePart('a.jpg', jpeg())],
      [formIdPart(formId), { ...filePart('a.jpg', jpeg()), name: 'Other' }],
      [{ name: 'Canary', text: formId }, filePart('a.jpg', jpeg())],
      [{ name: '__proto__', text: formId }, filePart('a.jpg', jpeg())],
      [{ name: 'FormId', text: 'x'.repeat(500) }, filePart('a.jpg', jpeg())],
      [formIdPart(randomUUID()), filePart('a.jpg', jpeg())],
    ];
    for (const parts of bodies) {
      const reply = await phone.upload(saveId, parts);
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.json.errors).length).toBeGreaterThan(0);
      expect(reply.text).not.toContain('Canary');
    }
  });

  it('is refused if its boundary is too long', async () => {
    const reply = await phone.call({
      method: 'POST',
      url: saveId,
      body: 'x',
      headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(5000)}` },
    });
    expect([reply.status, Object.keys(reply.json.errors)]).toEqual([400, ['Files']]);
    expect(server.logged()).not.toContain('"level":"error"');
  });

  it('is refused without a boundary', async () => {
    const reply = await phone.upload(saveId, [formIdPart(formId)], {
      'content-type': 'multipart/form-data',
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.text).not.toContain(boundary);
  });
});
