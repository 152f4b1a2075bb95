import { randomUUID } from 'node:crypto';
import type { DocumentEntry } from '../../../src/api/contract.ts';
import { formKinds } from '../../../src/domain/forms/form-kinds.ts';
import { byFormFileId, sameId, sameName } from '../../../src/domain/plan.ts';
import { type Check, fails, holds, unseen, type Verdict } from '../conformance-check.ts';
import { kindOf } from '../made-up-forms.ts';
import {
  CannotCheck,
  type DocumentsHeard,
  type FileToSend,
  type MadeForm,
  outcomeText,
  type TestSession,
} from '../test-session.ts';
import { photo } from './files-checks.ts';
import { repeatVerdict } from './forms-checks.ts';

const copiesIn = (documents: readonly DocumentEntry[], { name }: FileToSend) => {
  const ours = documents.filter((each) => sameName(each.name) === sameName(name));
  const byId = new Map(ours.map((each) => [sameId(each.formFileId), each]));
  return [...byId.values()].sort(byFormFileId);
};

const listOf = ({ outcome, documents }: DocumentsHeard): readonly DocumentEntry[] => {
  if (outcome.outcome === 'confirmed') return documents;
  throw new CannotCheck(outcomeText(outcome));
};

/** Does what the app does after an upload (`sync/drain/reconcile`): removes all copies but one, then gets the list again. */
async function removeSurplus(
  session: TestSession,
  form: MadeForm,
  file: FileToSend,
  key: string,
  documents: readonly DocumentEntry[],
): Promise<number> {
  let removed = 0;
  const removeCopies = async (list: readonly DocumentEntry[]): Promise<void> => {
    for (const { formFileId } of copiesIn(list, file).slice(1)) {
      await session.remove(form, formFileId);
      removed += 1;
    }
  };
  await removeCopies(documents);
  if (removed > 0) await removeCopies(listOf(await session.upload(form, [file], { key })));
  return removed;
}

const OTHER_NAMES = 'lists have other names';

/** Holds if all answers to the same call list one and the same document. Unseen if an answer does not list it. */
function isOne(session: TestSession, file: FileToSend, heard: readonly DocumentsHeard[]): Verdict {
  if (session.lists === 'nothing') return unseen('it lists nothing');
  const lists = heard.map((each) => copiesIn(listOf(each), file));
  if (lists.some((copies) => copies.length === 0)) return unseen(OTHER_NAMES);
  const ids = new Set(lists.flat().map(({ formFileId }) => sameId(formFileId)));
  return ids.size <= 1 ? holds() : fails(`${ids.size} copies`);
}

const newFormOf = (session: TestSession) => session.form('individual', 'once');
/** The checks that show the effect of an idempotency key. */
const viaKeys = ['documents.name', 'cors.idempotency-key'];

export const onceChecks: readonly Check[] = [
  {
    id: 'once.form-cut',
    level: 'must',
    needs: 'write',
    says: 'a form whose answer was lost can go on when it comes again',
    after: ['forms.individual'],
    run: async (session) => {
      const [id, key] = [await session.newFormId(), randomUUID()];
      session.wire.cutNext();
      await session.sendForm('individual', id, { key });
      const outcome = await session.sendForm('individual', id, { key, isAgain: true });
      const kind = kindOf('individual');
      return repeatVerdict({ id, kind }, formKinds[kind].call, outcome);
    },
  },
  {
    id: 'once.file-cut',
    level: 'must',
    needs: 'write',
    says: 'a file whose answer was lost is there once in the end, by what the app does about it',
    after: ['documents.photo', 'cors.delete'],
    run: async (session) => {
      const [form, file, key] = [await newFormOf(session), photo(), randomUUID()];
      session.wire.cutNext();
      await session.upload(form, [file], { key });
      const again = await session.upload(form, [file], { key, isAgain: true });
      if (again.outcome.outcome !== 'confirmed') return fails(outcomeText(again.outcome));
      if (session.lists !== 'all') {
        const verdict = isOne(session, file, [
          again,
          await session.upload(form, [file], { key, isAgain: true }),
        ]);
        return verdict.status === 'fails'
          ? fails('each try made a copy, and nothing can show them')
          : verdict;
      }
      if (copiesIn(again.documents, file).length === 0) return unseen(OTHER_NAMES);
      const removed = await removeSurplus(session, form, file, key, again.documents);
      const left = copiesIn(listOf(await session.upload(form, [photo()])), file).length;
      if (left !== 1) return fails(`${left} copies in the end`);
      return holds(removed === 0 ? null : 'the app had to remove surplus copies');
    },
  },
  {
    id: 'once.replay',
    level: 'should',
    needs: 'write',
    says: 'the same key again has no second effect',
    otherwise: 'the app removes surplus copies by their names, where lists show them',
    after: viaKeys,
    run: async (session) => {
      const [form, file, key] = [await newFormOf(session), photo(), randomUUID()];
      const first = await session.upload(form, [file], { key });
      return isOne(session, file, [first, await session.upload(form, [file], { key })]);
    },
  },
  {
    id: 'once.twins',
    level: 'should',
    needs: 'write',
    says: 'two calls with one key at once have one effect',
    otherwise: 'as before; browsers send a call twice by themselves when a connection breaks',
    after: viaKeys,
    run: async (session) => {
      const [form, file, key] = [await newFormOf(session), photo(), randomUUID()];
      const send = () => session.upload(form, [file], { key });
      const twins = await Promise.all([send(), send()]);
      const taken = twins.filter(({ outcome }) => outcome.outcome === 'confirmed');
      return isOne(session, file, [...taken, await send()]);
    },
  },
  {
    id: 'once.other-content',
    level: 'should',
    needs: 'write',
    says: 'a known key with other content is refused',
    otherwise: 'the app never does that; a mistake in another client would go unnoticed',
    after: viaKeys,
    run: async (session) => {
      const [form, key] = [await newFormOf(session), randomUUID()];
      listOf(await session.upload(form, [photo()], { key }));
      const { outcome } = await session.upload(form, [photo()], { key });
      return outcome.outcome === 'rejected' ? holds() : fails(outcomeText(outcome));
    },
  },
  {
    id: 'once.same-name',
    level: 'should',
    needs: 'write',
    says: 'the same file under the same name, without a key, is there once',
    otherwise: 'the app sends keys, or removes surplus copies by their names',
    after: ['documents.name'],
    run: async (session) => {
      const [form, file] = [await newFormOf(session), photo()];
      const first = await session.upload(form, [file], { withoutKey: true });
      return isOne(session, file, [
        first,
        await session.upload(form, [file], { withoutKey: true }),
      ]);
    },
  },
];
