import { CUSTOMER_TYPE } from '../../../src/domain/forms/customer.ts';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import type { Submission } from '../../../src/domain/submission-types.ts';
import type { BegunCorrection } from '../../../src/store/drafts/begin-correction.ts';
import { missingIn, newContent, summaryOf } from '../../../src/store/drafts/draft-content.ts';
import { partsOf, summaryRow } from '../../../src/store/drafts/draft-tables.ts';
import { newSubmission } from '../../../src/store/drafts/new-submission.ts';
import { FORM_VERSION } from '../../../src/store/format/draft-row.ts';
import type { DraftRow } from '../../../src/store/format/rows.ts';
import { isVisibleTo } from '../../../src/store/keys/agent-access.ts';
import type { KeyStore } from '../../../src/store/keys/key-store.ts';
import { sealDraft } from '../../../src/store/keys/sealed-rows.ts';
import { correctionIn, isOpenReturn, verdictKey } from '../../../src/store/outbox/verdict-rows.ts';
import type { MemoryDisk } from './memory-disk.ts';

/** `beginCorrection` of the store, in memory. `id`: of the new draft. */
export async function beginInMemory(
  disk: MemoryDisk,
  keyStore: KeyStore,
  of: SubmissionId,
  { at, id }: Readonly<{ at: number; id: SubmissionId }>,
): Promise<BegunCorrection> {
  const stored = disk.submissions.get(of);
  const receipt = disk.submission(of);
  const isMine = stored !== undefined && isVisibleTo(await keyStore.agentAccess(), stored);
  const corrects = receipt?.formId ?? null;
  if (!isMine || receipt === undefined || corrects === null) return { status: 'gone' };
  const verdict = disk.verdicts.get(verdictKey(corrects));
  const begun = verdict?.correctedBy && disk.submissions.get(verdict.correctedBy);
  const by = correctionIn(begun);
  if (by !== undefined) return { status: 'begun', by };
  if (receipt.status !== 'delivered' || !isOpenReturn(verdict)) return { status: 'gone' };
  if (verdict.code === 'duplicate') return { status: 'duplicate' };
  const { agent, key, keys } = await keyStore.claimKey(id);
  const { isBusiness, kind } = receipt;
  const content = newContent(kind, isBusiness ? { [CUSTOMER_TYPE]: true } : {});
  const times = { createdAt: at, updatedAt: at };
  const draft: DraftRow = {
    ...{ id, kind, formVersion: FORM_VERSION, revision: 1, signatureSize: null },
    ...content,
    ...times,
  };
  const sequence = 1 + Math.max(0, ...disk.all().map((row) => row.sequence));
  const facts = { ...newSubmission(id, kind, sequence, at), corrects, agent, keys };
  const missing = missingIn(kind, content, partsOf([], []));
  const row = await summaryRow(key, facts, summaryOf(kind, content, missing));
  disk.drafts.set(id, await sealDraft(key, draft));
  disk.submissions.set(id, row);
  const { dismissedAt: _, ...open } = verdict;
  disk.verdicts = new Map(disk.verdicts).set(verdict.formId, { ...open, correctedBy: id });
  return { status: 'begun', by: { id, kind, status: 'draft' } };
}

/** `linkCorrection` of the store, in memory. */
export function linkInMemory(disk: MemoryDisk, { corrects, id }: Submission): boolean {
  const verdict = corrects && disk.verdicts.get(verdictKey(corrects));
  const begun = verdict?.correctedBy;
  if (!verdict) return true;
  if (begun !== undefined && disk.submissions.has(begun)) return begun === id;
  disk.verdicts = new Map(disk.verdicts).set(verdict.formId, { ...verdict, correctedBy: id });
  return true;
}
