import { getRouteApi } from '@tanstack/react-router';
import { RescueCard } from '../features/outbox/rescue-card.tsx';
import type { Services } from '../services.ts';

const root = getRouteApi('__root__');
// Sealing and opening is for the day something is wrong: its code comes when it is asked for.
const rescueFile = () => import('../sync/rescue-file.ts');

/** Export and import of what is unsent. */
export function Rescue({ services: { ports } }: { readonly services: Services }) {
  const { wake } = root.useRouteContext();
  return (
    <RescueCard
      exportUnsent={async (passphrase) => (await rescueFile()).exportRescue(ports, passphrase)}
      importFile={async (file, passphrase) => {
        const result = await (await rescueFile()).importRescue(ports, file, passphrase);
        wake();
        return result;
      }}
    />
  );
}
