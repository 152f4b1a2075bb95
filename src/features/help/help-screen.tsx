import type { ReactNode } from 'react';
import { guideText, helpText } from '../../messages/help.ts';
import { supportContacts } from '../../settings/support-contacts.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Fold } from '../../ui/content/list.tsx';
import { Page } from '../../ui/frame/page.tsx';
import { Contacts, ForSupport } from './contacts.tsx';

/** The user guide in folded parts, with the content of the printed `docs/agent-guide.md`. */
function Guide({ opened }: { readonly opened: string | undefined }) {
  return Object.entries(guideText()).map(([id, { title, ...paragraphs }]) => (
    <Fold key={id} open={id === opened} title={title}>
      {Object.entries(paragraphs).map(([name, text]) => (
        <p key={name}>{text}</p>
      ))}
    </Fold>
  ));
}

export interface HelpScreenProps {
  readonly store: Store;
  readonly appVersion: string;
  readonly deviceIdentifier: string | null;
  /** How Veld works, the terms, and the links to share Veld. */
  readonly about: ReactNode;
}

/**
 * The page 'Help': the contacts, then the user guide in folded parts. The part about a refusal is open if there is one.
 * The page works offline.
 */
export function HelpScreen({ store, appVersion, deviceIdentifier, about }: HelpScreenProps) {
  const stored = useStored(() => store.queries.settings(), [store])?.DeviceIdentifier;
  const lastAnswer = useStored(() => store.queries.lastAnswer(), [store]) ?? null;
  const refused = useStored(() => store.queries.countsForAgent(), [store])?.rejected ?? 0;
  const facts = { deviceIdentifier: stored ?? deviceIdentifier, version: appVersion, lastAnswer };
  return (
    <Page>
      <Contacts contacts={supportContacts} facts={facts} />
      <div>
        <ForSupport contacts={supportContacts} facts={facts} />
        <Guide
          // A part is opened only when it is created, so a refusal creates the guide again.
          key={refused > 0 ? 'refused' : 'folded'}
          opened={refused > 0 ? 'refused' : undefined}
        />
        <Fold title={helpText().about}>{about}</Fold>
      </div>
    </Page>
  );
}
