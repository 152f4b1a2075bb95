import { useCallback, useEffect, useState } from 'react';
import { count } from '../../messages/count.ts';
import { agentsText, lockSettingsText } from '../../messages/lock-settings.ts';
import { Button } from '../../ui/content/button.tsx';
import { Card } from '../../ui/content/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import { AgentsCard } from './agents-card.tsx';
import { type LockCardProps, type LockFacts, lockFacts } from './lock-facts.ts';
import { AddFingerprint, RemoveFingerprint, UseFingerprint } from './passkey-settings.tsx';
import { ChangePin, NewCode, SetLock, TurnOff } from './set-lock.tsx';

const choices = [1, 2, 5, 15] as const;

type Opened = 'set' | 'finger' | 'change' | 'addFinger' | 'removeFinger' | 'code' | 'off';

/** The settings of the lock: set it, change it, or remove it. */
function LockCard({ lock, facts, settings, onSettings, onChanged }: LockCardProps) {
  const t = lockSettingsText();
  const [dialog, setDialog] = useState<Opened | null>(null);
  const { agents, fingerprint, hasLock } = facts;
  const hasPin = fingerprint !== 'only';

  function done(text: string) {
    setDialog(null);
    onChanged();
    notify(text, { kind: 'success' });
  }

  const close = () => setDialog(null);
  const props = { lock, hasPin, hasLetters: facts.pinHasLetters, onClose: close };
  const opens = (which: Opened, label: string) => (
    <Button block onClick={() => setDialog(which)}>
      {label}
    </Button>
  );
  return (
    <Card title={t.card}>
      {hasLock ? (
        <>
          <p>{t.isSet[fingerprint === 'only' || fingerprint === 'beside' ? fingerprint : 'pin']}</p>
          <p>
            {t.isSetKeeps} {hasPin ? t.keepsPin : t.keepsFingerprint}
          </p>
          <RadioGroup
            hint={t.lockAfterHint}
            legend={t.lockAfter}
            name="lockMinutes"
            onChange={(chosen) =>
              onSettings({
                lockMinutes: choices.find((minutes) => String(minutes) === chosen) ?? 5,
              })
            }
            options={choices.map((minutes) => ({
              value: String(minutes),
              label: count(t.minutes, minutes),
            }))}
            value={String(settings.lockMinutes)}
          />
          <SendsUnlocked facts={facts} lock={lock} onChanged={onChanged} />
          {opens('change', hasPin ? t.changePin : t.addPin)}
          {fingerprint === 'possible' ? opens('addFinger', t.addFingerprint) : null}
          {fingerprint === 'beside' ? opens('removeFinger', t.removeFingerprint) : null}
          {opens('code', t.newCode)}
          {agents.length > 1 ? <p>{t.severalAgents}</p> : opens('off', t.turnOff)}
        </>
      ) : (
        <>
          <p>{t.noLock}</p>
          <p>{t.whatItDoes}</p>
          {opens('set', t.setPin)}
          {fingerprint === 'possible' ? opens('finger', t.useFingerprint) : null}
        </>
      )}
      {dialog === 'set' ? (
        <SetLock lock={lock} onClose={close} onDone={() => done(t.setPinDone)} />
      ) : null}
      {dialog === 'finger' ? (
        <UseFingerprint lock={lock} onClose={close} onDone={() => done(t.fingerprintAdded)} />
      ) : null}
      {dialog === 'change' ? (
        <ChangePin {...props} onDone={() => done(hasPin ? t.pinChanged : t.pinAdded)} />
      ) : null}
      {dialog === 'addFinger' ? (
        <AddFingerprint {...props} onDone={() => done(t.fingerprintAdded)} />
      ) : null}
      {dialog === 'removeFinger' ? (
        <RemoveFingerprint lock={lock} onClose={close} onDone={() => done(t.fingerprintRemoved)} />
      ) : null}
      {dialog === 'code' ? <NewCode {...props} onDone={() => done(t.newCodeDone)} /> : null}
      {dialog === 'off' ? <TurnOff {...props} onDone={() => done(t.turnedOff)} /> : null}
    </Card>
  );
}

/**
 * The choice to send only while unlocked. While Veld is locked, the worker then cannot decrypt or send the waiting
 * submissions.
 */
function SendsUnlocked({
  lock,
  facts,
  onChanged,
}: Pick<LockCardProps, 'lock' | 'facts' | 'onChanged'>) {
  const t = agentsText();
  /** The choice counts until newer facts arrive. Otherwise the old value would show for a moment after the write. */
  const [chosen, setChosen] = useState<Readonly<{ value: boolean; before: LockFacts }>>();
  async function choose(onlyUnlocked: boolean): Promise<void> {
    setChosen({ value: onlyUnlocked, before: facts });
    const isSet = await lock.setSendsWhileLocked(!onlyUnlocked).then(
      ({ status }) => status === 'done',
      () => false,
    );
    if (!isSet) {
      notify(t.sendsNotSaved, { kind: 'error' });
      setChosen(undefined);
    }
    onChanged();
  }
  return (
    <Checkbox
      checked={chosen?.before === facts ? chosen.value : !facts.sendsWhileLocked}
      hint={t.sendsUnlockedHint}
      label={t.sendsUnlocked}
      onChange={(onlyUnlocked) => void choose(onlyUnlocked)}
    />
  );
}

/** The settings of the lock and of the agents who share the phone. */
export function LockCards({
  lock,
  settings,
  onSettings,
  onChanged,
}: Pick<LockCardProps, 'lock' | 'settings' | 'onSettings'> & {
  /** Called when the lock was set or removed, or when the agents changed. */
  readonly onChanged: () => void;
}) {
  const [facts, setFacts] = useState<LockFacts>();
  const look = useCallback(() => {
    // If this fails, the cards are not shown.
    lockFacts(lock).then(setFacts, () => undefined);
  }, [lock]);
  useEffect(look, [look]);
  if (facts === undefined) return null;
  const props: LockCardProps = {
    lock,
    facts,
    settings,
    onSettings,
    onChanged() {
      look();
      onChanged();
    },
  };
  return (
    <>
      <LockCard {...props} />
      <AgentsCard {...props} />
    </>
  );
}
