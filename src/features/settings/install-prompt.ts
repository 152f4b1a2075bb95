import { useSyncExternalStore } from 'react';

/** Chromium's own event; lib.dom does not know it. */
type InstallPromptEvent = Event & {
  readonly prompt: () => Promise<Readonly<{ outcome: 'accepted' | 'dismissed' }>>;
};

const isInstallPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function offer(event: InstallPromptEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer to install until somebody opens the settings. Call once, at start. */
export function captureInstallPrompt(page: Window = window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    // Else the browser shows a bar of its own, over whatever the person is doing.
    event.preventDefault();
    offer(event);
  });
  page.addEventListener('appinstalled', () => offer(null));
}

/** Shows the browser's question; null where it has offered nothing. An offer can be used once. */
export async function promptInstall(): Promise<'accepted' | 'dismissed' | null> {
  const event = offered;
  if (event === null) return null;
  offer(null);
  return (await event.prompt()).outcome;
}

export function useInstallOffer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered !== null,
    () => false,
  );
}

export type InstallState = 'installed' | 'offered' | 'ios' | 'menu';

/** How this device installs the app. `standalone`: it runs as an installed one now. */
export function installState(
  device: Readonly<{ standalone: boolean; offered: boolean; ios: boolean }>,
): InstallState {
  if (device.standalone) return 'installed';
  if (device.offered) return 'offered';
  return device.ios ? 'ios' : 'menu';
}
