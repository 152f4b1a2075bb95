import type { Database } from '../db/database.ts';
import { isText } from '../format/shape.ts';
import type { StoredSubmission } from '../format/submission-row.ts';
import type { AgentAccess } from '../keys/agent-access.ts';

type Wanted = Readonly<{
  /** Only rows with a smaller sequence. */
  before: number;
  limit: number;
  isFit: (row: StoredSubmission) => boolean;
}>;

/**
 * The newest rows of each visible agent, at most `limit` of each. It does not read other agents' receipts. It finds the agents in the
 * index of submissions, so an agent without a row in the table `agents` counts too.
 */
export async function ownRows(
  db: Database,
  { others }: AgentAccess,
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
