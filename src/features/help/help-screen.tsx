import type { ReactNode } from 'react';
import { guideText } from '../../messages/help.ts';
import { pagesText } from '../../messages/shell.ts';
import { PRACTISE_PATH, READY_PATH } from '../../paths/page-paths.ts';
import { supportContacts } from '../../settings/support-contacts.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { buttonClass } from '../../ui/content/button.tsx';
import { Card } from '../../ui/content/card.tsx';
import type { LinkComponent } from '../../ui/frame/link.tsx';
import { Page } from '../../ui/frame/page.tsx';
import { ContactCard } from './contact-card.tsx';

/** The user guide in parts, with the content of the printed `docs/agent-guide.md`. */
function Guide() {
  return Object.entries(guideText()).map(([id, { title, ...paragraphs }]) => (
    <Card key={id} title={title}>
      {Object.entries(paragraphs).map(([name, text]) => (
        <p key={name}>{text}</p>
      ))}
    </Card>
  ));
}

export interface HelpScreenProps {
  readonly store: Store;
  readonly appVersion: string;
  readonly deviceIdentifier: string | null;
  readonly Link: LinkComponent;
  /** How Veld works, the terms, and the links to share Veld. */
  readonly about: ReactNode;
}

/** The page 'Help': the user guide and the support contacts. The page works offline. */
export function HelpScreen({ store, appVersion, deviceIdentifier, Link, about }: HelpScreenProps) {
  const stored = useStored(() => store.queries.settings(), [store])?.DeviceIdentifier;
  const lastAnswer = useStored(() => store.queries.lastAnswer(), [store]) ?? null;
  return (
    <Page>
      <ContactCard
        contacts={supportContacts}
        facts={{
          deviceIdentifier: stored ?? deviceIdentifier,
          version: appVersion,
          lastAnswer,
        }}
      />
      <Link className={buttonClass('secondary', true)} to={READY_PATH}>
        {pagesText().ready}
      </Link>
      <Link className={buttonClass('secondary', true)} to={PRACTISE_PATH}>
        {pagesText().practise}
      </Link>
      <Guide />
      {about}
    </Page>
  );
}
