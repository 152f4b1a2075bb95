import { describe, expect, it } from 'vitest';
import { wholeBody } from '../../src/api/client.ts';
import { idempotencyKey } from '../../src/domain/ids.ts';

const key = idempotencyKey('5f0f9f5e-6a44-4c8c-9d2f-1b2a3c4d5e6f');
const bytes = new Uint8Array([0, 1, 2, 13, 10, 45, 45, 255]);
const body = () =>
  wholeBody(
    'form-1',
    [{ data: new Blob([bytes], { type: 'image/jpeg' }), fileName: 'id "one".jpg' }],
    key,
  );

describe('a body that can be sent in parts', () => {
  it('equals the body of the browser’s own form', async () => {
    const { bytes: blob, contentType } = body();
    const form = await new Response(blob, { headers: { 'content-type': contentType } }).formData();
    expect([...form.keys()]).toEqual(['FormId', 'Files']);
    expect(form.get('FormId')).toBe('form-1');
    const file = form.get('Files') as File;
    expect([file.name, file.type]).toEqual(['id "one".jpg', 'image/jpeg']);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  });

  it('has the same bytes each time', async () => {
    const [one, two] = [body(), body()];
    expect(one.contentType).toBe(two.contentType);
    expect(await one.bytes.text()).toBe(await two.bytes.text());
  });
});
