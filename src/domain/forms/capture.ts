import type { Values } from './values.ts';

/**
 * Everything of a draft that the checks need. `fileCounts`: by `FileKind.kind`. `simCardNumbersElsewhere`: normalised SIM card
 * number → submission id, for the other submissions on this device. `accuracy`: in metres.
 */
export type Capture = Readonly<{
  values: Values;
  fileCounts: Readonly<Record<string, number>>;
  location: Readonly<{ accuracy: number }> | null;
  withoutLocation: boolean;
  consent: boolean;
  hasSignature: boolean;
  simCardNumbersElsewhere?: ReadonlyMap<string, string>;
}>;
