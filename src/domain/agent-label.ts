/* What tells the agents of one phone apart: a name that they give themselves. */

const MAX_LABEL_LENGTH = 30;

/** Why a text can't be an agent's label. `taken`: another agent of the phone has it. */
export type LabelFault = 'empty' | 'long' | 'taken';

/** As it is kept and shown. */
export const asLabel = (text: string): string => text.normalize('NFC').trim();

/** Two that people could not tell apart are one. */
const asCompared = (label: string): string => asLabel(label).normalize('NFKC').toLowerCase();

/** null: it may be taken. `others`: of the phone's other agents; null where one has none. */
export function labelFault(text: string, others: readonly (string | null)[]): LabelFault | null {
  const label = asLabel(text);
  if (label === '') return 'empty';
  if ([...label].length > MAX_LABEL_LENGTH) return 'long';
  const isTaken = others.some((other) => other !== null && asCompared(other) === asCompared(label));
  return isTaken ? 'taken' : null;
}
