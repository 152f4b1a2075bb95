import { uniqueText } from '../domain/forms/check.ts';
import type { FormKind } from '../domain/forms/form-kinds.ts';
import { formOf } from '../domain/forms/form-of.ts';
import { placesOf } from '../domain/forms/places.ts';
import type { Values } from '../domain/forms/values.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { loadLaterParts } from '../features/form/later.tsx';
import { rememberCustomer } from '../features/outbox/recent-customers.ts';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/open-store.ts';
import { askProtection } from './protection.ts';

/**
 * Submits, and remembers the customer before: a delivery wipes the form within a second, and the same customer may want
 * another SIM. Where that can't be remembered, it is filled in anew.
 */
export async function submit({ store, sync }: Services, id: SubmissionId, signature: Blob | null) {
  const customer = await store.drafts.carried(id).catch(() => null);
  if (customer !== null) rememberCustomer(id, customer);
  return (await sync()).submit(id, signature);
}

/** What follows a Submit, beside the next screen: what this phone remembers of it, and never of one that was practised. */
export function followSubmit(
  store: Store,
  kind: FormKind,
  submitted: SubmissionId,
  values: Values,
): void {
  const form = formOf(kind);
  // They save typing; without them nothing is lost.
  store.rememberPlaces(placesOf(form, values)).catch(() => undefined);
  // It only warns.
  store.rememberSim(submitted, uniqueText(form, values)).catch(() => undefined);
  void loadLaterParts()
    .then(({ rememberSimStart }) => rememberSimStart(values))
    .catch(() => undefined);
  void askProtection();
}
