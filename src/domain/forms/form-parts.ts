import type { Capture } from './capture.ts';

type Row = Readonly<{
  label: string;
  /** What the review calls the answer. */
  factName: string;
  isThere: (capture: Capture) => boolean;
  /** Said where it is not there. */
  missing: string;
}>;

/** What a form asks for that is neither field nor document, in the order in which it is asked for. */
export const formParts = {
  location: {
    label: 'Location',
    factName: 'Location',
    isThere: ({ hasLocation, withoutLocation }) => hasLocation || withoutLocation,
    missing: "The location is missing. Press 'Get location'.",
  },
  consent: {
    label: 'Consent',
    factName: 'Agrees to the terms and conditions',
    isThere: ({ consent }) => consent,
    missing: 'The customer must agree to the terms and conditions. Tick the box when they do.',
  },
  signature: {
    label: 'Signature',
    factName: 'Signature',
    isThere: ({ hasSignature }) => hasSignature,
    missing: 'The signature is missing. Ask the customer to sign in the box.',
  },
} as const satisfies Readonly<Record<string, Row>>;

export type FormPart = keyof typeof formParts;

export const allParts = Object.keys(formParts) as readonly FormPart[];
