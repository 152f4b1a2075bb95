import { defineTexts, type Notes } from './text.ts';

/**
 * The scanner. No button and no title here may contain the label of a field or of a document: outside checks look for
 * fields by a part of their label.
 */
export const scan = {
  title: 'Scan',
  opening: 'Getting ready…',
  privacy: 'Veld looks for a barcode. No picture is kept.',
  useCamera: 'Use the camera',
  photoInstead: 'Take a photo instead',
  photo: 'Photo of the barcode',
  typeInstead: 'Type it instead',
  light: 'Light',
  tryAgain: 'Try again',
  live: {
    point: 'Point at the barcode',
    closer: 'Come closer, fill the frame',
    light: 'More light helps',
    type: 'You can type it instead',
  },
  looking: 'Looking for the barcode…',
  noneInPhoto: 'No barcode found in this photo. Take it closer and in good light.',
  noCamera: {
    blocked:
      'The camera is blocked for Veld. To allow it, press the sign beside the address, then Permissions.',
    blockedApp:
      'The camera is blocked for Veld. To allow it, hold the Veld icon, then App info and Permissions.',
    dismissed: 'Without the camera you can take a photo or type.',
    none: 'This device has no camera. You can take a photo or type.',
    busy: 'Another app uses the camera. Close it, then try again.',
  },
  stopped: 'The scanner stopped. Take a photo, or type.',
  notHere: 'The scanner is not on this phone yet. Connect once, or type.',
  notRunning: 'The scanner does not run on this phone. Type.',
  needsFetch: 'The scanner is {size}. Veld fetches it once, then it works offline.',
  needsFetchCost:
    'The scanner is {size}, about {price}. Veld fetches it once, then it works offline.',
  fetch: 'Get the scanner',
  fetching: 'Getting the scanner',
  found: 'Is this right?',
  foundTwo: 'Which one?',
  take: 'Take this',
  again: 'Scan again',
  refusedTitle: 'Not this one',
  refused: {
    licence:
      'This is a driving licence. RICA does not accept it. Use an ID card, ID book or passport.',
    unusable: 'This barcode can’t be used. Type the details.',
    activationCode:
      'This code activates an eSIM. It is not the number. Look for the long number that begins with 89.',
  },
} as const;

export const scanNotes = {
  title: "The dialog's name while the camera looks.",
  live: 'One line below the picture: at first, and after 4, 8 and 15 seconds.',
  foundTwo: 'The picture has two numbers.',
  needsFetchCost: "{size}: '0,3 MB'. {price}: 'R 0,05', by the price in Settings.",
} satisfies Notes<typeof scan>;

export const scanText = defineTexts(scan);

/** The line below a field after a scan. */
export const scanned = {
  scanned: 'Scanned',
  matches: 'Matches the scan',
  differs: 'Typed {typed} · Scanned {scanned}',
  use: 'Use the scanned one',
  keep: 'Keep what I typed',
} as const;

export const scannedText = defineTexts(scanned);

/** The scanner in 'Ready for the field' and 'This phone'. */
export const scanner = {
  name: 'The scanner',
  ready: 'It reads barcodes also without signal.',
  why: 'It reads barcodes, so you type less.',
  absent: 'Not on this phone yet',
  notRunning: 'Does not run on this phone',
  getIt: 'Get it now, {size}',
  getting: 'Getting it…',
  engine: { native: 'This phone’s own', zxing: 'Veld’s own (zxing)' },
} as const;

export const scannerNotes = {
  engine: 'Which program reads the barcodes.',
} satisfies Notes<typeof scanner>;

export const scannerText = defineTexts(scanner);
