import { useState } from 'react';
import { count } from '../../messages/count.ts';
import { agentsText } from '../../messages/lock-settings.ts';
import { format } from '../../messages/text.ts';
import type { LockStore, RemoveAgentResult } from '../../store/lock/lock-contract.ts';
import { ButtonRow, List } from '../../ui/content/list.tsx';
import { IconPencil } from '../../ui/frame/icons.tsx';
import { IconPlus, IconTrash } from '../../ui/frame/more-icons.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import { AddAgent, RenameAgent } from './add-agent.tsx';
import styles from './lock.module.css';
import { type LockPageProps, problemAfter } from './lock-facts.ts';
import { ConfirmWithPin } from './set-lock.tsx';
import type { UnlockError } from './use-unlock-attempt.ts';

interface RemoveAgentProps {
  readonly lock: LockStore;
  readonly hasLetters: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function problemOf(result: RemoveAgentResult, done: () => void): UnlockError | null {
  const t = agentsText();
  if (result.status === 'undelivered')
    return { text: count(t.undelivered, result.count), until: null };
  return result.status === 'last' ? { text: t.last, until: null } : problemAfter(result, done);
}

function RemoveAgent({ lock, hasLetters, onDone, onClose }: RemoveAgentProps) {
  const t = agentsText();
  return (
    <ConfirmWithPin
      hasLetters={hasLetters}
      hasPin
      isDanger
      onClose={onClose}
      submitLabel={t.remove}
      title={t.remove}
      work={async (proof) =>
        // Agents who share a phone always have a PIN.
        typeof proof === 'string' ? problemOf(await lock.removeAgent(proof), onDone) : null
      }
    >
      <p>{t.removeDetail}</p>
    </ConfirmWithPin>
  );
}

/** The agents of a shared phone. The unlocked agent can add an agent, and rename or remove themselves. */
export function AgentsPage(props: LockPageProps) {
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
    <>
      {isShared ? (
        <>
          <p>{t.several}</p>
          <ul className={styles['goes']}>
            {facts.agents.map(({ id, isOwn, label }) => (
              <li key={id}>
                {isOwn ? format(t.own, { label: label ?? '' }) : (label ?? t.unnamed)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{t.one}</p>
          <p className={styles['soft']}>{t.whatItDoes}</p>
        </>
      )}
      <List>
        <ButtonRow icon={<IconPlus />} onClick={() => setDialog('add')} title={t.add} />
        {isShared ? (
          <>
            <ButtonRow icon={<IconPencil />} onClick={() => setDialog('rename')} title={t.rename} />
            <ButtonRow icon={<IconTrash />} onClick={() => setDialog('remove')} title={t.remove} />
          </>
        ) : null}
      </List>
      {dialog === 'add' ? (
        <AddAgent
          {...props}
          onClose={close}
          onDone={(label) => done(format(t.added, { label }))}
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
    </>
  );
}
