import type { FormKind } from '../domain/forms/form-kinds.ts';
import { formOf } from '../domain/forms/form-of.ts';
import { placesOf } from '../domain/forms/places.ts';
import type { Values } from '../domain/forms/values.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { rememberCustomer } from '../features/outbox/recent-customers.ts';
import type { Store } from '../store/open-store.ts';
import { sayProtection } from './protection.ts';

/** What follows a Submit, beside the next screen. */
export function followSubmit(
  store: Store,
  kind: FormKind,
  submitted: SubmissionId,
  values: Values,
): void {
  rememberCustomer(submitted, values);
  // They save typing; without them nothing is lost.
  store.rememberPlaces(placesOf(formOf(kind), values)).catch(() => undefined);
  void sayProtection();
}
