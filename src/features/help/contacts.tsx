import type { ReactNode } from 'react';
import { formatWhen } from '../../messages/formats.ts';
import { helpText } from '../../messages/help.ts';
import { format } from '../../messages/text.ts';
import type { SupportContacts } from '../../settings/support-contacts.ts';
import type { LastAnswer } from '../../store/device/device-values.ts';
import { Button } from '../../ui/content/button.tsx';
import { Facts } from '../../ui/content/card.tsx';
import { Fold, LinkRow, List } from '../../ui/content/list.tsx';
import { IconSend } from '../../ui/frame/icons.tsx';
import { PlainLink } from '../../ui/frame/link.tsx';
import { IconCall, IconSms } from '../../ui/frame/more-icons.tsx';
import { notify } from '../../ui/overlays/toasts.ts';

export type ContactLink = Readonly<{ href: string; text: string }>;

const encoded = encodeURIComponent;

/** The contact links of this build. WhatsApp and e-mail links contain the message. */
export function contactLinks(
  { phone, whatsapp, email }: SupportContacts,
  message: string,
): readonly ContactLink[] {
  const t = helpText();
  return [
    phone === ''
      ? []
      : [{ href: `tel:${phone.replaceAll(/[^\d+*#]/g, '')}`, text: format(t.call, { phone }) }],
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

/** The details that support asks for. They contain no customer data. */
export type SupportFacts = Readonly<{
  deviceIdentifier: string | null;
  version: string;
  lastAnswer: LastAnswer | null;
}>;

/** The support details as name and value, for the list on the page. */
function supportDetails({
  deviceIdentifier,
  version,
  lastAnswer,
}: SupportFacts): readonly (readonly [name: string, value: string])[] {
  const t = helpText();
  const id = lastAnswer?.requestId ?? '';
  return [
    [t.identifier, deviceIdentifier ?? t.identifierMissing],
    [t.version, version],
    [
      t.lastAnswer,
      lastAnswer === null
        ? t.noAnswer
        : format(t.answer, {
            status: lastAnswer.httpStatus,
            call: lastAnswer.call,
            at: formatWhen(lastAnswer.at),
          }),
    ],
    ...(id === '' ? [] : [[t.requestId, id] as const]),
  ];
}

export const supportMessage = (facts: SupportFacts): string =>
  supportDetails(facts)
    .map(([name, value]) => format(helpText().line, { name, value }))
    .join('\n');

export interface ContactsProps {
  readonly contacts: SupportContacts;
  readonly facts: SupportFacts;
}

const icons: Readonly<Record<string, ReactNode>> = { tel: <IconCall />, https: <IconSms /> };

/** The operator's contacts as rows. Nothing in a build without contacts. */
export function Contacts({ contacts, facts }: ContactsProps) {
  const links = contactLinks(contacts, supportMessage(facts));
  if (links.length === 0) return null;
  return (
    <List>
      {links.map(({ href, text }) => (
        <LinkRow
          icon={icons[href.split(':')[0] ?? ''] ?? <IconSend />}
          key={href}
          Link={PlainLink}
          title={text}
          to={href}
        />
      ))}
    </List>
  );
}

/** The details that support asks for, folded. */
export function ForSupport({ contacts, facts }: ContactsProps) {
  const t = helpText();
  const message = supportMessage(facts);
  const hasContacts = contactLinks(contacts, message).length > 0;

  async function copy() {
    // Without HTTPS there is no clipboard.
    await Promise.resolve(navigator.clipboard?.writeText(message) ?? Promise.reject()).then(
      () => notify(t.copied, { kind: 'success' }),
      () => notify(t.notCopied, { kind: 'warning' }),
    );
  }

  return (
    <Fold title={t.forSupport}>
      <p>{hasContacts ? t.lead : t.leadWithoutContact}</p>
      <Facts
        facts={supportDetails(facts).map(
          ([name, value]) => [name, <code key={name}>{value}</code>] as const,
        )}
      />
      <Button onClick={() => void copy()}>{t.copy}</Button>
    </Fold>
  );
}
