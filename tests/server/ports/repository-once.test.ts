import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FormOwner, FormsTransaction } from '../../../server/repository/repository-port.ts';
import {
  answered,
  claimOf,
  document,
  file,
  repositorySubject,
  stores,
} from '../support/repository-subject.ts';

describe.each(stores)('a repository in %s', (_, newStore) => {
  const subject = repositorySubject(newStore);
  const { newOwner, act, formAt, reopen } = subject;

  describe('exactly once', () => {
    const add = (owner: FormOwner, mark: string) => (forms: FormsTransaction) =>
      forms.addDocument(owner.formId, 'idDocument', document(mark));
    const documentsOf = async ({ formId }: FormOwner) => (await formAt(formId))?.documents.length;

    it('repeats the first answer for the same key and content, and refuses another content', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      expect(await subject.repository.savedAnswer(claim.deviceId, claim.key)).toBeNull();
      const first = await act(owner, async () => 'first', claim);
      expect(first).toEqual(answered('first'));
      expect(await act(owner, add(owner, 'again'), claim)).toEqual({
        status: 'replayed',
        answer: { statusCode: 200, body: 'first' },
      });
      const other = { ...claim, requestHash: 'y' };
      expect(await act(owner, add(owner, 'other'), other)).toEqual({ status: 'key-reused' });
      expect(await documentsOf(owner)).toBe(0);
      const anothers = { ...claim, deviceId: randomUUID() };
      expect((await act(owner, add(owner, 'fine'), anothers)).status).toBe('answered');
      expect(await subject.repository.savedAnswer(claim.deviceId, claim.key)).toEqual({
        requestHash: 'x',
        answer: { statusCode: 200, body: 'first' },
      });
    });

    it('knows at once which keys it answered lately, and after a restart by their next repeat', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      const recent = () => subject.repository.recentAnswer(claim.deviceId, claim.key);
      expect(await recent()).toBeNull();
      await act(owner, async () => 'first', claim);
      const saved = { requestHash: 'x', answer: { statusCode: 200, body: 'first' } };
      expect(await recent()).toEqual(saved);
      await reopen();
      expect(await act(owner, add(owner, 'again'), claim)).toMatchObject({ status: 'replayed' });
      expect(await recent()).toEqual(saved);
    });

    it('stores nothing of an effect that throws or is refused', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      const throwing = subject.repository.exactlyOnce(claim, 1, async (forms) => {
        await forms.bindForm(owner);
        throw new Error('the disk is full');
      });
      await expect(throwing).rejects.toThrow('the disk is full');
      await subject.repository.exactlyOnce(claim, 1, async (forms) => {
        await forms.bindForm(owner);
        return { status: 'no' };
      });
      expect(await subject.repository.mayUse({ ...owner, deviceId: randomUUID() })).toBe(true);
      expect(await subject.repository.savedAnswer(claim.deviceId, claim.key)).toBeNull();
    });

    it('runs one of several simultaneous repeats; the others get its answer', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      const twins = Array.from({ length: 6 }, (_, n) =>
        act(
          owner,
          async (forms) => {
            await add(owner, `${n}`)(forms);
            return n;
          },
          claim,
        ),
      );
      const endings = await Promise.all(twins);
      expect(endings.filter(({ status }) => status === 'answered')).toHaveLength(1);
      expect(endings.filter(({ status }) => status === 'replayed')).toHaveLength(5);
      expect(new Set(endings.map((it) => ('answer' in it ? it.answer.body : ''))).size).toBe(1);
      expect(await documentsOf(owner)).toBe(1);
    });

    it('runs calls for one form one after another', async () => {
      const owner = await newOwner();
      const room = 3;
      const adding = Array.from({ length: 10 }, (_, n) =>
        subject.repository.exactlyOnce(null, 1, async (forms) => {
          await forms.bindForm(owner);
          const before = await forms.listDocuments(owner.formId, 'idDocument');
          if (before.length >= room) return { status: 'full' as const };
          await add(owner, `${n}`)(forms);
          return answered('added');
        }),
      );
      const endings = await Promise.all(adding);
      expect(endings.filter(({ status }) => status === 'answered')).toHaveLength(room);
      expect(await documentsOf(owner)).toBe(room);
    });

    it('never shows a partial change', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      const step = act(
        owner,
        async (forms) => {
          await forms.replaceSignature(owner.formId, [file('signature')], 1);
          await add(owner, 'one')(forms);
        },
        claim,
      );
      const looks: number[] = [];
      let over = false;
      const look = async () => {
        while (!over) {
          looks.push(await subject.repository.fileCount());
          await new Promise((done) => setImmediate(done));
        }
      };
      const looking = look();
      await step;
      over = true;
      await looking;
      expect(new Set(looks).difference(new Set([0, 2]))).toEqual(new Set());
      expect(await subject.repository.savedAnswer(claim.deviceId, claim.key)).not.toBeNull();
    });

    it('continues after a failed call', async () => {
      const owner = await newOwner();
      const failing = act(owner, async () => {
        throw new Error('no');
      });
      const next = act(owner, add(owner, 'next'));
      await expect(failing).rejects.toThrow('no');
      expect((await next).status).toBe('answered');
      expect(await documentsOf(owner)).toBe(1);
    });

    it('is durable', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      await act(owner, add(owner, 'one'), claim);
      await subject.repository.identify('a name');
      await reopen();
      expect(await documentsOf(owner)).toBe(1);
      expect((await act(owner, add(owner, 'two'), claim)).status).toBe('replayed');
      expect(await subject.repository.identity()).toBe('a name');
    });
  });
});
