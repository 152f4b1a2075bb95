import type { Notes } from '../area.ts';

/** The files of a form: to add, to look at and to remove, and why one of them could not be added. */
export const documents = {
  takePhoto: 'Take photo',
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

export const notes = {
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
