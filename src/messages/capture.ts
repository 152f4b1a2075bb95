import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The files of a form: adding, viewing and removing them, and the reasons why a file could not be added. */
export const documents = {
  takePhoto: 'Take photo',
  takeThePhoto: 'Take a photo',
  goOnWithoutBack: 'Go on without it',
  chooseFile: 'Choose a file',
  howTo: 'Photograph each page, or choose a PDF.',
  page: { front: 'Front', back: 'Back', photoPage: 'Photo page' },
  otherPage: 'Page {number}',
  added: 'Added files',
  verdict: {
    saved: '{page}: saved',
    good: '{page}: sharp and bright',
    small: '{page}: too small to read',
    dark: '{page}: too dark to read',
    glare: '{page}: light shines on it',
    blurred: '{page}: blurred',
    lost: '{page}: lost',
  },
  kept: '{page}: kept as it is',
  refused: '{page}: the server did not accept it: {words}',
  takeAgain: 'Take it again',
  saved: '{name}, Saved, {size}',
  removeFile: 'Remove {name}',
  removed: '{name} removed.',
  lost: 'This phone lost this photo ({name}). Take it again.',
  preview: 'Preview of {name}',
  state: {
    waiting: 'Waiting…',
    reading: 'Reading…',
    shrinking: 'Making it smaller…',
    saving: 'Saving…',
  },
  tryAgain: 'Try again',
  tryAgainToAdd: 'Try again to add {name}',
  close: 'Close',
  closeMessage: 'Close the message about {name}',
  goOnWithout: 'Go on without {name}',
  notAdded: {
    empty: '{name} is empty. Take the photo again or choose another file.',
    unreadable: 'Could not open {name}. Copy it to this phone, then choose it again.',
    wrongType: 'Veld cannot send {name}. Choose a JPEG, PNG, WebP or PDF file.',
    noPhoto: '{name} is damaged or is no photo. Take it again.',
    noPdf: '{name} is damaged or is no PDF. Choose another file.',
    heic: '{name} is a HEIC photo. Veld cannot send that type. Take the photo here.',
    pdfTooBig: '{name} is larger than 10 MB. Choose a smaller PDF, or take photos of its pages.',
    imageTooBig: '{name} is too large. Take it again with the camera’s normal setting.',
    tooManyPixels: '{name} is too large. Take it again with the camera’s normal setting.',
    broken: '{name} is damaged. Take the photo again or choose another file.',
    failed: 'Could not make {name} smaller. Close other apps and try again.',
    quota:
      '{name} was not saved: this phone is almost full. Free 50 MB and try again. Saved files are safe.',
    tooMany: '{name} was not added. You have {max} files already. Remove one first.',
    notOpen: '{name} was not added. This form is already submitted or deleted.',
    device: '{name} was not saved. Try again. Saved files are safe.',
    placeTaken: '{name} was not put back. A newer file has its place.',
    draftFull:
      '{name} and this form are not saved: this phone is full. Leave this screen open. Free 50 MB and try again.',
    draftClosed: '{name} and this form are not saved yet. Leave this screen open and try again.',
  },
  notChanged: {
    full: 'Nothing changed: this phone is full. The file is safe. Free 50 MB, then try again.',
    failed: 'Nothing changed. The file is safe. Try again in a moment.',
  },
} as const;

export const documentsNotes = {
  takePhoto: "A button: the phone's camera opens at once. 'Choose a file' is beside it.",
  page: 'Above a photo, or above the empty place for it. The front and the back of an identity card.',
  otherPage: 'Above a photo. {number}: 1, 2, 3.',
  added: 'The name of a list, for a screen reader.',
  verdict: 'Below a photo. {page}: Front, Back, Photo page, Page 3.',
  kept: "Below a photo with a bad verdict, after 'Use it anyway'.",
  refused: "Below a photo. {words}: the server's own.",
  saved: 'For a screen reader, and below a photo that was enlarged.',
  notChanged: "After the bin or 'Use it anyway'.",
  removeFile: 'What a screen reader says for the bin.',
  tryAgainToAdd: "What a screen reader says for 'Try again'.",
  closeMessage: "What a screen reader says for 'Close'.",
  state: 'Above a bar that shows how far a file is.',
} satisfies Notes<typeof documents>;

export const documentsText = defineTexts(documents);

/** The camera inside Veld. No text here may contain the label of a field or of a document: see `scan.ts`. */
export const camera = {
  opening: 'Opening the camera…',
  hint: {
    aim: 'Fill the frame',
    dark: 'More light helps',
    glare: 'Light shines on it. Tilt it.',
    blurred: 'Hold still',
  },
  take: 'Take',
  light: 'Light',
  goOn: 'Go on',
  corners: 'All four corners in the picture?',
  phoneCamera: 'Use the phone’s camera',
  noCamera: {
    blocked: 'Veld may not use the camera. Your answers are still here. Use the phone’s camera.',
    dismissed: 'Veld may not use the camera. Your answers are still here. Use the phone’s camera.',
    none: 'Veld finds no camera. Your answers are still here. Choose a file.',
    busy: 'Another app uses the camera. Close it, then try again.',
    tooSmall: 'The pictures here are too small to read. Use the phone’s camera.',
    notTaken: 'The photo was not taken. Close other apps, then try again.',
  },
} as const;

export const cameraNotes = {
  hint: 'One line below the picture, while the person aims.',
  take: 'The button that takes the photo.',
  corners: 'After a good photo, before the next page.',
  phoneCamera: "Opens the phone's own camera app.",
} satisfies Notes<typeof camera>;

export const cameraText = defineTexts(camera);

/** The form's location: requesting it, and its accuracy. */
export const location = {
  get: 'Get location',
  coordinates: '{latitude}, {longitude}',
  justNow: 'Location found, to {metres} m',
  minutesAgo: plural(
    'Location found {count} minute ago, to {metres} m',
    'Location found {count} minutes ago, to {metres} m',
  ),
  hoursAgo: plural(
    'Location found {count} hour ago, to {metres} m',
    'Location found {count} hours ago, to {metres} m',
  ),
  searching: 'Looking for this phone…',
  searchingSlowly: 'Still looking… You can go on.',
  tryAgain: 'Try again',
  continueWithout: 'Continue without a location',
  notFound: {
    denied: 'Location is blocked. Allow it for Veld in the browser’s settings, then try again.',
    unavailable: 'No location. Turn it on, or go outside, and try again.',
    timeout: 'No location yet. Go outside and try again.',
    unsupported: 'This browser cannot tell where it is.',
  },
} as const;

export const locationNotes = {
  coordinates: 'In degrees, as numbers.',
  justNow: 'Beside the button. A screen reader says the coordinates before it.',
} satisfies Notes<typeof location>;

export const locationText = defineTexts(location);

/** The customer's signature on the screen. */
export const signature = {
  hint: {
    customer: 'Sign in this box. A cross is enough.',
    witness: 'The witness signs in the place of the customer.',
  },
  how: 'How the witness signs',
  pen: 'The witness signs here',
  name: 'Type the name of the witness',
  saved: 'Signed by {name}',
  savedBy: { customer: 'Signed by the customer', witness: 'Signed by the witness' },
  onlyDot: 'A dot is not a signature. Write a name or a cross.',
  clear: 'Clear signature',
  done: 'Done',
  cleared: 'Signature cleared.',
  notSaved: {
    quota: 'Not saved: the phone is almost full. Free 50 MB, then sign again.',
    notOpen: 'Not saved: this form is already submitted or deleted.',
    device: 'Not saved. Draw it again. The other strokes are safe.',
    draftFull:
      'Not saved, and nor is this form: the phone is full. Leave this screen open. Free 50 MB, then sign again.',
    draftClosed: 'Not saved, and nor is this form yet. Leave this screen open and sign again.',
    clearFull: 'Not cleared: the phone is full. The signature is safe. Free 50 MB and try again.',
    clearFailed: 'Not cleared. The signature is safe. Try again in a moment.',
  },
  witnessed: 'Signed by the witness {name}, as the customer cannot sign.',
  signedByName:
    'Signed by name, without a pen, by the witness {name}, as the customer cannot sign.',
  byName: 'The name of the witness is the signature.',
} as const;

export const signatureNotes = {
  hint: "Who signs: the customer, or a witness where 'The customer cannot sign' is ticked.",
  saved: '{name}: of the customer who signed, or of the witness.',
  savedBy: 'In the place of `saved` if the name is not known yet, or is still typed.',
  how: 'Above two choices: on the screen, or by name. The second one needs no pointer.',
  signedByName: 'As `witnessed`, if the witness uses no pen.',
  byName: 'In the place of the pad.',
  witnessed: 'Written into the picture that is sent, below the mark. {name}: of the witness.',
} satisfies Notes<typeof signature>;

export const signatureText = defineTexts(signature);
