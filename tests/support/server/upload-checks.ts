import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Exchange, wholeBody } from '../../../src/api/client.ts';
import type { Received } from '../../../src/api/read-answer.ts';
import { type FormId, type IdempotencyKey, idempotencyKey } from '../../../src/domain/ids.ts';

type Uploads = Readonly<{ exchange: Exchange; path: string; form: FormId }>;

/** The checks for every backend with resumable uploads, over plain HTTP: the real backend and the simulation's. */
export function uploadChecks(name: string, open: () => Promise<Uploads>): void {
  async function begun() {
    const { exchange, form, path } = await open();
    const key = idempotencyKey(randomUUID());
    const file = new Blob([new Uint8Array(50_000).fill(7)], { type: 'application/pdf' });
    const pdf = new Blob(['%PDF-1.4\n', file], { type: 'application/pdf' });
    const name = `id-document-${randomUUID().slice(0, 8)}.pdf`;
    const body = wholeBody(form, [{ data: pdf, fileName: name }], key);
    const ask = async (
      message: Parameters<Exchange>[0],
      under: IdempotencyKey = key,
    ): Promise<Received> => {
      const answer = await exchange(message, { timeoutMs: 5000, idempotencyKey: under });
      if (answer.status === 'unanswered') throw new Error('No answer came.');
      return answer;
    };
    const create = (length = body.bytes.size, first = 0, under = key) =>
      ask(
        {
          method: 'POST',
          address: path,
          headers: {
            'Content-Type': body.contentType,
            'Upload-Complete': '?0',
            'Upload-Length': String(length),
          },
          body: body.bytes.slice(0, first),
        },
        under,
      );
    const address = (await create()).headers['location'] ?? '';
    const head = () => ask({ method: 'HEAD', address });
    const append = (from: number, to: number, isLast = false, under?: IdempotencyKey) =>
      ask(
        {
          method: 'PATCH',
          address,
          headers: {
            'Content-Type': 'application/partial-upload',
            'Upload-Offset': String(from),
            'Upload-Complete': isLast ? '?1' : '?0',
          },
          body: body.bytes.slice(from, to),
        },
        under,
      );
    return { address, append, ask, create, head, name, path, size: body.bytes.size };
  }

  describe(`uploads in pieces, as ${name} takes them`, () => {
    it('are offered, for each call by itself', async () => {
      const { ask, path } = await begun();
      const { headers } = await ask({ method: 'OPTIONS', address: path });
      expect(headers['accept-patch']).toContain('application/partial-upload');
      expect(headers['upload-limit']).toBeDefined();
    });

    it('begin with nothing, and say where they go on', async () => {
      const { address, head, size } = await begun();
      expect(address).toMatch(/^\/(?!\/)/);
      const { headers, status } = await head();
      expect([status, headers['upload-offset'], headers['upload-complete']]).toEqual([
        204,
        '0',
        '?0',
      ]);
      expect(headers['upload-length']).toBe(String(size));
    });

    it('may begin with a piece, which is taken once', async () => {
      const { ask, create, size } = await begun();
      const under = idempotencyKey(randomUUID());
      const begin = (first: number) => create(size, first, under);
      const first = await begin(20_000);
      expect([first.status, first.headers['upload-offset']]).toEqual([201, '20000']);
      // If the upload begins again, with a piece or without, the answer has the number of bytes that the server has.
      expect((await begin(20_000)).headers['upload-offset']).toBe('20000');
      expect((await begin(0)).headers['upload-offset']).toBe('20000');
      const address = first.headers['location'] ?? '';
      const there = await ask({ method: 'HEAD', address }, under);
      expect(there.headers['upload-offset']).toBe('20000');
    });

    it('grow by each piece, and take none at another offset', async () => {
      const { append, head } = await begun();
      const first = await append(0, 20_000);
      expect([first.status, first.headers['upload-offset']]).toEqual([204, '20000']);
      const wrong = await append(0, 20_000);
      expect([wrong.status, wrong.headers['upload-offset']]).toEqual([409, '20000']);
      // An empty piece only asks for the offset.
      expect((await append(20_000, 20_000)).headers['upload-offset']).toBe('20000');
      expect((await append(5, 5)).status).toBe(409);
      expect((await head()).headers['upload-offset']).toBe('20000');
    });

    it('end with the call’s own answer, as often as it is asked for', async () => {
      const { append, head, name: fileName, size } = await begun();
      await append(0, 30_000);
      const ended = await append(30_000, size, true);
      expect([ended.status, ended.headers['upload-complete']]).toEqual([200, '?1']);
      expect(ended.body).toContain(fileName);
      expect((await head()).headers['upload-complete']).toBe('?1');
      const again = await append(size, size, true);
      expect([again.status, again.headers['upload-complete']]).toEqual([200, '?1']);
      expect(again.body).toBe(ended.body);
    });

    it('are given back under their key, and only for the same body', async () => {
      const { address, append, create, size } = await begun();
      await append(0, 20_000);
      const again = await create();
      expect([again.status, again.headers['location']]).toEqual([201, address]);
      expect(again.headers['upload-offset']).toBe('20000');
      expect((await create(size + 1)).status).toBeGreaterThanOrEqual(400);
    });

    it('are found under no other key', async () => {
      const { append, head } = await begun();
      expect((await append(0, 20_000, false, idempotencyKey(randomUUID()))).status).toBe(404);
      expect((await head()).headers['upload-offset']).toBe('0');
    });

    it('do not end before their last byte', async () => {
      const { append } = await begun();
      const early = await append(0, 20_000, true);
      expect([early.status, early.headers['upload-complete']]).toEqual([400, '?0']);
    });

    it('can be taken back, and are not found then', async () => {
      const { address, append, ask, head } = await begun();
      expect((await ask({ method: 'DELETE', address })).status).toBe(204);
      expect((await head()).status).toBe(404);
      expect((await append(0, 10)).status).toBe(404);
    });
  });
}
