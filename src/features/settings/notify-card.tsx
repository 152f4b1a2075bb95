import { useState } from 'react';
import { settingsText } from '../../messages/settings.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';

type Permission = NotificationPermission | 'unsupported';

const permissionNow = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported';

export interface NotifyCardProps {
  readonly notifies: boolean;
  readonly onNotifies: (notifies: boolean) => void;
}

/** The setting for notifications. Only here is the browser's permission requested, when the person chooses them. */
export function NotifyCard({ notifies, onNotifies }: NotifyCardProps) {
  const t = settingsText();
  const sends = sendsWhenClosed();
  const [permission, setPermission] = useState(permissionNow);
  // Shown at once; the stored value follows after it was written.
  const [chosen, setChosen] = useState(notifies);

  async function choose(wanted: boolean) {
    const answer = wanted ? await Notification.requestPermission() : permission;
    const granted = wanted && answer === 'granted';
    setPermission(answer);
    setChosen(granted);
    onNotifies(granted);
  }

  if (!sends || permission === 'unsupported') {
    return (
      <Card title={t.alerts}>
        <p>{sends ? t.alertsUnsupported : t.alertsWhileOpen}</p>
      </Card>
    );
  }
  return (
    <Card title={t.alerts}>
      <Checkbox
        checked={chosen && permission === 'granted'}
        error={permission === 'denied' ? t.alertsBlocked : ''}
        hint={t.alertsHint}
        label={t.alertsLabel}
        onChange={(wanted) => void choose(wanted)}
      />
    </Card>
  );
}
