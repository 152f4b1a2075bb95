import type { Capture } from './capture.ts';

type Row = Readonly<{
  label: string;
  /** What the review calls the answer. */
  factName: string;
  isThere: (capture: Capture) => boolean;
}>;

/** What a form asks for that is neither field nor document, in the order in which it is asked for. */
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
