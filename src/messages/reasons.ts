import { defineTexts, format, type Notes, sentences } from './text.ts';

/** Headings and descriptions by code, used if the server sent no text that can be shown. */
export const reasons = {
  unexpected: 'There was a problem',
  unexpectedDetail: 'An unexpected server error occurred.',
  formUnreadable: 'This form is damaged',
  formUnreadableDetail: 'This phone lost a part of this form. Check the form and submit it again.',
  fileUnreadable: 'A file can’t be read',
  fileUnreadableDetail: {
    SaveSignature: 'This phone cannot read the signature ({name}) any more. Take it again.',
    SaveIdDocument: 'This phone cannot read the ID document ({name}) any more. Take it again.',
    SaveCompanyRegistrationDocument:
      'This phone cannot read the company registration document ({name}) any more. Take it again.',
    SavePoliceDocument:
      'This phone cannot read the police document ({name}) any more. Take it again.',
  },
  faulted: 'This phone cannot send it',
  faultedDetail:
    'Veld cannot send this form. Nothing is lost. Tell your operator the code {fault}.',
} as const;

export const notes = {
  unexpected: "The specification's words, exact in English.",
  unexpectedDetail: "The specification's words, exact in English.",
  fileUnreadableDetail: '{name}: the file as the person knows it from the camera.',
} satisfies Notes<typeof reasons>;

const reasonsText = defineTexts(reasons);

type Message = Readonly<{
  heading: string;
  description: string;
  said?: string;
  reason?:
    | Readonly<{ code: 'unexpected' | 'formUnreadable' }>
    | Readonly<{
        code: 'fileUnreadable';
        call: keyof typeof reasons.fileUnreadableDetail;
        name: string;
      }>
    | Readonly<{ code: 'faulted'; fault: string }>;
}>;

/** The texts of a message: the server's texts, or the texts for a reason on this device. */
export function messageText({
  heading,
  description,
  reason,
  said,
}: Message): Readonly<{ heading: string; description: string }> {
  const t = reasonsText();
  switch (reason?.code) {
    case 'unexpected':
      return {
        heading: t.unexpected,
        description: sentences(t.unexpectedDetail, said ?? null),
      };
    case 'formUnreadable':
      return { heading: t.formUnreadable, description: t.formUnreadableDetail };
    case 'fileUnreadable': {
      const { call, name } = reason;
      return {
        heading: t.fileUnreadable,
        description: format(t.fileUnreadableDetail[call], { name }),
      };
    }
    case 'faulted':
      return {
        heading: t.faulted,
        description: format(t.faultedDetail, { fault: reason.fault }),
      };
    // The server's own texts. Also used after a rollback, for a reason code of a later version.
    default:
      return { heading, description };
  }
}
