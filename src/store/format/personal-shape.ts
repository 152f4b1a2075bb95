import type { Personal } from '../../domain/submission-types.ts';
import { isText, listOf, objectOf, type Shape } from './shape.ts';

export const isPersonal: Shape<Personal> = objectOf({
  customerName: isText,
  terms: listOf(isText),
  simCardNumber: isText,
});
