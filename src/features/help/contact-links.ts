import { helpText } from '../../messages/help.ts';
import { say } from '../../messages/say.ts';
import type { SupportContacts } from '../../support-contacts.ts';

export type ContactLink = Readonly<{ href: string; text: string }>;

const encoded = encodeURIComponent;

/** The ways to the operator's people that this build knows, with the message filled in where a way can carry one. */
export function contactLinks(
  { phone, whatsapp, email }: SupportContacts,
  message: string,
): readonly ContactLink[] {
  const t = helpText();
  return [
    phone === ''
      ? []
      : [{ href: `tel:${phone.replaceAll(/[^\d+*#]/g, '')}`, text: say(t.call, { phone }) }],
    whatsapp === ''
      ? []
      : [
          {
            href: `https://wa.me/${whatsapp.replaceAll(/\D/g, '')}?text=${encoded(message)}`,
            text: t.whatsapp,
          },
        ],
    email === ''
      ? []
      : [
          {
            href: `mailto:${email}?subject=${encoded(t.subject)}&body=${encoded(message)}`,
            text: t.email,
          },
        ],
  ].flat();
}
