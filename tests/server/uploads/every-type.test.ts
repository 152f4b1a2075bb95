import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsOf } from '../../../src/domain/forms/document-kinds.ts';
import { formKindRows } from '../../../src/domain/forms/form-kinds.ts';
import { type SentType, sentTypes, wireFileName } from '../../../src/domain/forms/sent-files.ts';
import { attachmentId } from '../../../src/domain/ids.ts';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import { filePart, formIdPart, jpeg, pdf, png, webp } from '../support/samples.ts';

const bytesOf: Readonly<Record<SentType, Buffer>> = {
  'image/jpeg': jpeg(),
  'image/png': png(),
  'image/webp': webp(),
  'application/pdf': pdf(),
};

/** Each file that the app can send: of each form and kind, in each type. It has the app's own file name. */
const cases = formKindRows.flatMap(({ kind: form, folder }) =>
  [{ kind: 'signature' as const, call: 'SaveSignature' }, ...documentsOf(form)].flatMap(
    ({ kind, call }) => sentTypes.map((type) => ({ url: `/api/${folder}/${call}`, kind, type })),
  ),
);

let server: Harness;
let phone: Device;
beforeAll(async () => {
  server = await openHarness();
  phone = server.device();
});
afterAll(() => server.close());

const isTaken = ({ kind, type }: (typeof cases)[number]): boolean =>
  kind !== 'signature' || type === 'image/png';

async function uploaded({ url, kind, type }: (typeof cases)[number]) {
  const formId = await phone.newForm();
  const name = wireFileName(kind, attachmentId(crypto.randomUUID()), type);
  const parts = [formIdPart(formId), filePart(name, bytesOf[type], type)];
  const { status } = await phone.upload(url, parts);
  const form = (await server.stored()).find((each) => each.formId === formId);
  const files = form === undefined ? [] : [...form.signature, ...form.documents];
  return { status, files };
}

describe('the server accepts every file type of a form:', () => {
  it.each(cases.filter(isTaken))('stores unchanged: $url, $type', async (file) => {
    const { files, status } = await uploaded(file);
    expect(status).toBe(200);
    expect(files).toMatchObject([{ contentType: file.type }]);
    for (const stored of files) expect(server.bytesOf(stored)).toEqual(bytesOf[file.type]);
  });

  it.each(cases.filter((file) => !isTaken(file)))(
    'refuses as a signature: $url, $type',
    async (file) => {
      expect(await uploaded(file)).toEqual({ status: 400, files: [] });
    },
  );
});
