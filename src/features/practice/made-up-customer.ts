import type { PageName } from '../../domain/forms/document-kinds.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import { commonTitles } from '../../domain/forms/options.ts';
import type { Values } from '../../domain/forms/values.ts';
import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import { practiceText } from '../../messages/practice.ts';
import { format } from '../../messages/text.ts';
import { newContent } from '../../store/drafts/draft-content.ts';
import type { DraftsStore } from '../../store/drafts/drafts.ts';

/**
 * A fictitious customer with valid check digits: an ID number of the first day of a century, and zeros as telephone and
 * SIM card number.
 */
export function madeUpCustomer(): Values {
  const { firstName, surname, street, suburb, city } = practiceText().customer;
  return {
    title: commonTitles[2],
    firstName,
    surname,
    idNumber: '0001010000089',
    cellphone: '0820000000',
    emailAddress: 'practice@example.com',
    simCardNumber: '8927000000000000006',
    streetName: street,
    suburb,
    city,
  };
}

/** Creates a practice form of the fictitious customer. Rejects if it cannot be saved, for example on a full phone. */
export async function createMadeUp(drafts: Pick<DraftsStore, 'create'>): Promise<SubmissionId> {
  const made = submissionId(crypto.randomUUID());
  const content = newContent('registration', madeUpCustomer());
  // The pressed button disappears, so the focus moves to the form.
  const field = formOf('registration').sections[0]?.fields[0]?.name ?? null;
  const { status } = await drafts.create(made, 'registration', { ...content, field });
  if (status !== 'saved') throw new Error(`The practice form was not saved: ${status}.`);
  return made;
}

const WIDTH = 1000;
const HEIGHT = 630;

/**
 * Draws a photo of a fictitious document, or of one of its pages. Large letters on the card say that it is not real.
 */
export async function madeUpPhoto(page: PageName | 'page'): Promise<File> {
  const { photo, photoName } = practiceText();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser draws nothing.');
  context.fillStyle = '#e3eedd';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = '#17503a';
  context.lineWidth = 24;
  context.strokeRect(12, 12, WIDTH - 24, HEIGHT - 24);
  context.fillStyle = '#14231a';
  context.textAlign = 'center';
  context.font = 'bold 150px sans-serif';
  context.fillText(photo.word, WIDTH / 2, HEIGHT / 2, WIDTH - 100);
  context.font = '60px sans-serif';
  context.fillText(photo.detail, WIDTH / 2, HEIGHT / 2 + 120, WIDTH - 100);
  const bytes = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.9),
  );
  if (bytes === null) throw new Error('The browser makes no picture.');
  return new File([bytes], format(photoName, { page }), { type: bytes.type });
}
