import { allFields, type Form } from './form.ts';
import type { Values } from './values.ts';

/** The values for the same customer's next SIM: all except those that belong to one SIM. */
export const nextSimValues = (form: Form, values: Values): Values => {
  const ofOneSim = new Set(allFields(form).flatMap(({ name, perSim }) => (perSim ? [name] : [])));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofOneSim.has(name)));
};

/** Where a form for the next SIM opens: at the first field that belongs to one SIM. */
export function nextSimStart(form: Form): Readonly<{ section: string; field: string }> {
  for (const { id, fields } of form.sections) {
    const field = fields.find(({ perSim }) => perSim);
    if (field !== undefined) return { section: id, field: field.name };
  }
  throw new Error('No field of this form belongs to one SIM.');
}
