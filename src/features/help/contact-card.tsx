import { helpText } from '../../messages/help.ts';
import type { SupportContacts } from '../../support-contacts.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { Stack } from '../../ui/page.tsx';
import { notify } from '../../ui/toasts.ts';
import { contactLinks } from './contact-links.ts';
import { type SupportFacts, supportDetails, supportMessage } from './support-details.ts';

export interface ContactCardProps {
  readonly contacts: SupportContacts;
  readonly facts: SupportFacts;
}

/** How the operator's people are reached, and what they ask for, to copy or to send. */
export function ContactCard({ contacts, facts }: ContactCardProps) {
  const t = helpText();
  const message = supportMessage(facts);
  const links = contactLinks(contacts, message);

  async function copy() {
    // Without https there is no clipboard.
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
