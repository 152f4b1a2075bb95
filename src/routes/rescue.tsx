import { getRouteApi } from '@tanstack/react-router';
import { RescueCard } from '../features/rescue/rescue-card.tsx';
import type { Services } from '../services/services.ts';
import { exportWith } from './export-unsent.ts';

const root = getRouteApi('__root__');

/** Export and import of unsent submissions. */
export function Rescue({ services: { sync } }: { readonly services: Services }) {
  const { wake } = root.useRouteContext();
  return (
    <RescueCard
      exportUnsent={exportWith(sync)}
      importFile={async (file, passphrase) => {
        const [{ ports }, { importRescue }] = await Promise.all([
          sync(),
          import('../sync/rescue/import-rescue.ts'),
        ]);
        const result = await importRescue(ports, file, passphrase);
        wake();
        return result;
      }}
    />
  );
}
