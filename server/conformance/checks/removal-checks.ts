import { sameId } from '../../../src/domain/plan.ts';
import type { Bench, DocumentsHeard, MadeForm } from '../bench.ts';
import { CannotCheck } from '../cannot-check.ts';
import { type Check, fails, holds, unseen } from '../conformance-check.ts';
import { outcomeText } from '../outcome-text.ts';
import { photo } from './files-checks.ts';

/** The document that the checks of removal are about, once it was removed. */
const removed = new WeakMap<Bench, Readonly<{ form: MadeForm; formFileId: string }>>();

const ofRemoval = (bench: Bench) => {
  const document = removed.get(bench);
  if (document === undefined) throw new CannotCheck('nothing was removed');
  return document;
};

const listOf = ({ outcome, documents }: DocumentsHeard) => {
  if (outcome.outcome !== 'confirmed') throw new CannotCheck(outcomeText(outcome));
  return documents;
};

export const removalChecks: readonly Check[] = [
  {
    id: 'removal.works',
    level: 'must',
    needs: 'write',
    says: 'a document can be removed',
    after: ['documents.photo', 'cors.delete'],
    run: async (bench) => {
      const form = await bench.form('individual');
      const formFileId = listOf(await bench.upload(form, [photo()])).at(-1)?.formFileId;
      if (formFileId === undefined) return unseen('it lists nothing, so the app removes nothing');
      const outcome = await bench.remove(form, formFileId);
      removed.set(bench, { form, formFileId });
      return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
    },
  },
  {
    id: 'removal.gone',
    level: 'must',
    needs: 'write',
    says: 'it is gone from the next list',
    after: ['removal.works'],
    run: async (bench) => {
      const { form, formFileId } = ofRemoval(bench);
      const documents = listOf(await bench.upload(form, [photo()]));
      if (bench.lists !== 'all') return unseen('lists hold the files of the call alone');
      const isThere = documents.some((each) => sameId(each.formFileId) === sameId(formFileId));
      return isThere ? fails('it is still listed') : holds();
    },
  },
  {
    id: 'removal.again',
    level: 'should',
    needs: 'write',
    says: 'to remove it again is a success, 404 or 410',
    otherwise: 'a removal whose answer was lost ends in ‘Needs attention’',
    after: ['removal.works'],
    run: async (bench) => {
      const { form, formFileId } = ofRemoval(bench);
      const outcome = await bench.remove(form, formFileId);
      return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
    },
  },
];
