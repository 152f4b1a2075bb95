/** An event of Chromium, which TypeScript's DOM library does not have. */
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

/** Keeps the browser's offer to install for the settings page. Call once, at the start. */
export function captureInstallPrompt(page: Window = window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    // Otherwise the browser shows its own bar, over whatever the person is doing.
    event.preventDefault();
    offer(event);
  });
  page.addEventListener('appinstalled', () => offer(null));
}

/** The browser's offer to install the app, if there is one. */
export const installOffer = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isThere: (): boolean => offered !== null,
  /** Returns the offer and removes it, as it can be used once. */
  take: (): InstallPromptEvent | null => {
    const event = offered;
    if (event !== null) offer(null);
    return event;
  },
};
