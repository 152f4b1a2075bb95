/** The customer's signature on the screen. */
export const signature = {
  hint: 'The customer signs in the box with a finger, a pen or the mouse. A cross is a signature too.',
  saved: 'Signature saved',
  onlyDot: 'A dot is no signature yet',
  clear: 'Clear signature',
  cleared: 'Signature cleared.',
  notSaved: {
    quota:
      'That stroke was not saved: this device is almost full. Free at least 50 MB, then sign again.',
    notOpen: 'That stroke was not saved: this form was submitted already.',
    device: 'That stroke could not be saved on this device. Sign again. Everything else is safe.',
  },
} as const;
