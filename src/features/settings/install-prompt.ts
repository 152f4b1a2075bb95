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

/** The offer, for what asks with it; null: there is none. */
export const installOffer = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isThere: (): boolean => offered !== null,
  /** It can be used once. */
  take: (): InstallPromptEvent | null => {
    const event = offered;
    if (event !== null) offer(null);
    return event;
  },
};
