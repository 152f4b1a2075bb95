import type { Held } from './holdings.ts';
import type { Acknowledged } from './page/chaos.ts';

export type Verdict = Readonly<{
  /** Submissions that the screen called saved, and that the backend does not have completely. */
  losses: readonly string[];
  /** Files or forms that the backend has more than once. */
  twins: readonly string[];
}>;

/** Returns the SIM card number of submission `index`. */
export const simCardNumberOf = (index: number): string =>
  `892701${String(index).padStart(13, '0')}`;

/** Compares the acknowledged submissions with the backend's data. */
export function judge(acknowledged: readonly Acknowledged[], held: readonly Held[]): Verdict {
  const losses: string[] = [];
  const twins: string[] = [];
  const bySim = Map.groupBy(held, ({ simCardNumber }) => simCardNumber);
  for (const { files, index } of acknowledged) {
    const [registration] = bySim.get(simCardNumberOf(index)) ?? [];
    if (registration === undefined) {
      losses.push(`submission ${index}`);
      continue;
    }
    if (registration.signatures === 0) losses.push(`signature of ${index}`);
    for (const { name, sha256 } of files)
      if (!registration.documents.some((each) => each.sha256 === sha256 && each.isWhole))
        losses.push(`${name} of ${index}`);
  }
  for (const [sim, registrations] of bySim) {
    if (registrations.length > 1) twins.push(`${registrations.length} registrations of ${sim}`);
    for (const { documents, signatures } of registrations) {
      if (signatures > 1) twins.push(`${signatures} signatures of ${sim}`);
      for (const [, copies] of Map.groupBy(documents, ({ sha256 }) => sha256))
        if (copies.length > 1) twins.push(`${copies.length} × ${copies[0]?.name} of ${sim}`);
    }
  }
  const known = new Map(acknowledged.map(({ files, index }) => [simCardNumberOf(index), files]));
  for (const { documents, simCardNumber } of held) {
    const files = known.get(simCardNumber);
    if (files !== undefined && documents.length > files.length)
      twins.push(`${documents.length} files of ${simCardNumber} for ${files.length}`);
  }
  return { losses, twins };
}
