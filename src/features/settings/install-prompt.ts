import { useSyncExternalStore } from 'react';

/** An event of Chromium. TypeScript's DOM library lacks the type. */
type InstallPromptEvent = Event & {
  readonly prompt: () => Promise<Readonly<{ outcome: 'accepted' | 'dismissed' }>>;
};

const isInstallPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

let offered: InstallPromptEvent | null = null;
/** True if Veld was installed while this page was open. The page itself stays in the browser. */
let wasInstalled = false;
const listeners = new Set<() => void>();

function offer(event: InstallPromptEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

/** Keeps the browser's install offer for the settings page. Call this once, when the page starts. */
export function captureInstallPrompt(page: Window = window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    // Otherwise the browser shows its own bar over the page.
    event.preventDefault();
    wasInstalled = false;
    offer(event);
  });
  page.addEventListener('appinstalled', () => {
    wasInstalled = true;
    offer(null);
  });
}

/** The browser's install offer. Null if there is none. */
const installOffer = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isThere: (): boolean => offered !== null,
  /** Returns the offer and removes it, because it can be used only once. */
  take: (): InstallPromptEvent | null => {
    const event = offered;
    if (event !== null) offer(null);
    return event;
  },
};

/** Shows the browser's install dialog. Resolves to null if there is no offer. An offer can be used only once. */
export async function promptInstall(): Promise<'accepted' | 'dismissed' | null> {
  const event = installOffer.take();
  return event === null ? null : (await event.prompt()).outcome;
}

export const useInstallOffer = (): boolean =>
  useSyncExternalStore(installOffer.subscribe, installOffer.isThere, () => false);

export const useWasInstalled = (): boolean =>
  useSyncExternalStore(installOffer.subscribe, () => wasInstalled);

/** `elsewhere`: Veld is installed, but this page is in the browser. */
export type InstallState = 'installed' | 'elsewhere' | 'offered' | 'ios' | 'menu';

/** How this device can install the app. `standalone`: true if it runs as an installed app. */
export function installState(
  device: Readonly<{ standalone: boolean; wasInstalled: boolean; offered: boolean; ios: boolean }>,
): InstallState {
  if (device.standalone) return 'installed';
  if (device.wasInstalled) return 'elsewhere';
  if (device.offered) return 'offered';
  return device.ios ? 'ios' : 'menu';
}
