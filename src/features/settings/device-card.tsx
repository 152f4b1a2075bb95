import { useLiveQuery } from 'dexie-react-hooks';
import type { Database } from '../../store/database.ts';
import { deviceStorage } from '../../store/device.ts';
import { Card, Facts } from '../../ui/card.tsx';

export interface DeviceCardProps {
  readonly db: Database;
  readonly appVersion: string;
  readonly environmentName: string;
}

/** What support asks for. */
export function DeviceCard({ db, appVersion, environmentName }: DeviceCardProps) {
  const identifier = useLiveQuery(() => deviceStorage(db).get('DeviceIdentifier'), [db]);
  return (
    <Card title="This device">
      <Facts
        facts={[
          [
            'Device identifier',
            <code key="identifier">
              {identifier === undefined ? '…' : (identifier ?? 'Made at first use')}
            </code>,
          ],
          ['App version', appVersion],
          ['Environment', environmentName],
        ]}
      />
    </Card>
  );
}
