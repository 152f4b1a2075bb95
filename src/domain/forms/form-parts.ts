import type { Capture } from './capture.ts';

type Row = Readonly<{
  label: string;
  /** Its name in the review. */
  factName: string;
  isThere: (capture: Capture) => boolean;
}>;

/** The parts of a form that are neither fields nor documents, in the order in which the form shows them. */
export const formParts = {
  location: {
    label: 'Location',
    factName: 'Location',
    isThere: ({ hasLocation, withoutLocation }) => hasLocation || withoutLocation,
  },
  consent: {
    label: 'Consent',
    factName: 'Agrees to the terms and conditions',
    isThere: ({ consent }) => consent,
  },
  signature: {
    label: 'Signature',
    factName: 'Signature',
    isThere: ({ hasSignature }) => hasSignature,
  },
} as const satisfies Readonly<Record<string, Row>>;

export type FormPart = keyof typeof formParts;

export const allParts = Object.keys(formParts) as readonly FormPart[];
