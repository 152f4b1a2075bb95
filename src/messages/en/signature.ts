import type { Notes } from '../area.ts';

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

export const notes = {
  hint: "Who signs: the customer, or a witness where 'The customer cannot sign' is ticked.",
  witnessed: 'Written into the picture that is sent, below the mark. {name}: of the witness.',
} satisfies Notes<typeof signature>;
