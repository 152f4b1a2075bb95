import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Card, Facts } from '../../ui/card.tsx';

export interface DeviceCardProps {
  readonly store: Store;
  readonly appVersion: string;
  readonly environment: Readonly<{ name: string; deviceIdentifier: string | null }>;
}

/** The values that support needs. */
export function DeviceCard({ store, appVersion, environment }: DeviceCardProps) {
  const stored = useStored(() => store.queries.settings(), [store])?.DeviceIdentifier;
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
