import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** A form while it is filled in: its buttons, and how far it is saved. */
export const form = {
  opening: 'Opening',
  openingForm: 'Opening the form',
  openingReview: 'Opening the review',
  step: '{number} of {total}',
  back: 'Back',
  next: 'Next',
  submit: 'Submit',
  saving: 'Saving…',
  saved: 'Saved',
  notSaved: 'Not saved',
  waitingForFiles: plural('Waiting for {count} file…', 'Waiting for {count} files…'),
  refusedSignature: 'The server refused this signature: {words}',
  refusedFile: 'The server refused {name}.',
  digits: '{count} of {total}',
  commonTitles: 'Common titles',
  openOther: 'Open the other submission',
} as const;

export const formNotes = {
  opening: 'Read out while a part of the form is loaded; nobody sees it.',
  step: "Beside a section's heading: which of the form's sections it is.",
  digits: 'Beside a number: how many of its digits are typed.',
  commonTitles: 'For a screen reader: buttons beside the list of titles.',
  openOther: 'A link behind a warning that another submission has the same number.',
  refusedSignature: "{words}: the server's own.",
} satisfies Notes<typeof form>;

export const formText = area(form);

/** The errors of answers, and how to correct them, by the codes of `domain/forms/issue.ts`. */
export const issues = {
  required: '{label} is missing. Fill it in.',
  'required-choice': '{label} is missing. Choose one from the list.',
  'required-file': '{label} is missing. Take a photo or choose a file.',
  'required-location': "The location is missing. Press 'Get location'.",
  'location-accuracy':
    'This location is only accurate to {metres} m. Wait a moment, or go outside and try again.',
  'required-consent':
    'The customer must agree to the terms and conditions. Tick the box when they do.',
  'required-signature': 'The signature is missing. Ask the customer to sign in the box.',
  'required-witness': 'The signature is missing. Ask the witness to sign in the box.',
  'too-long': 'This is {length} characters long; there is room for {max}. Make it shorter.',
  'too-many': '{label}: there are {count} files, and at most {max} can be sent. Remove some.',
  'business-type': 'This type of business is not known. Choose one from the list.',
  'company-number':
    'Company registration numbers look like 2015/123456/07. Check it against the certificate.',
  vat: 'A VAT number has 10 digits and begins with 4. Check it, or leave it empty.',
  'vat-check': 'The last digit does not fit: check the VAT number.',
  email:
    'This is not an email address. Write one address, such as name@example.co.za, or leave it empty.',
  phone:
    'This number is too short, too long or has a wrong digit. Write it like 082 123 4567, or with + and the country code if it is from another country.',
  'missing-back': 'The back is missing',
  mobile:
    'This is not a South African cellphone number. It has 10 digits and begins with 06, 07 or 08, like 082 123 4567.',
  'id-digits': 'A South African ID number has only digits: check for letters, such as O for 0.',
  'id-length': 'This has {digits} digits; a South African ID number has 13.',
  'id-month': 'Month {month} is not a month: check the third and fourth digit.',
  'id-date': '{day} {month} is not a date: check the first six digits.',
  'id-leap-day': 'There was no 29 February in that year: check the first six digits.',
  'id-check': 'The last digit does not fit: check the number on the card.',
  passport:
    'A passport or permit number has 4 to 20 letters A to Z and digits, with at least one digit. Copy it from the document.',
  'iccid-digits': 'A SIM card number has only digits: check for letters, such as O for 0.',
  'iccid-start':
    'A SIM card number begins with 89. Use the long number on the SIM card or its pack.',
  'iccid-length': 'A SIM card number has 19 or 20 digits. This has {digits}. Look on the pack.',
  'iccid-country':
    'This does not look like a South African SIM card: those begin with 8927. Check the number on the card.',
  'iccid-check': 'The last digit does not fit: check the number on the card.',
  'duplicate-sim':
    'Another submission on this device has this SIM card number. Check that this is the right SIM card.',
  imsi: 'An IMSI has 15 digits and nothing else. Check it, or leave it empty.',
  'imsi-country': 'A South African IMSI begins with 655. Check the number.',
  'imsi-length': 'This has 14 digits; an IMSI nearly always has 15. Check the number.',
  imei: 'An IMEI has 15 digits (16 with its version). Dial *#06# to see it, or leave it empty.',
  'imei-check': 'The last digit does not fit: dial *#06# and check the number, or leave it empty.',
  advice: {
    choosePassport: "If it is not a South African ID number, choose 'Passport or permit'.",
    readAsId: 'A number of 13 digits is read as a South African ID number.',
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
  required: "{label}: the field's own label. May be turned round: 'Fill in: {label}'.",
  'id-date': "{month}: its name, from 'month'.",
  advice: 'A second sentence, after what is wrong with an ID number.',
} satisfies Notes<typeof issues>;

export const issuesText = area(issues);
