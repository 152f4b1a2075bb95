import type { Values } from './form.ts';
import { iccid } from './sim-rules.ts';

const ofOneSim: ReadonlySet<string> = new Set(['simCardNumber', 'msisdn', 'imsi', 'deviceImei']);

/** The same customer's values for another SIM: all but what belongs to the one SIM. */
export const nextSimValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !ofOneSim.has(name)));

/** The SIM card number as the wire carries it; undefined where none was entered. */
export const normalisedSimCardNumber = ({ simCardNumber }: Values): string | undefined =>
  (typeof simCardNumber === 'string' && iccid.normalise(simCardNumber)) || undefined;
