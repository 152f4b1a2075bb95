import type { Capture } from './capture.ts';

type Row = Readonly<{
  isThere: (capture: Capture) => boolean;
}>;

/** The parts of a form that are neither fields nor documents, in the order in which the form shows them. */
export const formParts = {
  location: {
    isThere: ({ hasLocation, withoutLocation }) => hasLocation || withoutLocation,
  },
  consent: {
    isThere: ({ consent }) => consent,
  },
  signature: {
    isThere: ({ hasSignature }) => hasSignature,
  },
} as const satisfies Readonly<Record<string, Row>>;

export type FormPart = keyof typeof formParts;

export const allParts = Object.keys(formParts) as readonly FormPart[];
