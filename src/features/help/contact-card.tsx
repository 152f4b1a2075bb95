import { formatWhen } from '../../messages/formats.ts';
import { helpText } from '../../messages/help.ts';
import { format } from '../../messages/text.ts';
import type { SupportContacts } from '../../settings/support-contacts.ts';
import type { LastAnswer } from '../../store/device/device-values.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { Card, Facts } from '../../ui/content/card.tsx';
import { Stack } from '../../ui/frame/page.tsx';
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

export interface ContactCardProps {
  readonly contacts: SupportContacts;
  readonly facts: SupportFacts;
}

/** The card with the contact links, and the details that support asks for. */
export function ContactCard({ contacts, facts }: ContactCardProps) {
  const t = helpText();
  const message = supportMessage(facts);
  const links = contactLinks(contacts, message);

  async function copy() {
    // Without HTTPS there is no clipboard.
    await Promise.resolve(navigator.clipboard?.writeText(message) ?? Promise.reject()).then(
      () => notify(t.copied, { kind: 'success' }),
      () => notify(t.notCopied, { kind: 'warning' }),
    );
  }

  return (
    <Card title={t.title}>
      <p>{links.length > 0 ? t.lead : t.leadWithoutContact}</p>
      <Facts
        facts={supportDetails(facts).map(
          ([name, value]) => [name, <code key={name}>{value}</code>] as const,
        )}
      />
      <Stack>
        {links.map(({ href, text }) => (
          <a className={buttonClass('primary', true)} href={href} key={href}>
            {text}
          </a>
        ))}
        <Button block onClick={() => void copy()}>
          {t.copy}
        </Button>
      </Stack>
    </Card>
  );
}
