import { useState } from 'react';
import { count } from '../../messages/count.ts';
import { agentsText, lockSettingsText } from '../../messages/lock-settings.ts';
import { Button } from '../../ui/content/button.tsx';
import { ButtonRow, Fold, List } from '../../ui/content/list.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { IconFingerprint } from '../../ui/frame/more-icons.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import styles from './lock.module.css';
import type { LockFacts, LockPageProps } from './lock-facts.ts';
import { AddFingerprint, RemoveFingerprint, UseFingerprint } from './passkey-settings.tsx';
import { ChangePin, NewCode, TurnOff } from './set-lock.tsx';

const choices = [1, 2, 5, 15] as const;

/** Explains how well a PIN protects, by its length. */
function PinStrength() {
  const { howSafe, ...texts } = lockSettingsText().strength;
  return (
    <Fold title={howSafe}>
      {Object.values(texts).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Fold>
  );
}

type Opened = 'finger' | 'change' | 'addFinger' | 'removeFinger' | 'code' | 'off';

/** The settings of the lock: set it, change it, or remove it. */
export function LockPage({
  lock,
  facts,
  settings,
  onSettings,
  onChanged,
  onSetPin,
}: LockPageProps & { readonly onSetPin: () => void }) {
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
  const row = (which: Opened, label: string) => (
    <ButtonRow onClick={() => setDialog(which)} title={label} />
  );
  return (
    <>
      {hasLock ? (
        <>
          <p className={styles['lead']}>
            {t.isSet[fingerprint === 'only' || fingerprint === 'beside' ? fingerprint : 'pin']}
          </p>
          <p className={styles['soft']}>{t.isSetKeeps}</p>
          <List>
            {row('change', hasPin ? t.changePin : t.addPin)}
            {fingerprint === 'possible' ? row('addFinger', t.addFingerprint) : null}
            {fingerprint === 'beside' ? row('removeFinger', t.removeFingerprint) : null}
            {row('code', t.newCode)}
            {agents.length > 1 ? null : row('off', t.turnOff)}
          </List>
          {agents.length > 1 ? <p className={styles['soft']}>{t.severalAgents}</p> : null}
          <Fold state={count(t.minutes, settings.lockMinutes)} title={t.lockAfter}>
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
          </Fold>
          <SendsUnlocked facts={facts} lock={lock} onChanged={onChanged} />
        </>
      ) : (
        <>
          <p className={styles['lead']}>{t.whatItDoes}</p>
          <p className={styles['soft']}>{t.stillSends}</p>
          <Button block onClick={onSetPin} variant="primary">
            {t.setPin}
          </Button>
          {fingerprint === 'possible' ? (
            <Button
              block
              icon={<IconFingerprint />}
              onClick={() => setDialog('finger')}
              variant="quiet"
            >
              {t.useFingerprint}
            </Button>
          ) : null}
        </>
      )}
      <PinStrength />
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
    </>
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
}: Pick<LockPageProps, 'lock' | 'facts' | 'onChanged'>) {
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
