import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  Decision,
  FormOwner,
  FormsTransaction,
  Since,
  StoredDocument,
} from '../../../server/repository/repository-port.ts';
import { namesCustomer } from '../../../server/repository/verdicts.ts';
import {
  claimOf,
  content,
  document,
  file,
  repositorySubject,
  stores,
} from '../support/repository-subject.ts';

const all: Since = { any: 0, open: 0 };

describe.each(stores)('a repository in %s', (_, newStore) => {
  const subject = repositorySubject(newStore);
  const { act } = subject;

  const newOwner = async (deviceId: string = randomUUID()): Promise<FormOwner> => {
    const owner = { formId: randomUUID(), deviceId, kind: 'registration' } as const;
    await subject.repository.issueForm(owner.formId, deviceId, 1);
    return owner;
  };
  const steps = ({ formId }: FormOwner, at: number) => ({
    fields: (forms: FormsTransaction) => forms.saveContent(content(formId, 'Nkosi'), at),
    signature: (forms: FormsTransaction) => forms.replaceSignature(formId, [file('s')], at),
    document: (forms: FormsTransaction) =>
      forms.addDocument(formId, 'idDocument', document('d', at)),
  });
  const complete = async (owner: FormOwner, at = 10) => {
    for (const step of Object.values(steps(owner, at))) await act(owner, step, claimOf(owner), at);
  };
  const newComplete = async (deviceId?: string, at = 10) => {
    const owner = await newOwner(deviceId);
    await complete(owner, at);
    return owner;
  };
  const decision = ({ formId }: FormOwner, more: Partial<Decision> = {}): Decision => ({
    formId,
    state: 'active',
    code: null,
    text: null,
    ...more,
  });
  const refused = { state: 'refused', code: 'photoUnreadable' } as const;
  const verdicts = (deviceId: string, after = 0, since: Since | null = null, max = 100) =>
    subject.repository.verdictsAfter(deviceId, after, since, max);

  it.each([
    ['fields', 'signature', 'document'],
    ['document', 'signature', 'fields'],
    ['signature', 'fields', 'document'],
  ] as const)('says that a form is received once, after %s, %s and %s', async (...order) => {
    const owner = await newOwner();
    for (const [index, step] of order.entries()) {
      expect(await verdicts(owner.deviceId)).toEqual([]);
      await act(owner, steps(owner, index)[step], claimOf(owner), 10 + index);
    }
    const received = { formId: owner.formId, state: 'received', at: 12, code: null, text: null };
    expect(await verdicts(owner.deviceId)).toEqual([{ ...received, place: 1 }]);
    await act(owner, steps(owner, 20).signature, claimOf(owner), 20);
    await act(owner, steps(owner, 20).fields, claimOf(owner), 20);
    expect(await verdicts(owner.deviceId)).toEqual([{ ...received, place: 1 }]);
  });

  it('does not say so of a form whose call was rolled back', async () => {
    const owner = await newOwner();
    await act(owner, steps(owner, 1).fields);
    await act(owner, steps(owner, 1).signature);
    await subject.repository.exactlyOnce(null, 1, async (forms) => {
      await forms.bindForm(owner);
      await steps(owner, 1).document(forms);
      return { status: 'refused' };
    });
    expect(await verdicts(owner.deviceId)).toEqual([]);
    expect((await subject.repository.deviceOf(owner.deviceId)).seq).toBe(0);
  });

  it('lists the newest state of each form, in the order of the changes, to its device only', async () => {
    const one = await newComplete();
    const two = await newComplete(one.deviceId);
    await newComplete();
    expect(await subject.repository.decide(decision(one), 20)).toBe('decided');
    expect(await subject.repository.decide(decision(two, refused), 15)).toBe('decided');
    const [first, second] = await verdicts(one.deviceId);
    expect(first).toEqual({
      formId: one.formId,
      state: 'active',
      at: 20,
      code: null,
      text: null,
      place: 3,
    });
    expect(second).toMatchObject({ formId: two.formId, ...refused, at: 15, place: 4 });
    expect(await verdicts(one.deviceId, 3)).toEqual([second]);
    expect(await verdicts(one.deviceId, 0, null, 1)).toEqual([first]);
    expect(await verdicts(one.deviceId, 4)).toEqual([]);
    expect(await subject.repository.deviceOf(one.deviceId)).toMatchObject({ state: 'ok', seq: 4 });
  });

  it('gives a later verdict a later time, also if the clock went back', async () => {
    const owner = await newComplete(undefined, 100);
    await subject.repository.decide(decision(owner, refused), 50);
    await subject.repository.decide(decision(owner), 50);
    expect(await verdicts(owner.deviceId)).toMatchObject([
      { state: 'active', at: 102, code: null },
    ]);
  });

  it('takes no decision on an unknown form, on half a form, and none twice', async () => {
    const { repository } = subject;
    const half = await newOwner();
    expect(await repository.decide(decision(half), 1)).toBe('unknown');
    await act(half, steps(half, 1).fields);
    expect(await repository.decide(decision(half), 1)).toBe('incomplete');
    expect(await repository.mark('decides')).toBeNull();
    const owner = await newComplete();
    expect(await repository.decide(decision(owner), 20)).toBe('decided');
    expect(await repository.decide(decision(owner), 30)).toBe('unchanged');
    expect(await verdicts(owner.deviceId)).toMatchObject([{ at: 20, place: 2 }]);
    expect(await repository.mark('decides')).toBe('yes');
  });

  it.each(['signature', 'document'] as const)(
    'takes no decision on a form whose %s was removed after it was complete',
    async (part) => {
      const { repository } = subject;
      const owner = await newOwner();
      const [first, second] = [document('first'), document('second')];
      const add = (it: StoredDocument) =>
        act(owner, (forms) => forms.addDocument(owner.formId, 'idDocument', it));
      await act(owner, steps(owner, 1).fields);
      await act(owner, steps(owner, 1).signature);
      await add(first);
      await act(owner, (forms) =>
        part === 'signature'
          ? forms.replaceSignature(owner.formId, [], 2)
          : forms.removeDocument(owner, first.formFileId, 2),
      );
      expect(await verdicts(owner.deviceId)).toMatchObject([{ state: 'received' }]);
      expect(await repository.decide(decision(owner), 20)).toBe('incomplete');
      expect(await repository.mark('decides')).toBeNull();
      expect((await add(second)).status).toBe('answered');
      await act(owner, steps(owner, 30).signature);
      expect(await repository.decide(decision(owner), 40)).toBe('decided');
    },
  );

  it('takes no text with words or numbers of the form', async () => {
    const owner = await newComplete();
    const other = { state: 'refused', code: 'other' } as const;
    const said = (text: string) =>
      subject.repository.decide(decision(owner, { ...other, text }), 20);
    expect(await said('Mrs NKOSI did not sign.')).toBe('names-customer');
    expect(await said('The affidavit has no stamp.')).toBe('decided');
    expect(await verdicts(owner.deviceId)).toMatchObject([{ text: 'The affidavit has no stamp.' }]);
  });

  it.each(['fields', 'signature', 'document'] as const)(
    'changes nothing of a decided form: %s',
    async (step) => {
      const owner = await newComplete();
      await subject.repository.decide(decision(owner, refused), 20);
      const before = await subject.formAt(owner.formId);
      const again = { ...steps(owner, 30) };
      const ending = await act(
        owner,
        step === 'document'
          ? (forms) => forms.addDocument(owner.formId, 'idDocument', document('e', 30))
          : again[step],
        claimOf(owner),
        30,
      );
      expect(ending).toEqual({ status: 'decided' });
      expect(await subject.formAt(owner.formId)).toEqual(before);
      expect(await subject.repository.garbage(10)).toEqual([]);
      // A call without changes is still allowed.
      expect((await act(owner)).status).toBe('answered');
    },
  );

  it('keeps the documents of a decided form, and replays answers from before', async () => {
    const owner = await newOwner();
    const claim = claimOf(owner);
    const one = document('one');
    await act(owner, steps(owner, 1).fields);
    await act(owner, steps(owner, 1).signature);
    await act(owner, (forms) => forms.addDocument(owner.formId, 'idDocument', one), claim);
    await subject.repository.decide(decision(owner), 20);
    const removed = await act(owner, (forms) => forms.removeDocument(owner, one.formFileId, 30));
    expect(removed.status).toBe('decided');
    expect((await subject.formAt(owner.formId))?.documents).toHaveLength(1);
    expect((await act(owner, undefined, claim)).status).toBe('replayed');
  });

  it('lists from the start only what is recent, and refused forms for longer', async () => {
    const { deviceId, ...old } = await newComplete(undefined, 10);
    const open = await newComplete(deviceId, 10);
    const young = await newComplete(deviceId, 100);
    await subject.repository.decide(decision({ ...old, deviceId }), 20);
    await subject.repository.decide(decision(open, refused), 30);
    const listed = async (since: Since) =>
      (await verdicts(deviceId, 0, since)).map(({ formId }) => formId);
    expect(await listed(all)).toEqual([young.formId, old.formId, open.formId]);
    expect(await listed({ any: 100, open: 25 })).toEqual([young.formId, open.formId]);
    expect(await listed({ any: 100, open: 31 })).toEqual([young.formId]);
  });

  it('knows both sides of a correction by the same device, and moves nothing for another device', async () => {
    const [old, others] = [await newComplete(), await newComplete()];
    for (const owner of [old, others])
      await subject.repository.decide(decision(owner, refused), 20);
    const open = async ({ deviceId }: FormOwner) =>
      (await verdicts(deviceId, 0, { any: 1000, open: 0 })).map(({ formId }) => formId);
    const correction = await newOwner(old.deviceId);
    const correct = (corrects: string) => (forms: FormsTransaction) =>
      forms.saveContent(content(correction.formId, 'Nkosi'), 30, corrects);
    await act(correction, correct(others.formId));
    expect([await open(old), await open(others)]).toEqual([[old.formId], [others.formId]]);
    await act(correction, correct(correction.formId));
    await act(correction, correct(old.formId));
    expect([await open(old), await open(others)]).toEqual([[], [others.formId]]);
    expect((await verdicts(old.deviceId)).map(({ formId }) => formId)).toEqual([old.formId]);
    await subject.repository.eraseForm(correction.formId, 40);
    expect(await open(old)).toEqual([old.formId]);
  });

  it('remembers that a device is revoked, and takes what it sends', async () => {
    const { repository } = subject;
    const owner = await newOwner();
    expect(await repository.deviceOf(owner.deviceId)).toMatchObject({ state: 'ok', seq: 0 });
    expect(await repository.setDeviceState(owner.deviceId, 'revoked')).toBe('known');
    await complete(owner);
    expect(await repository.deviceOf(owner.deviceId)).toMatchObject({ state: 'revoked', seq: 1 });
    expect(await verdicts(owner.deviceId)).toHaveLength(1);
    await repository.setDeviceState(owner.deviceId, 'ok');
    expect(await repository.deviceOf(owner.deviceId)).toMatchObject({ state: 'ok', seq: 1 });
  });

  it('remembers that an unknown device is revoked, and says that it is unknown', async () => {
    const { repository } = subject;
    await newOwner();
    const deviceId = randomUUID();
    for (const state of ['revoked', 'ok', 'revoked'] as const)
      expect(await repository.setDeviceState(deviceId, state)).toBe('unknown');
    expect(await repository.deviceOf(deviceId)).toMatchObject({ state: 'revoked', seq: 0 });
    await newOwner(deviceId);
    expect(await repository.setDeviceState(deviceId, 'revoked')).toBe('known');
  });

  it('knows a device that sent the form of another one, and one whose forms are erased', async () => {
    const { repository } = subject;
    const [owner, other] = [await newOwner(), randomUUID()];
    await complete({ ...owner, deviceId: other });
    expect(await repository.setDeviceState(other, 'revoked')).toBe('known');
    await repository.eraseForm(owner.formId, 20);
    expect(await repository.setDeviceState(other, 'ok')).toBe('known');
  });

  it('lists nothing of an erased form', async () => {
    const owner = await newComplete();
    await subject.repository.decide(decision(owner), 20);
    await subject.repository.eraseForm(owner.formId, 30);
    expect(await verdicts(owner.deviceId)).toEqual([]);
    expect(await subject.repository.decide(decision(owner), 40)).toBe('unknown');
  });

  it('shows a reader each change of many at once, and no place twice', async () => {
    const owners: FormOwner[] = [];
    const deviceId = randomUUID();
    for (let n = 0; n < 12; n += 1) owners.push(await newOwner(deviceId));
    const writing = Promise.all(
      owners.map(async (owner) => {
        await complete(owner);
        await subject.repository.decide(decision(owner), 20);
      }),
    ).then(() => true);
    const heard = new Map<string, string>();
    const places = new Set<number>();
    let after = 0;
    for (let isOver = false; ; ) {
      const page = await verdicts(deviceId, after, null, 5);
      for (const { formId, state, place } of page) {
        expect(place).toBeGreaterThan(after);
        expect(places.has(place)).toBe(false);
        places.add(place);
        after = place;
        heard.set(formId, state);
      }
      if (isOver && page.length === 0) break;
      isOver = await Promise.race([
        writing,
        new Promise<false>((done) => setImmediate(done, false)),
      ]);
    }
    expect(new Set(heard.values())).toEqual(new Set(['active']));
    expect(heard.size).toBe(owners.length);
    expect((await subject.repository.deviceOf(deviceId)).seq).toBe(24);
  });
});

describe('a text for the phone', () => {
  const values = [
    'Thandi',
    'Nkosi-Dlamíni',
    'Behind the Spar',
    '8001015009087',
    '8927010000001234560',
    10,
  ];
  it.each([
    'Nkosi did not sign',
    'dlamini',
    'for THÁNDI.',
    'the spar',
    'SIM ends in 4560',
    'SIM ends in 45 60',
    'call 082 123 4567',
    'born 800101',
    'write to a@b',
    'see example.com/x',
    'see http://x',
  ])('names the customer or somebody else: %s', (text) => {
    expect(namesCustomer(text, values)).toBe(true);
  });
  it.each([
    'The affidavit has no stamp.',
    'Page 2 is missing. Take it again.',
    'Issued 1999',
    'behind'.slice(0, 2),
  ])('may be shown: %s', (text) => {
    expect(namesCustomer(text, values)).toBe(false);
  });
});
