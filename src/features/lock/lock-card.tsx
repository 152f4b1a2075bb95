import { useEffect, useState } from 'react';
import { count } from '../../messages/count.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { DeviceValues } from '../../store/device.ts';
import type { LockStore } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { notify } from '../../ui/toasts.ts';
import { ChangePin, NewCode, TurnOff } from './change-lock.tsx';
import { SetLock } from './set-lock.tsx';

/** What is remembered of a lock beside it. */
export type LockSettings = Readonly<Pick<DeviceValues, 'lockMinutes' | 'pinHasLetters'>>;

export interface LockCardProps {
  readonly lock: LockStore;
  readonly settings: LockSettings;
  readonly onSettings: (change: Partial<LockSettings>) => void;
  /** A lock was set or taken off. */
  readonly onChanged: () => void;
}

const choices = [1, 2, 5, 15] as const;

/** The settings of the lock: sets one, changes it, takes it off. */
export function LockCard({ lock, settings, onSettings, onChanged }: LockCardProps) {
  const t = lockSettingsText();
  const [hasLock, setHasLock] = useState<boolean>();
  const [dialog, setDialog] = useState<'set' | 'change' | 'code' | 'off' | null>(null);
  useEffect(() => {
    lock.status().then(
      ({ status }) => setHasLock(status !== 'open'),
      // Without an answer nothing is offered.
      () => undefined,
    );
  }, [lock]);

  function done(text: string, change: Partial<LockSettings> = {}) {
    setDialog(null);
    onSettings(change);
    notify(text, { kind: 'success' });
  }

  function setTo(isSet: boolean, text: string, change?: Partial<LockSettings>) {
    setHasLock(isSet);
    done(text, change);
    onChanged();
  }

  const close = () => setDialog(null);
  const props = { lock, hasLetters: settings.pinHasLetters, onClose: close };
  if (hasLock === undefined) return null;
  return (
    <Card title={t.card}>
      {hasLock ? (
        <>
          <p>{t.isSet}</p>
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
          <Button block onClick={() => setDialog('change')}>
            {t.changePin}
          </Button>
          <Button block onClick={() => setDialog('code')}>
            {t.newCode}
          </Button>
          <Button block onClick={() => setDialog('off')}>
            {t.turnOff}
          </Button>
        </>
      ) : (
        <>
          <p>{t.noLock}</p>
          <p>{t.whatItDoes}</p>
          <Button block onClick={() => setDialog('set')}>
            {t.setPin}
          </Button>
        </>
      )}
      {dialog === 'set' ? (
        <SetLock
          lock={lock}
          onClose={close}
          onDone={(pinHasLetters) => setTo(true, t.setPinDone, { pinHasLetters })}
        />
      ) : null}
      {dialog === 'change' ? (
        <ChangePin {...props} onDone={(pinHasLetters) => done(t.pinChanged, { pinHasLetters })} />
      ) : null}
      {dialog === 'code' ? <NewCode {...props} onDone={() => done(t.newCodeDone)} /> : null}
      {dialog === 'off' ? <TurnOff {...props} onDone={() => setTo(false, t.turnedOff)} /> : null}
    </Card>
  );
}
