import { allFields, type Form } from './form.ts';
import type { Values } from './values.ts';

/** The values for the same customer's next SIM: all except those that belong to one SIM. */
export const nextSimValues = (form: Form, values: Values): Values => {
  const ofOneSim = new Set(allFields(form).flatMap(({ name, perSim }) => (perSim ? [name] : [])));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofOneSim.has(name)));
};
