import { useEffect, useState } from 'react';
import { LockCards } from '../features/lock/lock-cards.tsx';
import { lockSettingsText } from '../messages/lock-settings.ts';
import type { Services } from '../services/services.ts';
import { notify } from '../ui/toasts.ts';
import { type Locking, lockingHere } from './locking.tsx';

/** The settings' cards of the lock; nothing until it is known whether there is one. */
export function LockSettings({ services }: { readonly services: Services }) {
  const [here, setHere] = useState<Locking>();
  const [changed, setChanged] = useState({});
  useEffect(() => {
    lockingHere(services).then(setHere, () => undefined);
  }, [services]);
  if (here === undefined) return null;
  const { lock, pageLock, remember, settings } = here;
  return (
    <LockCards
      lock={lock}
      onChanged={() => void pageLock.changed()}
      onSettings={(change) => {
        setChanged({ ...changed, ...change });
        remember(change).catch(() => notify(lockSettingsText().minutesNotSaved, { kind: 'error' }));
      }}
      settings={{ ...settings(), ...changed }}
    />
  );
}
