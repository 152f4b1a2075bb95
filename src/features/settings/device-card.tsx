import type { EnvironmentName } from '../../domain/environment-name.ts';
import { pagesText } from '../../messages/pages.ts';
import { settingsText } from '../../messages/settings.ts';
import { HELP_PATH } from '../../page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card, Facts } from '../../ui/card.tsx';
import type { LinkComponent } from '../../ui/link.tsx';

export interface DeviceCardProps {
  readonly store: Store;
  readonly Link: LinkComponent;
  readonly appVersion: string;
  readonly environment: Readonly<{ name: EnvironmentName; deviceIdentifier: string | null }>;
}

/** The values that support needs. */
export function DeviceCard({ store, appVersion, environment, Link }: DeviceCardProps) {
  const t = settingsText();
  const stored = useStored(() => store.queries.settings(), [store])?.DeviceIdentifier;
  return (
    <Card title={t.device}>
      <Facts
        facts={[
          [
            t.identifier,
            <code key="identifier">
              {stored ?? environment.deviceIdentifier ?? t.identifierMissing}
            </code>,
          ],
          [t.version, appVersion],
          [t.environment, t.environmentName[environment.name]],
        ]}
      />
      <Link className={buttonClass('secondary', true)} to={HELP_PATH}>
        {pagesText().help}
      </Link>
    </Card>
  );
}
