import { getRouteApi } from '@tanstack/react-router';
import { RescueCard } from '../features/outbox/rescue-card.tsx';
import type { Services } from '../services.ts';

const root = getRouteApi('__root__');
/** Sealing and opening is for the day something is wrong: its code comes when it is asked for. */
async function rescueOf(sync: Services['sync']) {
  const [{ ports }, rescue] = await Promise.all([sync(), import('../sync/rescue-file.ts')]);
  return { ports, ...rescue };
}

/** Export and import of what is unsent. */
export function Rescue({ services: { sync } }: { readonly services: Services }) {
  const { wake } = root.useRouteContext();
  return (
    <RescueCard
      exportUnsent={async (passphrase) => {
        const { exportRescue, ports } = await rescueOf(sync);
        return exportRescue(ports, passphrase);
      }}
      importFile={async (file, passphrase) => {
        const { importRescue, ports } = await rescueOf(sync);
        const result = await importRescue(ports, file, passphrase);
        wake();
        return result;
      }}
    />
  );
}
