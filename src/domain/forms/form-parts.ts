import type { Capture } from './capture.ts';
import { type IssueCode, type RuleIssue, warning } from './issue.ts';
import { isWitnessed } from './witness.ts';

/** A worse fix may be from the next village. */
const POOR_ABOVE_METRES = 100;

export type FormPartRow = Readonly<{
  isThere: (capture: Capture) => boolean;
  /** What is wrong where it is missing; absent: `required-<part>`. */
  missing?: (capture: Capture) => IssueCode & `required-${string}`;
  /** A warning about what is there. */
  doubt?: (capture: Capture) => RuleIssue | null;
}>;

/** The parts of a form that are neither fields nor documents, in the order in which the form shows them. */
export const formParts = {
  location: {
    isThere: ({ location, withoutLocation }) => location !== null || withoutLocation,
    doubt: ({ location }) =>
      location !== null && location.accuracy > POOR_ABOVE_METRES
        ? warning('location-accuracy', { metres: Math.round(location.accuracy) })
        : null,
  },
  consent: {
    isThere: ({ consent }) => consent,
  },
  signature: {
    isThere: ({ hasSignature }) => hasSignature,
    missing: ({ values }) => (isWitnessed(values) ? 'required-witness' : 'required-signature'),
  },
} as const satisfies Readonly<Record<string, FormPartRow>>;

export type FormPart = keyof typeof formParts;

export const allParts = Object.keys(formParts) as readonly FormPart[];
