import { pagesText } from '../../messages/pages.ts';
import { PRACTISE_PATH, READY_PATH } from '../../page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { supportContacts } from '../../support-contacts.ts';
import { buttonClass } from '../../ui/button-class.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import { ContactCard } from './contact-card.tsx';
import { Guide } from './guide.tsx';

export interface HelpScreenProps {
  readonly store: Store;
  readonly appVersion: string;
  /** As `localStorage` had it at the start. */
  readonly deviceIdentifier: string | null;
  readonly Link: LinkComponent;
}

/** 'Help': how to work with Veld, and how an operator's people are reached. It needs no signal. */
export function HelpScreen({ store, appVersion, deviceIdentifier, Link }: HelpScreenProps) {
  const stored = useStored(() => store.queries.settings(), [store])?.DeviceIdentifier;
  const lastAnswer = useStored(() => store.queries.lastAnswer(), [store]) ?? null;
  return (
    <Page>
      <PageTitle>{pagesText().help}</PageTitle>
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
    </Page>
  );
}
