import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** A form that is being filled in: its buttons, and the state of saving. */
export const form = {
  opening: 'Opening',
  openingForm: 'Opening the form…',
  openingReview: 'Opening the review',
  step: 'Step {number} of {total}',
  back: 'Back',
  next: 'Next',
  submit: 'Submit',
  saving: 'Saving…',
  saved: 'Saved',
  notSaved: 'Not saved',
  waitingForFiles: plural('Saving {count} file…', 'Saving {count} files…'),
  refusedSignature: 'The server did not accept the signature: {words}',
  refusedFile: 'The server did not accept {name}.',
  digits: '{count} of {total}',
  allDigits: '{count} digits',
  commonTitles: 'Common titles',
  openOther: 'Open the other form',
  scan: 'Scan',
  scanCard: 'Scan a card or book',
  refused: { answer: 'Change this answer, then press Next', photo: 'Take this photo again' },
  changed: 'Changed',
  wrong: {
    missing: plural('{count} answer is missing', '{count} answers are missing'),
    change: plural('{count} answer needs a change', '{count} answers need a change'),
    both: plural('{count} answer needs attention', '{count} answers need attention'),
  },
  errorTitle: 'Error: {title}',
} as const;

export const formNotes = {
  opening: 'Read out while a part of the form is loaded; nobody sees it.',
  step: "Beside a section's heading: which of the form's sections it is.",
  digits: 'Beside a number: how many of its digits are typed.',
  allDigits: 'Instead of `digits`, if the number has more than the usual number of digits.',
  commonTitles: 'For a screen reader: buttons beside the list of titles.',
  openOther: 'A link behind a warning that another form has the same number.',
  scan: 'A button at a field. A screen reader also says the label of the field.',
  scanCard: "A button above the customer's fields. May not contain a field's label.",
  refused: 'A line above the section where the server refused one answer or one photo.',
  changed: 'The same line, once the answer is another one.',
  refusedSignature: "{words}: the server's own.",
  wrong: 'A line above the section: a link to the first of these answers.',
  errorTitle: "The window's title while an answer is wrong.",
} satisfies Notes<typeof form>;

export const formText = defineTexts(form);

/** The errors of answers, with corrections, by the codes of `domain/forms/issue.ts`. */
export const issues = {
  required: 'Enter the {thing}',
  'required-choice': 'Choose the {thing}',
  'required-file': 'Take a photo of the {thing}',
  'required-location': 'Press ‘Get location’.',
  'location-accuracy': 'Location is only to {metres} m. Go outside and try again.',
  'required-consent': 'Ask if the customer agrees, then tick the box.',
  'required-signature': 'Ask the customer to sign.',
  'required-witness': 'Ask the witness to sign.',
  'too-long': 'Use {max} letters or fewer. This has {length}.',
  'too-many': '{label}: {count} files are too many. Keep {max} or fewer.',
  'business-type': 'Choose the type of business again.',
  'company-number': 'Check the number on the certificate. It looks like 2015/123456/07.',
  vat: 'A VAT number has 10 digits and begins with 4. Check it or leave it empty.',
  'vat-check': 'Check the VAT number. A digit is wrong.',
  email: 'Enter an email address like name@example.co.za, or leave it empty.',
  phone: 'Enter a phone number like 082 123 4567. From another country: begin with +.',
  'missing-back': 'The back is missing',
  'missing-front': 'The front is missing',
  'bad-photo': 'Take it again, or use it anyway.',
  mobile: 'Enter a South African cell number like 082 123 4567.',
  'id-digits': 'Use digits only. Check for O in place of 0.',
  'id-length': 'An ID number has 13 digits. This has {digits}.',
  'id-month': 'Check digits 3 and 4. There is no month {month}.',
  'id-date': 'Check the first 6 digits. There is no {day} {month}.',
  'id-leap-day': 'Check the first 6 digits. That year had no 29 February.',
  'id-check': 'Check the number on the card. A digit is wrong.',
  passport:
    'Copy the number from the document. It has 4 to 20 letters and digits, with at least one digit.',
  'iccid-digits': 'Use digits only. Check for O in place of 0.',
  'iccid-start': 'Use the long number on the card or its pack. It begins with 89.',
  'iccid-length': 'This number has {digits} digits. A SIM card number has 19 or 20.',
  'iccid-country': 'South African SIM cards begin with 8927. Check the number.',
  'iccid-check': 'Check the number on the card. A digit is wrong.',
  'duplicate-sim': 'Another form on this phone has this number. Is this the right SIM card?',
  imsi: 'An IMSI has 15 digits. Check it or leave it empty.',
  'imsi-country': 'A South African IMSI begins with 655. Check the number.',
  'imsi-length': 'This has 14 digits. An IMSI nearly always has 15. Check the number.',
  imei: 'An IMEI has 15 or 16 digits. Dial *#06# to see it, or leave it empty.',
  'imei-check': 'A digit is wrong. Dial *#06# and check the number, or leave it empty.',
  advice: {
    choosePassport: 'Not a South African ID? Choose ‘Passport or permit’.',
    readAsId: '13 digits is a South African ID number.',
  },
  month: {
    1: 'January',
    2: 'February',
    3: 'March',
    4: 'April',
    5: 'May',
    6: 'June',
    7: 'July',
    8: 'August',
    9: 'September',
    10: 'October',
    11: 'November',
    12: 'December',
  },
} as const;

export const issuesNotes = {
  required: "{thing}: the field's own label, with a small first letter: 'first name', 'ID number'.",
  'id-date': "{month}: its name, from 'month'.",
  'bad-photo': 'Below a photo, after its verdict.',
  advice: 'A second sentence, after what is wrong with an ID number.',
} satisfies Notes<typeof issues>;

export const issuesText = defineTexts(issues);
