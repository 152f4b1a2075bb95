import { useSyncExternalStore } from 'react';
import { installOffer } from './install-prompt.ts';

/** Shows the browser's install dialog; null without an offer. An offer can be used once. */
export async function promptInstall(): Promise<'accepted' | 'dismissed' | null> {
  const event = installOffer.take();
  return event === null ? null : (await event.prompt()).outcome;
}

export const useInstallOffer = (): boolean =>
  useSyncExternalStore(installOffer.subscribe, installOffer.isThere, () => false);

export type InstallState = 'installed' | 'offered' | 'ios' | 'menu';

/** How the app can be installed on this device. `standalone`: it runs as an installed app. */
export function installState(
  device: Readonly<{ standalone: boolean; offered: boolean; ios: boolean }>,
): InstallState {
  if (device.standalone) return 'installed';
  if (device.offered) return 'offered';
  return device.ios ? 'ios' : 'menu';
}
