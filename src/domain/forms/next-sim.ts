import { allFields, type Form } from './form.ts';
import type { Values } from './values.ts';

/** The same customer's values for another SIM: all but what belongs to the one SIM. */
export const nextSimValues = (form: Form, values: Values): Values => {
  const ofOneSim = new Set(allFields(form).flatMap(({ name, perSim }) => (perSim ? [name] : [])));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofOneSim.has(name)));
};
