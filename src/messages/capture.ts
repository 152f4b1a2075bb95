import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** The files of a form: to add, to look at and to remove, and why one of them could not be added. */
export const documents = {
  takePhoto: 'Take photo',
  takeThePhoto: 'Take a photo',
  goOnWithoutBack: 'Go on without it',
  chooseFile: 'Choose a file',
  howTo: {
    card: 'Photograph the front, then the back.',
    photoPage: 'Photograph the page with the person’s picture.',
    pages: 'Photograph each page, or choose a PDF.',
  },
  page: { front: 'Front', back: 'Back', photoPage: 'Photo page' },
  otherPage: 'Page {number}',
  added: 'Added files',
  refused: 'Refused: {words}',
  saved: 'Saved, {size}',
  remove: 'Remove',
  removeFile: 'Remove {name}',
  removed: '{name} removed.',
  lost: 'This device lost {name}. Remove it and take the photo again.',
  preview: 'Preview of {name}',
  state: {
    waiting: '{name}: waiting',
    reading: '{name}: reading',
    shrinking: '{name}: making smaller',
    saving: '{name}: saving',
  },
  tryAgain: 'Try again',
  tryAgainToAdd: 'Try again to add {name}',
  close: 'Close',
  closeMessage: 'Close the message about {name}',
  goOnWithout: 'Go on without {name}',
  notAdded: {
    empty: '{name} is empty. Take the photo again or choose another file.',
    unreadable: '{name} could not be read. Copy it to this device first, then choose it again.',
    wrongType: '{name} is not a photo or a PDF. Choose a JPEG, PNG, WebP or PDF file.',
    heic: '{name} is a HEIC photo, which cannot be sent. Take the photo here, or save it as JPEG.',
    pdfTooBig: '{name} is larger than 10 MB. Choose a smaller PDF, or take photos of its pages.',
    imageTooBig:
      '{name} is too large to open on this device. Take the photo with the normal camera setting.',
    tooManyPixels:
      '{name} is too large to open on this device. Take the photo with the normal camera setting.',
    broken: '{name} is damaged and cannot be opened. Take the photo again or choose another file.',
    failed: '{name} could not be made smaller. Close other apps and try again.',
    quota:
      '{name} was not saved: this device is almost full. Free at least 50 MB, then try again. Everything else is safe.',
    tooMany: '{name} was not added: there are {max} files already. Remove one first.',
    notOpen: '{name} was not added: this form was submitted already.',
    device: '{name} could not be saved on this device. Try again. Everything else is safe.',
  },
} as const;

export const documentsNotes = {
  takePhoto: "A button: the phone's camera opens at once. 'Choose a file' stands beside it.",
  page: 'Above a photo, or above the empty place for it. The front and the back of an identity card.',
  otherPage: 'Above a photo. {number}: 1, 2, 3.',
  added: 'The name of a list, for a screen reader.',
  refused: "{words}: the server's own.",
  removeFile: "What a screen reader says for 'Remove'.",
  tryAgainToAdd: "What a screen reader says for 'Try again'.",
  closeMessage: "What a screen reader says for 'Close'.",
  state: '{name}: the file as the person knows it. A bar shows how far it is.',
} satisfies Notes<typeof documents>;

export const documentsText = area(documents);

/** The form's location: asking the device, and the accuracy of its answer. */
export const location = {
  hint: 'It goes with the form, and nowhere else.',
  get: 'Get location',
  coordinates: '{latitude}, {longitude}',
  justNow: 'accurate to {metres} m, taken just now',
  minutesAgo: plural(
    'accurate to {metres} m, taken {count} minute ago',
    'accurate to {metres} m, taken {count} minutes ago',
  ),
  hoursAgo: plural(
    'accurate to {metres} m, taken {count} hour ago',
    'accurate to {metres} m, taken {count} hours ago',
  ),
  searching: 'Looking for this device…',
  searchingSlowly:
    'Looking for this device… You can go on without; it is still taken when it comes while you sign.',
  tryAgain: 'Try again',
  continueWithout: 'Continue without a location',
  notFound: {
    denied:
      'Location is blocked for this app. Allow it in the site settings of the browser, then press the button again.',
    unavailable:
      'This device cannot tell where it is. Turn location on, or go outside, then press the button again.',
    timeout: 'No location after 20 seconds. Go outside and wait, or press the button again.',
    unsupported: 'This browser cannot tell where it is.',
  },
} as const;

export const locationNotes = {
  coordinates: 'In degrees, as numbers.',
  justNow: 'Below the coordinates.',
} satisfies Notes<typeof location>;

export const locationText = area(location);

/** The customer's signature on the screen. */
export const signature = {
  hint: {
    customer: 'Sign in this box. A cross is enough.',
    witness:
      'The witness signs in the box in the place of the customer. Their name is written below, in the picture that is sent.',
  },
  saved: 'Signature saved',
  onlyDot: 'A dot is not a signature. Ask for a name, or for a cross.',
  clear: 'Clear signature',
  cleared: 'Signature cleared.',
  notSaved: {
    quota:
      'That stroke was not saved: this device is almost full. Free at least 50 MB, then sign again.',
    notOpen: 'That stroke was not saved: this form was submitted already.',
    device: 'That stroke could not be saved on this device. Sign again. Everything else is safe.',
  },
  witnessed: 'Signed by the witness {name}, as the customer cannot sign.',
} as const;

export const signatureNotes = {
  hint: "Who signs: the customer, or a witness where 'The customer cannot sign' is ticked.",
  witnessed: 'Written into the picture that is sent, below the mark. {name}: of the witness.',
} satisfies Notes<typeof signature>;

export const signatureText = area(signature);
