import { useLiveQuery } from 'dexie-react-hooks';
import type { Database } from '../../store/database.ts';
import { deviceStorage } from '../../store/device.ts';
import { Card, Facts } from '../../ui/card.tsx';

export interface DeviceCardProps {
  readonly db: Database;
  readonly appVersion: string;
  readonly environment: Readonly<{ name: string; deviceIdentifier: string | null }>;
}

/** What support asks for. */
export function DeviceCard({ db, appVersion, environment }: DeviceCardProps) {
  const stored = useLiveQuery(() => deviceStorage(db).get('DeviceIdentifier'), [db]);
  return (
    <Card title="This device">
      <Facts
        facts={[
          [
            'Device identifier',
            <code key="identifier">
              {stored ?? environment.deviceIdentifier ?? 'Made at first use'}
            </code>,
          ],
          ['App version', appVersion],
          ['Environment', environment.name],
        ]}
      />
    </Card>
  );
}
