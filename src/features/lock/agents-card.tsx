import { useState } from 'react';
import { agentsText } from '../../messages/agents.ts';
import { say } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/toasts.ts';
import { AddAgent } from './add-agent.tsx';
import styles from './lock.module.css';
import type { LockCardProps } from './lock-facts.ts';
import { RemoveAgent } from './remove-agent.tsx';
import { RenameAgent } from './rename-agent.tsx';

/** Those who share the phone: who they are, another one, and one who leaves. */
export function AgentsCard(props: LockCardProps) {
  const t = agentsText();
  const { facts, lock, onChanged } = props;
  const [dialog, setDialog] = useState<'add' | 'rename' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const isShared = facts.agents.length > 1;
  const ownLabel = facts.agents.find(({ isOwn }) => isOwn)?.label ?? '';

  function done(text: string) {
    close();
    onChanged();
    notify(text, { kind: 'success', duration: 10_000 });
  }

  return (
    <Card title={t.card}>
      {isShared ? (
        <>
          <p>{t.several}</p>
          <ul className={styles['goes']}>
            {facts.agents.map(({ id, isOwn, label }) => (
              <li key={id}>{isOwn ? say(t.own, { label: label ?? '' }) : (label ?? t.unnamed)}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{t.one}</p>
          <p>{t.whatItDoes}</p>
        </>
      )}
      <Button block onClick={() => setDialog('add')}>
        {t.add}
      </Button>
      {isShared ? (
        <>
          <Button block onClick={() => setDialog('rename')}>
            {t.rename}
          </Button>
          <Button block onClick={() => setDialog('remove')}>
            {t.remove}
          </Button>
        </>
      ) : null}
      {dialog === 'add' ? (
        <AddAgent
          {...props}
          onClose={close}
          onDone={(label) => done(say(t.added, { label }))}
          ownLabel={ownLabel}
        />
      ) : null}
      {dialog === 'rename' ? (
        <RenameAgent
          label={ownLabel}
          lock={lock}
          onClose={close}
          onDone={() => done(t.renamed)}
          submitLabel={t.rename}
          title={t.rename}
        />
      ) : null}
      {dialog === 'remove' ? (
        <RemoveAgent
          hasLetters={facts.pinHasLetters}
          lock={lock}
          onClose={close}
          onDone={() => done(t.removed)}
        />
      ) : null}
    </Card>
  );
}
