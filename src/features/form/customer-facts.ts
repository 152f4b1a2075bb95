import { uniqueText } from '../../domain/forms/check.ts';
import { customerName, isBusiness } from '../../domain/forms/customer.ts';
import { documentKinds } from '../../domain/forms/document-kinds.ts';
import type { Values } from '../../domain/forms/values.ts';
import { witnessOf } from '../../domain/forms/witness.ts';
import { customerViewText } from '../../messages/customer-view.ts';
import { fieldsText } from '../../messages/fields.ts';
import { say } from '../../messages/say.ts';
import type { CheckContext, FormState } from './form-state.ts';

/** The person, also of a business. */
const personIn = (values: Values): string => customerName({ ...values, isBusinessCustomer: false });

/** Who signs: the customer, or the witness in their place. '' where nobody was named yet. */
export const signerName = (values: Values): string => witnessOf(values) ?? personIn(values);

/** What is signed for: who, which SIM card, which documents. What is missing says so: the customer is to see it, too. */
export function customerFacts(
  { form, content: { values } }: FormState,
  { fileCounts }: Pick<CheckContext, 'fileCounts'>,
): readonly (readonly [name: string, value: string])[] {
  const t = customerViewText();
  const person = personIn(values);
  const name = isBusiness(values)
    ? say(t.forBusiness, { person, business: customerName(values) })
    : person;
  const simCardNumber = uniqueText(form, values).replace(/(\d{4})(?=\d)/g, '$1 ');
  const documents = documentKinds
    .filter(({ kind }) => (fileCounts[kind] ?? 0) > 0)
    .map(({ kind }) =>
      say(t.documentCount, { document: fieldsText().document[kind], count: fileCounts[kind] ?? 0 }),
    )
    .join(', ');
  return [
    [t.who, name],
    [t.which, simCardNumber],
    [t.documents, documents],
  ].map(([term = '', value = '']) => [term, value.trim() === '' ? t.notYet : value] as const);
}
