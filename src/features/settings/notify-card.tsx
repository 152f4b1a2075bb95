import { useState } from 'react';
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

  if (!sends) {
    return (
      <Card title="Alerts">
        <p>
          This browser sends only while Veld is open, so it has nothing to tell you while Veld is
          closed. Open Veld when you have signal, and look into the outbox.
        </p>
      </Card>
    );
  }
  if (permission === 'unsupported') {
    return (
      <Card title="Alerts">
        <p>This browser cannot notify you. Open the outbox to see what was delivered.</p>
      </Card>
    );
  }
  return (
    <Card title="Alerts">
      <Checkbox
        checked={chosen && permission === 'granted'}
        error={
          permission === 'denied'
            ? 'The browser blocks them. Allow notifications for this site in the browser’s settings, then choose this again.'
            : ''
        }
        hint="While Veld is closed. It never shows a customer’s name or number."
        label="Tell me when something was delivered or needs attention"
        onChange={(wanted) => void choose(wanted)}
      />
    </Card>
  );
}
