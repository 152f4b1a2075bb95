import { useSyncExternalStore } from 'react';
import { installOffer } from './install-prompt.ts';

/** Shows the browser's install dialog. Resolves to null if there is no offer. An offer can be used only once. */
export async function promptInstall(): Promise<'accepted' | 'dismissed' | null> {
  const event = installOffer.take();
  return event === null ? null : (await event.prompt()).outcome;
}

export const useInstallOffer = (): boolean =>
  useSyncExternalStore(installOffer.subscribe, installOffer.isThere, () => false);

export type InstallState = 'installed' | 'offered' | 'ios' | 'menu';

/** How this device can install the app. `standalone`: true if it runs as an installed app. */
export function installState(
  device: Readonly<{ standalone: boolean; offered: boolean; ios: boolean }>,
): InstallState {
  if (device.standalone) return 'installed';
  if (device.offered) return 'offered';
  return device.ios ? 'ios' : 'menu';
}
