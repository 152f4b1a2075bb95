import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  FormContent,
  FormOwner,
  FormsTransaction,
} from '../../../server/repository/repository-port.ts';
import type { SearchKind } from '../../../src/domain/forms/form-kinds.ts';
import { formId } from '../../../src/domain/ids.ts';
import { referenceOf } from '../../../src/domain/reference.ts';
import {
  claimOf,
  content,
  document,
  file,
  repositorySubject,
  stores,
} from '../support/repository-subject.ts';

const dayMs = 24 * 3600_000;

describe.each(stores)('a repository in %s', (_, newStore) => {
  const subject = repositorySubject(newStore);
  const { newOwner, act, formAt } = subject;

  describe('files', () => {
    it('are counted, and distinguished from files without a row', async () => {
      const owner = await newOwner();
      const [signature, one] = [file('signature'), document('one')];
      const stray = randomUUID();
      expect(await subject.repository.fileCount()).toBe(0);
      await act(owner, async (forms) => {
        await forms.replaceSignature(owner.formId, [signature], 1);
        await forms.addDocument(owner.formId, 'idDocument', one);
      });
      expect(await subject.repository.fileCount()).toBe(2);
      const names = [signature.storageName, stray, one.storageName];
      expect(await subject.repository.unknownAmong(names)).toEqual([stray]);
      expect(await subject.repository.unknownAmong([])).toEqual([]);
    });

    it('belong to the store that was named last', async () => {
      expect(await subject.repository.identity()).toBeNull();
      await subject.repository.identify('one');
      await subject.repository.identify('two');
      expect(await subject.repository.identity()).toBe('two');
    });
  });

  describe('the files that a commit frees', () => {
    it('are listed until they are deleted, and only after a commit', async () => {
      const owner = await newOwner();
      const [first, second, one] = [file('first'), file('second'), document('one')];
      await act(owner, async (forms) => {
        await forms.replaceSignature(owner.formId, [first], 1);
        await forms.addDocument(owner.formId, 'idDocument', one);
      });
      await subject.repository.exactlyOnce(null, 1, async (forms) => {
        await forms.bindForm(owner);
        await forms.replaceSignature(owner.formId, [file('refused')], 1);
        return { status: 'refused' };
      });
      expect(await subject.repository.garbage(10)).toEqual([]);
      await act(owner, async (forms) => {
        await forms.replaceSignature(owner.formId, [second], 2);
        await forms.removeDocument(owner, one.formFileId, 2);
      });
      const freed = [first.storageName, one.storageName].toSorted();
      expect((await subject.repository.garbage(10)).toSorted()).toEqual(freed);
      expect(await subject.repository.garbage(1)).toHaveLength(1);
      await subject.repository.forget(freed);
      await subject.repository.forget([]);
      expect(await subject.repository.garbage(10)).toEqual([]);
      await subject.repository.eraseForm(owner.formId, 3);
      expect(await subject.repository.garbage(10)).toEqual([second.storageName]);
    });
  });

  describe('a value that several servers store at once', () => {
    it('is the first server’s value', async () => {
      const said = await Promise.all(
        ['one', 'two', 'three'].map((id) => subject.repository.identifyOnce(id)),
      );
      expect(new Set(said)).toEqual(new Set([await subject.repository.identity()]));
    });

    it('can be a job’s progress, which later values replace', async () => {
      expect(await subject.repository.mark('swept')).toBeNull();
      await subject.repository.setMark('swept', 'a');
      await subject.repository.setMark('swept', 'b');
      expect(await subject.repository.mark('swept')).toBe('b');
    });
  });

  describe('old data', () => {
    it('is old only if two readings of the clock, a day apart, agree', async () => {
      const seen: number[] = [];
      for (const now of [10 * dayMs, 10.5 * dayMs, 11 * dayMs, 300 * dayMs, 12 * dayMs]) {
        seen.push((await subject.repository.trustedTime(now)).trusted);
      }
      expect(seen).toEqual([0, 0, 10 * dayMs, 11 * dayMs, 11 * dayMs]);
    });

    it('ages by passed days, whatever a wrong clock shows for a while', async () => {
      const first = 20_000;
      const passed: number[] = [];
      const years = 365 * 20;
      // A right clock, one 20 years behind, a right one. Then the server is off for 90 days. Then a clock ahead, and one behind.
      const days = [0, 1, -years, 1 - years, 2, 3, 93, 93 + years, 94, 14, 95];
      for (const day of days) {
        const time = await subject.repository.trustedTime((first + day) * dayMs);
        passed.push(time.passed / dayMs - first);
      }
      expect(passed).toEqual([0, 1, 1, 2, 3, 4, 94, 94, 94, 94, 95]);
    });

    it('form ids are deleted if unused, and earlier beyond a device’s newest 50', async () => {
      const used = await newOwner(1);
      await act(used);
      const unused = await newOwner(1);
      const greedy = randomUUID();
      for (let at = 1; at <= 52; at += 1) {
        await subject.repository.issueForm(randomUUID(), greedy, at);
      }
      expect(await subject.repository.purgeForms(0, 100)).toBe(2);
      expect(await subject.repository.purgeForms(0, 100)).toBe(0);
      expect(await subject.repository.purgeForms(100, 100)).toBe(51);
      expect(await formAt(unused.formId)).toBeNull();
      expect(await formAt(used.formId)).not.toBeNull();
    });

    it('answers are deleted', async () => {
      const owner = await newOwner();
      const [old, young] = [claimOf(owner), claimOf(owner)];
      await act(owner, undefined, old, 10);
      await act(owner, undefined, young, 20);
      expect(await subject.repository.purgeAnswers(20)).toBe(1);
      expect(await subject.repository.savedAnswer(old.deviceId, old.key)).toBeNull();
      expect(await subject.repository.savedAnswer(young.deviceId, young.key)).not.toBeNull();
    });
  });

  describe('an erasure', () => {
    /** Stores a complete form that was last changed at this time. */
    const finish = async (at: number) => {
      const owner = await newOwner();
      const [signature, one] = [file('signature'), document('one', at)];
      const claim = claimOf(owner);
      const effect = async (forms: FormsTransaction) => {
        await forms.saveContent(content(owner.formId, 'Nkosi'), at);
        await forms.replaceSignature(owner.formId, [signature], at);
        await forms.addDocument(owner.formId, 'idDocument', one);
      };
      await act(owner, effect, claim, at);
      return { owner, claim, names: [signature.storageName, one.storageName].toSorted() };
    };

    it('deletes form, files and answers, and nothing of other forms', async () => {
      const [gone, stays] = [await finish(1), await finish(1)];
      expect((await subject.repository.eraseForm(gone.owner.formId, 5))?.toSorted()).toEqual(
        gone.names,
      );
      expect(await subject.repository.eraseForm(gone.owner.formId, 5)).toBeNull();
      await subject.repository.flush();
      expect(await formAt(gone.owner.formId)).toBeNull();
      expect(await subject.repository.savedAnswer(gone.claim.deviceId, gone.claim.key)).toBeNull();
      expect((await formAt(stays.owner.formId))?.documents).toHaveLength(1);
      expect(
        await subject.repository.savedAnswer(stays.claim.deviceId, stays.claim.key),
      ).not.toBeNull();
    });

    it('deletes old finished forms in batches', async () => {
      const old = [await finish(1), await finish(2), await finish(3)];
      const young = await finish(10);
      const half = await newOwner();
      await act(half, (forms) => forms.saveContent(content(half.formId, 'Nkosi'), 1));
      const before = { trusted: 10, passed: 10 };
      const first = await subject.repository.eraseFinished(before, 2, 20);
      const rest = await subject.repository.eraseFinished(before, 2, 20);
      expect([first.forms, rest.forms]).toEqual([2, 1]);
      expect([...first.storageNames, ...rest.storageNames].toSorted()).toEqual(
        old.flatMap(({ names }) => names).toSorted(),
      );
      for (const { formId } of [young.owner, half]) expect(await formAt(formId)).not.toBeNull();
    });

    it.each(['content', 'signature', 'document'] as const)(
      'leaves a form whose %s arrived too recently, whatever its rows say',
      async (last) => {
        const { owner } = await finish(1);
        await subject.repository.trustedTime(100 * dayMs);
        await act(owner, async (forms) => {
          if (last === 'content') await forms.saveContent(content(owner.formId, 'Nkosi'), 2);
          if (last === 'signature')
            await forms.replaceSignature(owner.formId, [file('signature')], 2);
          if (last === 'document')
            await forms.addDocument(owner.formId, 'idDocument', document('two', 2));
        });
        const erase = (passed: number) =>
          subject.repository.eraseFinished({ trusted: 100 * dayMs, passed }, 2, 20);
        expect((await erase(100 * dayMs)).forms).toBe(0);
        expect((await erase(100 * dayMs + 1)).forms).toBe(1);
      },
    );
  });

  describe('a form', () => {
    const save = (owner: FormOwner, formData: FormContent['formData'], at = 1) =>
      act(
        owner,
        (forms) => forms.saveContent({ ...content(owner.formId, ''), formData }, at),
        null,
        at,
      );
    const found = async (kind: SearchKind, text: string) =>
      (await subject.repository.findForms(kind, text, 10)).map(({ formId }) => formId);

    it('is found by a whole text in any spelling, and by its reference', async () => {
      const [one, other] = [await newOwner(), await newOwner()];
      await save(one, {
        surname: 'Nkosi-Dlamíni',
        businessName: 'Ubuntu Trading (Pty) Ltd',
        simCardNumber: '8927010000001234560',
        cellphone: '27821234567',
        telephone: '27471234567',
        idNumber: 'A1234567',
      });
      await save(other, { surname: 'Nkosi', msisdn: '27821234567' }, 2);
      const reference = referenceOf(formId(one.formId)) ?? '';
      for (const [kind, text] of [
        ['reference', reference],
        ['reference', reference.toLowerCase().replace('-', ' ').replaceAll('0', 'O')],
        ['sim', '8927 0100 0000 1234 560'],
        ['phone', '047 123 4567'],
        ['identity', 'a1234567'],
        ['surname', 'nkosi dlamini'],
        ['business', 'UBUNTU TRADING (PTY) LTD.'],
      ] as const) {
        expect(await found(kind, text)).toEqual([one.formId]);
      }
      expect(await found('phone', '+27 82 123 4567')).toEqual([other.formId, one.formId]);
      expect(await found('surname', 'Dlamini')).toEqual([]);
      expect(await found('identity', 'Nkosi')).toEqual([]);
    });

    it('is found by its current text, and not after it is erased', async () => {
      const owner = await newOwner();
      await save(owner, { surname: 'Nkosi' });
      await save(owner, { surname: 'Dlamini' }, 2);
      expect([await found('surname', 'Nkosi'), await found('surname', 'Dlamini')]).toEqual([
        [],
        [owner.formId],
      ]);
      await subject.repository.eraseForm(owner.formId, 3);
      expect(await found('surname', 'Dlamini')).toEqual([]);
    });
  });

  it('reports whether it can be written to', async () => {
    await expect(subject.repository.probe()).resolves.toBeUndefined();
  });
});
