import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FormOwner, StoredFile } from '../../../server/repository/repository-port.ts';
import {
  answered,
  content,
  document,
  file,
  repositorySubject,
  stores,
} from '../support/repository-subject.ts';

describe.each(stores)('a repository in %s', (_, newStore) => {
  const subject = repositorySubject(newStore);
  const { newOwner, act, inside, formAt } = subject;

  describe('a form', () => {
    it('is known once it was issued, and belongs to the first device and kind that use it', async () => {
      const owner = await newOwner();
      const others: FormOwner[] = [
        { ...owner, deviceId: randomUUID() },
        { ...owner, kind: 'replacement' },
      ];
      const mayUse = () =>
        Promise.all([owner, ...others].map((it) => subject.repository.mayUse(it)));
      expect(await subject.repository.mayUse({ ...owner, formId: randomUUID() })).toBe(false);
      expect(await mayUse()).toEqual([true, true, true]);
      expect((await act(owner)).status).toBe('answered');
      expect(await mayUse()).toEqual([true, false, false]);
      for (const other of others) expect((await act(other)).status).toBe('refused');
      expect((await act(owner)).status).toBe('answered');
      expect((await act({ ...owner, formId: randomUUID() })).status).toBe('refused');
    });

    it('belongs to one of several simultaneous callers', async () => {
      const owner = await newOwner();
      const devices = Array.from({ length: 8 }, () => ({ ...owner, deviceId: randomUUID() }));
      const endings = await Promise.all(devices.map((it) => act(it)));
      expect(endings.filter(({ status }) => status === 'answered')).toHaveLength(1);
    });

    it('is returned with all its data, as stored', async () => {
      const owner = await newOwner();
      const empty = { owner: null, content: null, signature: [], documents: [] };
      expect(await formAt(owner.formId)).toEqual({ formId: owner.formId, ...empty });
      expect(await formAt(randomUUID())).toBeNull();
      const [signature, one, two] = [file('signature'), document('one'), document('two', 2)];
      await act(owner, async (forms) => {
        await forms.saveContent(content(owner.formId, 'Nkosi'), 1);
        await forms.saveContent(content(owner.formId, 'Ó’Brien 👩‍🌾'), 2);
        await forms.replaceSignature(owner.formId, [signature], 1);
        await forms.addDocument(owner.formId, 'policeDocument', one);
        await forms.addDocument(owner.formId, 'idDocument', two);
      });
      expect(await formAt(owner.formId)).toEqual({
        formId: owner.formId,
        owner,
        content: content(owner.formId, 'Ó’Brien 👩‍🌾'),
        signature: [signature],
        documents: [
          { ...one, category: 'policeDocument' },
          { ...two, category: 'idDocument' },
        ],
      });
    });

    it('replaces its old signature with the new one', async () => {
      const owner = await newOwner();
      const [first, second] = [file('one'), file('two')];
      let freed: string[] = [];
      const sign = (it: StoredFile) =>
        act(owner, async (forms) => {
          freed = await forms.replaceSignature(owner.formId, [it], 1);
        });
      await sign(first);
      expect(freed).toEqual([]);
      await sign(second);
      expect(freed).toEqual([first.storageName]);
      expect((await formAt(owner.formId))?.signature).toEqual([second]);
    });

    it('lists documents by category, finds them by name, and has each name once', async () => {
      const owner = await newOwner();
      const [one, two, other] = [document('one'), document('two'), document('other')];
      await act(owner, async (forms) => {
        await forms.addDocument(owner.formId, 'idDocument', two);
        await forms.addDocument(owner.formId, 'idDocument', one);
        await forms.addDocument(owner.formId, 'policeDocument', other);
      });
      const { formId } = owner;
      expect(await inside((forms) => forms.listDocuments(formId, 'idDocument'))).toEqual([
        two,
        one,
      ]);
      expect(await inside((forms) => forms.documentNamed(formId, 'one.jpg'))).toEqual({
        ...one,
        category: 'idDocument',
      });
      expect(await inside((forms) => forms.documentNamed(formId, 'x.jpg'))).toBeNull();
      const twin = { ...document('one'), sha256: 'another' };
      const adding = act(owner, (forms) => forms.addDocument(formId, 'policeDocument', twin));
      await expect(adding).rejects.toThrow();
      expect((await formAt(formId))?.documents).toHaveLength(3);
    });

    it('lets only its owner remove a document, once', async () => {
      const [owner, stranger] = [await newOwner(), await newOwner()];
      const one = document('one');
      await act(owner, (forms) => forms.addDocument(owner.formId, 'idDocument', one));
      await act(stranger);
      const remove = (who: FormOwner) =>
        subject.repository.exactlyOnce(null, 1, async (forms) => {
          const isBound = await forms.bindForm(who);
          const freed = isBound ? await forms.removeDocument(who, one.formFileId, 1) : null;
          return freed === null ? { status: 'none' as const } : answered(freed);
        });
      const others = [stranger, { ...stranger, formId: owner.formId }];
      for (const who of [...others, { ...owner, kind: 'replacement' } as const]) {
        expect((await remove(who)).status).toBe('none');
      }
      expect(await subject.repository.documentFor(one.formFileId, owner.deviceId)).toEqual(one);
      expect(await subject.repository.documentFor(one.formFileId, stranger.deviceId)).toBeNull();
      expect(await remove(owner)).toEqual(answered(one.storageName));
      expect((await remove(owner)).status).toBe('none');
      expect(await subject.repository.documentFor(one.formFileId, owner.deviceId)).toBeNull();
    });
  });
});
