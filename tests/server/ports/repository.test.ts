import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  Answered,
  Claim,
  FormOwner,
  FormsTransaction,
  Repository,
  StoredDocument,
  StoredFile,
} from '../../../server/repository/repository-port.ts';
import { openSqliteRepository } from '../../../server/repository/sqlite.ts';
import { newMemoryState, openMemoryRepository } from '../../support/memory-repository.ts';

const root = mkdtempSync(join(tmpdir(), 'veld-repository-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Each makes one new store, and returns how to open it, again and again. */
const stores: readonly (readonly [string, () => () => Repository])[] = [
  [
    'SQLite',
    () => {
      const file = join(root, `${randomUUID()}.sqlite`);
      return () => openSqliteRepository(file);
    },
  ],
  [
    'memory',
    () => {
      const state = newMemoryState();
      return () => openMemoryRepository(state);
    },
  ],
];

const dayMs = 24 * 3600_000;
const file = (mark: string): StoredFile => ({
  storageName: randomUUID(),
  name: `${mark}.jpg`,
  contentType: 'image/jpeg',
  size: mark.length,
  sha256: `hash of ${mark}`,
});
const document = (mark: string, receivedAt = 1): StoredDocument => ({
  ...file(mark),
  formFileId: randomUUID(),
  receivedAt,
});
const submission = (formId: string, surname: string) => ({
  formId,
  isBusinessCustomer: true,
  latitude: -33.9,
  longitude: null,
  formData: { surname, businessType: 1 },
});
const answered = (body: string): Answered => ({
  status: 'answered',
  answer: { statusCode: 200, body },
});

describe.each(stores)('a repository in %s', (_, newStore) => {
  let open: () => Repository;
  let repository: Repository;
  beforeEach(() => {
    open = newStore();
    repository = open();
  });
  afterEach(() => repository.close());

  const newOwner = async (at = 1): Promise<FormOwner> => {
    const owner = { formId: randomUUID(), deviceId: randomUUID(), kind: 'registration' } as const;
    await repository.issueForm(owner.formId, owner.deviceId, at);
    return owner;
  };
  const claimOf = ({ formId, deviceId }: FormOwner, requestHash = 'x'): Claim => ({
    deviceId,
    key: randomUUID(),
    formId,
    requestHash,
  });
  /** Binds the form, and does what is asked in the same transaction. */
  const act = (
    owner: FormOwner,
    effect: (forms: FormsTransaction) => Promise<unknown> = async () => undefined,
    claim: Claim | null = null,
    at = 1,
  ) =>
    repository.exactlyOnce<Answered | { status: 'refused' }>(claim, at, async (forms) => {
      if (!(await forms.bindForm(owner))) return { status: 'refused' };
      return answered(String(await effect(forms)));
    });
  const inside = async <T>(owner: FormOwner, read: (forms: FormsTransaction) => Promise<T>) => {
    const ending = await repository.exactlyOnce(null, 1, async (forms) => ({
      status: 'read' as const,
      value: await read(forms),
      owner,
    }));
    if (ending.status !== 'read') throw new Error('Nothing was read.');
    return ending.value;
  };

  describe('a form', () => {
    it('is known once it was handed out, and belongs to the first device and kind that use it', async () => {
      const owner = await newOwner();
      const others: FormOwner[] = [
        { ...owner, deviceId: randomUUID() },
        { ...owner, kind: 'replacement' },
      ];
      const mayUse = () => Promise.all([owner, ...others].map((it) => repository.mayUse(it)));
      expect(await repository.mayUse({ ...owner, formId: randomUUID() })).toBe(false);
      expect(await mayUse()).toEqual([true, true, true]);
      expect((await act(owner)).status).toBe('answered');
      expect(await mayUse()).toEqual([true, false, false]);
      for (const other of others) expect((await act(other)).status).toBe('refused');
      expect((await act(owner)).status).toBe('answered');
      expect((await act({ ...owner, formId: randomUUID() })).status).toBe('refused');
    });

    it('goes to one of those that want it at the same time', async () => {
      const owner = await newOwner();
      const devices = Array.from({ length: 8 }, () => ({ ...owner, deviceId: randomUUID() }));
      const endings = await Promise.all(devices.map((it) => act(it)));
      expect(endings.filter(({ status }) => status === 'answered')).toHaveLength(1);
    });

    it('is shown with all that is stored of it, as it was stored', async () => {
      const owner = await newOwner();
      const empty = { owner: null, submission: null, signature: [], documents: [] };
      expect(await repository.storedForm(owner.formId)).toEqual({ formId: owner.formId, ...empty });
      expect(await repository.storedForm(randomUUID())).toBeNull();
      const [signature, one, two] = [file('signature'), document('one'), document('two', 2)];
      await act(owner, async (forms) => {
        await forms.saveSubmission(submission(owner.formId, 'Nkosi'), 1);
        await forms.saveSubmission(submission(owner.formId, 'Ó’Brien 👩‍🌾'), 2);
        await forms.replaceSignature(owner.formId, [signature], 1);
        await forms.addDocument(owner.formId, 'policeDocument', one);
        await forms.addDocument(owner.formId, 'idDocument', two);
      });
      expect(await repository.storedForm(owner.formId)).toEqual({
        formId: owner.formId,
        owner,
        submission: submission(owner.formId, 'Ó’Brien 👩‍🌾'),
        signature: [signature],
        documents: [
          { ...one, category: 'policeDocument' },
          { ...two, category: 'idDocument' },
        ],
      });
    });

    it('gives up its old signature for the new one', async () => {
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
      expect((await repository.storedForm(owner.formId))?.signature).toEqual([second]);
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
      expect(await inside(owner, (forms) => forms.listDocuments(formId, 'idDocument'))).toEqual([
        two,
        one,
      ]);
      expect(await inside(owner, (forms) => forms.documentNamed(formId, 'one.jpg'))).toEqual(one);
      expect(await inside(owner, (forms) => forms.documentNamed(formId, 'x.jpg'))).toBeNull();
      const twin = { ...document('one'), sha256: 'another' };
      const adding = act(owner, (forms) => forms.addDocument(formId, 'policeDocument', twin));
      await expect(adding).rejects.toThrow();
      expect((await repository.storedForm(formId))?.documents).toHaveLength(3);
    });

    it('lets a document go to its owner alone, once', async () => {
      const [owner, stranger] = [await newOwner(), await newOwner()];
      const one = document('one');
      await act(owner, (forms) => forms.addDocument(owner.formId, 'idDocument', one));
      await act(stranger);
      const remove = (who: FormOwner) =>
        repository.exactlyOnce(null, 1, async (forms) => {
          const freed = await forms.removeDocument(who, one.formFileId);
          return freed === null ? { status: 'none' as const } : answered(freed);
        });
      const others = [stranger, { ...stranger, formId: owner.formId }];
      for (const who of [...others, { ...owner, kind: 'replacement' } as const]) {
        expect((await remove(who)).status).toBe('none');
      }
      expect(await repository.documentFor(one.formFileId, owner.deviceId)).toEqual(one);
      expect(await repository.documentFor(one.formFileId, stranger.deviceId)).toBeNull();
      expect(await remove(owner)).toEqual(answered(one.storageName));
      expect((await remove(owner)).status).toBe('none');
      expect(await repository.documentFor(one.formFileId, owner.deviceId)).toBeNull();
    });
  });

  describe('exactly once', () => {
    const add = (owner: FormOwner, mark: string) => (forms: FormsTransaction) =>
      forms.addDocument(owner.formId, 'idDocument', document(mark));
    const documentsOf = async ({ formId }: FormOwner) =>
      (await repository.storedForm(formId))?.documents.length;

    it('gives the first answer again to the same key and content, and none to another content', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      expect(await repository.savedAnswer(claim.deviceId, claim.key)).toBeNull();
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
      expect(await repository.savedAnswer(claim.deviceId, claim.key)).toEqual({
        requestHash: 'x',
        answer: { statusCode: 200, body: 'first' },
      });
    });

    it('keeps nothing of an effect that throws or is refused', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      const throwing = repository.exactlyOnce(claim, 1, async (forms) => {
        await forms.bindForm(owner);
        throw new Error('the disk is full');
      });
      await expect(throwing).rejects.toThrow('the disk is full');
      await repository.exactlyOnce(claim, 1, async (forms) => {
        await forms.bindForm(owner);
        return { status: 'no' };
      });
      expect(await repository.mayUse({ ...owner, deviceId: randomUUID() })).toBe(true);
      expect(await repository.savedAnswer(claim.deviceId, claim.key)).toBeNull();
    });

    it('lets one of twins act that come at the same time; the others get its answer', async () => {
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

    it('lets steps on one form happen one after another', async () => {
      const owner = await newOwner();
      const most = 3;
      const adding = Array.from({ length: 10 }, (_, n) =>
        repository.exactlyOnce(null, 1, async (forms) => {
          await forms.bindForm(owner);
          const before = await forms.listDocuments(owner.formId, 'idDocument');
          if (before.length >= most) return { status: 'full' as const };
          await add(owner, `${n}`)(forms);
          return answered('added');
        }),
      );
      const endings = await Promise.all(adding);
      expect(endings.filter(({ status }) => status === 'answered')).toHaveLength(most);
      expect(await documentsOf(owner)).toBe(most);
    });

    it('shows nobody half a step', async () => {
      const owner = await newOwner();
      const claim = claimOf(owner);
      const step = act(
        owner,
        async (forms) => {
          await forms.saveSubmission(submission(owner.formId, 'Nkosi'), 1);
          await add(owner, 'one')(forms);
        },
        claim,
      );
      const looks: string[] = [];
      let over = false;
      const look = async () => {
        while (!over) {
          const form = await repository.storedForm(owner.formId);
          looks.push(`${form?.submission !== null} ${form?.documents.length === 1}`);
          await new Promise((done) => setImmediate(done));
        }
      };
      const looking = look();
      await step;
      over = true;
      await looking;
      expect(new Set(looks).difference(new Set(['false false', 'true true']))).toEqual(new Set());
      expect(await repository.savedAnswer(claim.deviceId, claim.key)).not.toBeNull();
    });

    it('goes on after a step that failed', async () => {
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
      await repository.identify('a name');
      await repository.close();
      repository = open();
      expect(await documentsOf(owner)).toBe(1);
      expect((await act(owner, add(owner, 'two'), claim)).status).toBe('replayed');
      expect(await repository.identity()).toBe('a name');
    });
  });

  describe('files', () => {
    it('are counted, and told from those that no row speaks of', async () => {
      const owner = await newOwner();
      const [signature, one] = [file('signature'), document('one')];
      const stray = randomUUID();
      expect(await repository.fileCount()).toBe(0);
      await act(owner, async (forms) => {
        await forms.replaceSignature(owner.formId, [signature], 1);
        await forms.addDocument(owner.formId, 'idDocument', one);
      });
      expect(await repository.fileCount()).toBe(2);
      const names = [signature.storageName, stray, one.storageName];
      expect(await repository.unknownAmong(names)).toEqual([stray]);
      expect(await repository.unknownAmong([])).toEqual([]);
    });

    it('belong to the store that was named last', async () => {
      expect(await repository.identity()).toBeNull();
      await repository.identify('one');
      await repository.identify('two');
      expect(await repository.identity()).toBe('two');
    });
  });

  describe('what is old', () => {
    it('is so where two looks at the clock, a day apart, agree', async () => {
      const seen: number[] = [];
      for (const now of [10 * dayMs, 10.5 * dayMs, 11 * dayMs, 300 * dayMs, 12 * dayMs]) {
        seen.push(await repository.trustedTime(now));
      }
      expect(seen).toEqual([0, 0, 10 * dayMs, 11 * dayMs, 11 * dayMs]);
    });

    it('of form ids goes where nobody used them, and sooner beyond a device’s newest 50', async () => {
      const used = await newOwner(1);
      await act(used);
      const unused = await newOwner(1);
      const greedy = randomUUID();
      for (let at = 1; at <= 52; at += 1) await repository.issueForm(randomUUID(), greedy, at);
      expect(await repository.purgeForms(0, 100)).toBe(2);
      expect(await repository.purgeForms(0, 100)).toBe(0);
      expect(await repository.purgeForms(100, 100)).toBe(51);
      expect(await repository.storedForm(unused.formId)).toBeNull();
      expect(await repository.storedForm(used.formId)).not.toBeNull();
    });

    it('of answers is forgotten', async () => {
      const owner = await newOwner();
      const [old, young] = [claimOf(owner), claimOf(owner)];
      await act(owner, undefined, old, 10);
      await act(owner, undefined, young, 20);
      expect(await repository.purgeAnswers(20)).toBe(1);
      expect(await repository.savedAnswer(old.deviceId, old.key)).toBeNull();
      expect(await repository.savedAnswer(young.deviceId, young.key)).not.toBeNull();
    });
  });

  describe('erasing', () => {
    /** A form with all it needs, last changed at this time. */
    const finish = async (at: number) => {
      const owner = await newOwner();
      const [signature, one] = [file('signature'), document('one', at)];
      const claim = claimOf(owner);
      const effect = async (forms: FormsTransaction) => {
        await forms.saveSubmission(submission(owner.formId, 'Nkosi'), at);
        await forms.replaceSignature(owner.formId, [signature], at);
        await forms.addDocument(owner.formId, 'idDocument', one);
      };
      await act(owner, effect, claim, at);
      return { owner, claim, names: [signature.storageName, one.storageName].toSorted() };
    };

    it('takes form, files and answers, and nobody else’s', async () => {
      const [gone, stays] = [await finish(1), await finish(1)];
      expect((await repository.eraseForm(gone.owner.formId))?.toSorted()).toEqual(gone.names);
      expect(await repository.eraseForm(gone.owner.formId)).toBeNull();
      await repository.flush();
      expect(await repository.storedForm(gone.owner.formId)).toBeNull();
      expect(await repository.savedAnswer(gone.claim.deviceId, gone.claim.key)).toBeNull();
      expect((await repository.storedForm(stays.owner.formId))?.documents).toHaveLength(1);
      expect(await repository.savedAnswer(stays.claim.deviceId, stays.claim.key)).not.toBeNull();
    });

    it('of finished forms takes those that are old, some at a time', async () => {
      const old = [await finish(1), await finish(2), await finish(3)];
      const young = await finish(10);
      const half = await newOwner();
      await act(half, (forms) => forms.saveSubmission(submission(half.formId, 'Nkosi'), 1));
      const first = await repository.eraseFinished(10, 2);
      const rest = await repository.eraseFinished(10, 2);
      expect([first.forms, rest.forms]).toEqual([2, 1]);
      expect([...first.storageNames, ...rest.storageNames].toSorted()).toEqual(
        old.flatMap(({ names }) => names).toSorted(),
      );
      for (const { formId } of [young.owner, half]) {
        expect(await repository.storedForm(formId)).not.toBeNull();
      }
    });
  });

  it('can be asked whether it can be written to', async () => {
    await expect(repository.probe()).resolves.toBeUndefined();
  });
});
