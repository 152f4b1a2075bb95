import type { Database } from '../db/database.ts';
import { isText } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import type { Whose } from '../keys/agent-access.ts';

type Wanted = Readonly<{
  /** Only those with a smaller sequence. */
  before: number;
  limit: number;
  isFit: (row: StoredSubmission) => boolean;
}>;

/**
 * The newest of each agent whose submissions may be shown, so many of each: another agent's thousand receipts are not read. Also of an
 * agent of whom nothing else is known any more.
 */
export async function rowsOfOwn(
  db: Database,
  { others }: Whose,
  { before, isFit, limit }: Wanted,
): Promise<readonly StoredSubmission[]> {
  const ofAgents = () => db.submissions.where('[agent+sequence]');
  const found: StoredSubmission[] = [];
  for (let after: readonly unknown[] = [-Infinity]; ; ) {
    const agent = (await ofAgents().above(after).first())?.agent;
    if (!isText(agent)) return found;
    after = [agent, []];
    if (others.includes(agent)) continue;
    const theirs = ofAgents().between([agent, -Infinity], [agent, before], true, false);
    found.push(...(await theirs.reverse().filter(isFit).limit(limit).toArray()));
  }
}
