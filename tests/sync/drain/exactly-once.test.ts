import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentId, idempotencyKey, stepId, submissionId } from '../../../src/domain/ids.ts';
import { byFormFileId, newStep } from '../../../src/domain/plan.ts';
import type { ServerDocument, Step, StepContent } from '../../../src/domain/submission-types.ts';
import { reconcile } from '../../../src/sync/drain/reconcile.ts';
import type { SyncApi } from '../../../src/sync/ports/ports.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import type { Fault } from '../../support/backend/model-backend.ts';
import { draftSubmission, SyncWorld, signature } from '../../support/world/sync-world.ts';

const twice = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

describe('each file is on the server once', () => {
  const faults: [string, Fault][] = [
    ['its answer was lost', { fault: 'noReply' }],
    ['the browser sent it twice by itself', { fault: 'resent' }],
    ['500 came though it was done', { fault: 'status', httpStatus: 500, done: true }],
    ['502 came though it was done', { fault: 'status', httpStatus: 502, done: true }],
  ];
  for (const [what, fault] of faults)
    for (const last of [false, true])
      it(`if ${what}${last ? ', and it was the last one' : ''}`, async () => {
        const world = new SyncWorld({ idempotent: false, lists: 'all' });
        world.pool(1);
        const id = await world.submitted({ documents: ['idDocument', 'idDocument', 'idDocument'] });
        let uploads = 0;
        world.backend.faultOf = (request) => {
          if (request.call !== 'SaveIdDocument') return undefined;
          uploads += 1;
          return uploads === (last ? 3 : 1) ? fault : undefined;
        };
        await world.settle();
        expect(world.row(id)).toMatchObject({ status: 'delivered', maybeTwice: [] });
        expect(world.backend.documentNames()).toHaveLength(3);
        expect(twice(world.backend.documentNames())).toEqual([]);
        expect(world.backend.calls()).toContain('RemoveDocument');
      });

  it('if every upload is sent twice, of both kinds, and removals are lost too', async () => {
    for (const idempotent of [true, false]) {
      const world = new SyncWorld({ idempotent, lists: 'all' });
      world.pool(1);
      const id = await world.submitted({
        kind: 'replacement',
        values: { ...replacementValues },
        documents: ['idDocument', 'idDocument', 'policeDocument'],
      });
      const met = new Set<string>();
      world.backend.faultOf = (request) => {
        const name = JSON.stringify(request);
        if (request.call.startsWith('Save')) return { fault: 'resent' };
        if (met.has(name)) return undefined;
        met.add(name);
        return request.call === 'RemoveDocument' ? { fault: 'noReply' } : undefined;
      };
      await world.settle();
      expect(world.row(id).status).toBe('delivered');
      expect(world.backend.documentNames()).toHaveLength(3);
      expect(twice(world.backend.documentNames())).toEqual([]);
    }
  });

  it('keeps the copy with the smallest number', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = (request) =>
      request.call === 'SaveIdDocument' ? { fault: 'resent' } : undefined;
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    const [kept] = [...world.backend.forms.values()].flatMap(({ documents }) =>
      documents.map(({ formFileId }) => formFileId),
    );
    const removed = world.backend.sent.flatMap(({ request }) =>
      request.call === 'RemoveDocument' ? [request.formFileId] : [],
    );
    // The app removes the surplus copy, and then both copies that the look made.
    expect(removed).toHaveLength(3);
    for (const each of removed) expect(Number(kept)).toBeLessThan(Number(each));
  });

  describe('a document that a list shows more than once', () => {
    type Spelling = (document: ServerDocument) => readonly ServerDocument[];
    const spellings: Readonly<Record<string, Spelling>> = {
      'under one id': (document) => [document, document],
      'under two spellings of one number': (document) => [
        document,
        { ...document, formFileId: `0${document.formFileId}` },
      ],
    };
    for (const [how, spell] of Object.entries(spellings))
      for (const idempotent of [true, false])
        it(`${how} is never removed, by a backend that ${idempotent ? 'honours' : 'ignores'} keys`, async () => {
          const world = new SyncWorld({ idempotent, lists: 'all' });
          world.pool(1);
          const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
          const api: SyncApi = {
            send: async (request, options) => {
              const answer = await world.backend.api.send(request, options);
              if (answer.status !== 'result' || answer.result.documents === undefined)
                return answer;
              const documents = answer.result.documents.flatMap(spell);
              return { ...answer, result: { ...answer.result, documents } };
            },
          };
          await world.drain({}, world.ports({ api }));
          expect(world.row(id).status).toBe('delivered');
          expect(world.backend.calls()).not.toContain('RemoveDocument');
          expect(world.backend.documentNames()).toHaveLength(2);
        });
  });

  it('is uploaded again if the removal of a surplus copy removed every copy', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(1);
    const id = await world.submitted();
    let isFirst = true;
    world.backend.faultOf = (request) => {
      if (request.call !== 'SaveIdDocument' || !isFirst) return undefined;
      isFirst = false;
      return { fault: 'resent' };
    };
    const api: SyncApi = {
      send: async (request, options) => {
        const answer = await world.backend.api.send(request, options);
        if (request.call === 'RemoveDocument')
          for (const form of world.backend.forms.values()) form.documents = [];
        return answer;
      },
    };
    await world.drain({}, world.ports({ api }));
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.documentNames()).toHaveLength(1);
  });

  it('counts a removal that finds nothing as done', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'all' });
    world.pool(1);
    const id = await world.submitted();
    world.backend.faultOf = (request) => {
      if (request.call === 'SaveIdDocument') return { fault: 'resent' };
      return request.call === 'RemoveDocument'
        ? { fault: 'status', httpStatus: 404, done: true }
        : undefined;
    };
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.documentNames()).toHaveLength(1);
  });

  it('sends the same key, name and bytes on every attempt', async () => {
    const world = new SyncWorld();
    world.pool(1);
    await world.submitted();
    let tries = 0;
    world.backend.faultOf = (request) => {
      if (request.call !== 'SaveIdDocument') return undefined;
      tries += 1;
      return tries < 4 ? { fault: 'noReply' } : undefined;
    };
    await world.settle();
    const uploads = world.backend.sent.filter(({ request }) => request.call === 'SaveIdDocument');
    expect(uploads).toHaveLength(4);
    expect(new Set(uploads.map(({ options }) => options.idempotencyKey)).size).toBe(1);
    const names = uploads.map(({ request }) => ('fileName' in request ? request.fileName : ''));
    expect(new Set(names).size).toBe(1);
  });
});

const replacementValues = {
  title: 'Ms',
  firstName: 'Thandi',
  surname: 'Nkosi',
  idNumber: '8001015009087',
  msisdn: '0821234567',
  simCardNumber: '8927010000001234560',
};

describe('a backend that ignores keys and lists only a call’s own files', () => {
  it('leaves a file that may be there twice, and the history says so', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'own' });
    world.pool(1);
    const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    let met = false;
    world.backend.faultOf = (request) => {
      if (met || request.call !== 'SaveIdDocument') return undefined;
      met = true;
      return { fault: 'noReply' };
    };
    await world.settle();
    const names = twice(world.backend.documentNames());
    expect(names).toHaveLength(1);
    expect(world.row(id).maybeTwice).toEqual(names);
    expect(world.row(id).history).toContainEqual(
      expect.objectContaining({ what: 'maybeTwice', fileName: names[0] }),
    );
  });

  it('is not suspected if nothing was in doubt', async () => {
    const world = new SyncWorld({ idempotent: false, lists: 'own' });
    world.pool(1);
    const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    await world.settle();
    expect(world.row(id).maybeTwice).toEqual([]);
  });

  it('does not count as one that lists everything', async () => {
    const all = new SyncWorld({ idempotent: true, lists: 'all' });
    const own = new SyncWorld({ idempotent: true, lists: 'own' });
    for (const world of [all, own]) {
      world.pool(1);
      await world.submitted({ documents: ['idDocument', 'idDocument'] });
      await world.settle();
    }
    expect(all.disk.capabilities).toEqual({ listsNames: true, listsAll: true });
    expect(own.disk.capabilities).toEqual({ listsNames: true, listsAll: false });
  });

  it('is no longer suspected after a complete list', async () => {
    const world = new SyncWorld({ idempotent: true, lists: 'all' });
    world.pool(1);
    const id = await world.submitted({ documents: ['idDocument', 'idDocument'] });
    let met = false;
    world.backend.faultOf = (request) => {
      if (met || request.call !== 'SaveIdDocument') return undefined;
      met = true;
      return { fault: 'noReply' };
    };
    await world.settle();
    expect(world.row(id).maybeTwice).toEqual([]);
  });
});

describe('a success whose list lacks the name', () => {
  const upload = (world: SyncWorld, faults: readonly (Fault | undefined)[]) => {
    let uploads = 0;
    world.backend.faultOf = (request) => {
      if (request.call !== 'SaveIdDocument') return undefined;
      uploads += 1;
      return faults[uploads - 1];
    };
  };

  it('counts as a success for a backend that never listed a name', async () => {
    const world = new SyncWorld();
    world.pool(1);
    const id = await world.submitted();
    upload(world, [{ fault: 'unnamed', done: true }]);
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.documentNames()).toHaveLength(1);
  });

  it('makes the app send the file once more for a backend that lists names', async () => {
    for (const done of [true, false]) {
      const world = new SyncWorld();
      world.pool(1);
      world.disk.capabilities = { listsAll: true, listsNames: true };
      const id = await world.submitted();
      upload(world, [done ? { fault: 'unnamed', done } : { fault: 'unnamed' }]);
      await world.settle();
      expect(world.row(id).status).toBe('delivered');
      expect(world.backend.documentNames()).toHaveLength(1);
    }
  });

  it('counts the second time, and the history says that it is uncertain', async () => {
    const world = new SyncWorld();
    world.pool(1);
    world.disk.capabilities = { listsAll: false, listsNames: true };
    const id = await world.submitted();
    upload(world, [
      { fault: 'unnamed', done: true },
      { fault: 'unnamed', done: true },
    ]);
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.row(id).maybeTwice).toHaveLength(1);
    expect(world.disk.capabilities.listsNames).toBe(false);
  });

  it('counts as a success without a body', async () => {
    const world = new SyncWorld();
    world.pool(1);
    world.disk.capabilities = { listsAll: true, listsNames: true };
    const id = await world.submitted();
    upload(world, [{ fault: 'noContent' }]);
    await world.settle();
    expect(world.row(id).status).toBe('delivered');
    expect(world.backend.calls().filter((call) => call === 'SaveIdDocument')).toHaveLength(1);
  });
});

describe('the comparison of lists', () => {
  let made = 0;
  const newIds = () => {
    made += 1;
    return { id: stepId(`s${made}`), key: idempotencyKey(`k${made}`) };
  };
  const upload = (name: string) =>
    newStep(
      {
        call: 'SaveIdDocument',
        attachmentId: attachmentId(name),
        fileName: name,
        size: 1,
        sha256: '',
      },
      newIds,
    );
  type Upload = Step & {
    content: Extract<StepContent, { attachmentId: unknown }> & { call: 'SaveIdDocument' };
  };
  const known = { listsNames: true, listsAll: false };
  const whole = (documents: readonly ServerDocument[]) => ({ documents, isPartial: false });
  const row = (steps: readonly Step[], sentNames: readonly string[] = []) => ({
    ...draftSubmission(submissionId('s'), 'registration', 1, 0),
    steps,
    sentNames: { SaveIdDocument: sentNames },
  });

  it('removes all but the first of each wanted name, every unwanted one of ours, and no other', () => {
    const wanted = ['id-document-a.jpg', 'id-document-b.jpg'];
    const unwanted = ['id-document-c.jpg'];
    const strangers = ['holiday.jpg', 'id-document-x.jpg'];
    const entries = fc.array(
      fc.record({
        formFileId: fc.oneof(fc.nat(1000).map(String), fc.uuid()),
        name: fc.constantFrom(...wanted, ...unwanted, ...strangers, 'ID-Document-A.JPG'),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(entries, (drawn) => {
        const list = drawn.filter(
          (entry, index) => drawn.findIndex((e) => e.formFileId === entry.formFileId) === index,
        );
        const steps = wanted.map(upload);
        const { found } = reconcile(
          row(steps, unwanted),
          steps[0] as Upload,
          whole(list),
          known,
          newIds,
        );
        const gone = new Set(
          found.next.map(({ content }) => ('formFileId' in content ? content.formFileId : '')),
        );
        const left = list.filter(({ formFileId }) => !gone.has(formFileId));
        for (const name of wanted) {
          const before = list.filter((each) => each.name.toLowerCase() === name);
          const after = left.filter((each) => each.name.toLowerCase() === name);
          expect(after).toHaveLength(Math.min(1, before.length));
          if (after[0] !== undefined) expect(after[0]).toEqual(before.toSorted(byFormFileId)[0]);
        }
        expect(left.filter(({ name }) => unwanted.includes(name))).toEqual([]);
        for (const name of strangers)
          expect(left.filter((each) => each.name === name)).toEqual(
            list.filter((each) => each.name === name),
          );
      }),
    );
  });

  it('does not request the same removal twice', () => {
    const step = upload('id-document-a.jpg') as Upload;
    const asked = newStep(
      {
        call: 'RemoveDocument',
        formFileId: '9',
        fileName: 'id-document-a.jpg',
        of: 'SaveIdDocument',
      },
      newIds,
    );
    const list: ServerDocument[] = [
      { formFileId: '3', name: 'id-document-a.jpg' },
      { formFileId: '9', name: 'id-document-a.jpg' },
    ];
    expect(reconcile(row([step, asked]), step, whole(list), known, newIds).found.next).toEqual([]);
  });

  it('keeps the documents of earlier lists if a list has only a call’s own files', () => {
    const [one, two] = [upload('id-document-a.jpg'), upload('id-document-b.jpg')];
    const before = {
      ...row([one, two]),
      documents: { SaveIdDocument: [{ formFileId: '1', name: 'id-document-a.jpg' }] },
    };
    const list = [{ formFileId: '2', name: 'id-document-b.jpg' }];
    const { found } = reconcile(before, two as Upload, whole(list), known, newIds);
    expect(found.documents.map(({ formFileId }) => formFileId)).toEqual(['1', '2']);
    expect(found.next).toEqual([]);
  });

  it('compares numbers as numbers and other ids as text', () => {
    const ids = (list: string[]) =>
      list
        .map((formFileId) => ({ formFileId, name: '' }))
        .sort(byFormFileId)
        .map((each) => each.formFileId);
    expect(ids(['10', '9', '100'])).toEqual(['9', '10', '100']);
    expect(ids(['b-2', 'a-10', 'b-1'])).toEqual(['a-10', 'b-1', 'b-2']);
    expect(ids(['x', 'x'])).toEqual(['x', 'x']);
  });
});

describe('a file whose answer was lost, and that the server then refuses', () => {
  it('may be there twice after the next Submit, and the history says so', async () => {
    const world = new SyncWorld({ idempotent: true, lists: 'own' });
    world.pool(1);
    const id = await world.submitted();
    let tries = 0;
    world.backend.faultOf = ({ call }) => {
      if (call !== 'SaveIdDocument') return undefined;
      tries += 1;
      if (tries === 1) return { fault: 'noReply' };
      return tries === 2 ? { fault: 'status', httpStatus: 413 } : undefined;
    };
    await world.settle();
    expect(world.row(id).status).toBe('rejected');
    expect((await submit(world.ports(), id, signature())).status).toBe('saved');
    await world.settle();
    const [name] = world.backend.documentNames();
    expect(world.row(id)).toMatchObject({ status: 'delivered', maybeTwice: [name] });
    expect(world.row(id).history.map(({ what }) => what)).toContain('maybeTwice');
  });
});
