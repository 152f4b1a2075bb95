import type { PageName } from '../../domain/forms/document-kinds.ts';
import { commonTitles } from '../../domain/forms/options.ts';
import type { Values } from '../../domain/forms/values.ts';
import { practiceText } from '../../messages/practice.ts';
import { format } from '../../messages/text.ts';

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
