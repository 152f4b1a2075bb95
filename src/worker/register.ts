import { every, pause } from '../platform/timers.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { INITIALIZE } from '../sync/worker-messages.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { repeatWhileVisible, type UpdatePorts } from './updates.ts';

const WORKER_SCRIPT = '/ngsw-worker.js';
/** Registers when the app is stable, or after 30 s, whichever comes first. */
export const DEFAULT_STRATEGY = 'registerWhenStable:30000';

type Target = Pick<EventTarget, 'addEventListener'>;
type Registration = Readonly<{
  installing: (Target & Readonly<{ state: ServiceWorkerState }>) | null;
}>;
export type Container = Target &
  Readonly<{
    controller: Readonly<{ postMessage: (message: unknown) => void }> | null;
    register: (
      script: string,
      options: { scope: string; updateViaCache: 'none' },
    ) => Promise<Registration>;
  }>;

export type RegistrationPorts = Readonly<{
  isProduction: boolean;
  /** Undefined if the browser has no service workers. */
  container: Container | undefined;
  page: UpdatePorts['page'];
  /** Sends the event 'online'. */
  network: Target;
  every: UpdatePorts['every'];
  /** Resolves once the first screen is drawn and the page is idle, or never. */
  whenStable: () => Promise<void>;
  delay: (ms: number) => Promise<void>;
  /** The address in the form that the browser accepts under Trusted Types. */
  scriptUrl: (url: string) => string;
  report: (text: string, error: unknown) => void;
}>;

/** Returns a function whose promise resolves when it is time to register. Throws if the strategy is not one of these three. */
function registrationMoment(
  strategy: string,
  { whenStable, delay }: Pick<RegistrationPorts, 'whenStable' | 'delay'>,
): () => Promise<void> {
  const [name, ms] = strategy.split(':', 2);
  const wait = Number(ms);
  if (name === 'registerImmediately') return async () => undefined;
  if (name === 'registerWithDelay') return () => delay(wait || 0);
  if (name === 'registerWhenStable') {
    return ms === undefined ? whenStable : () => Promise.race([whenStable(), delay(wait)]);
  }
  throw new Error(`Unknown ServiceWorker registration strategy: ${strategy}`);
}

export const pagePorts = (drawn: Promise<void>): RegistrationPorts => ({
  isProduction: import.meta.env.PROD,
  container: globalThis.navigator?.serviceWorker,
  page: document,
  network: window,
  every,
  whenStable: () => drawn.then(whenIdle),
  delay: pause,
  scriptUrl: trustedScriptUrl,
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line.
  report: (text, error) => console.error(text, error),
});

/**
 * Registers the worker. A failure is only logged. While no worker is installed, tries again on 'online' and when the page
 * becomes visible. A visible page also tries again every five minutes.
 */
function registerUntilInstalled(container: Container, ports: RegistrationPorts): Promise<void> {
  // False only after a failure. The worker that removes Veld's worker unregisters itself once it is installed.
  let isDone: boolean;
  const fail = (error: unknown): void => {
    isDone = false;
    ports.report('Service worker registration failed with:', error);
  };
  const register = async (): Promise<void> => {
    isDone = true;
    try {
      const { installing: worker } = await container.register(ports.scriptUrl(WORKER_SCRIPT), {
        scope: '/',
        updateViaCache: 'none',
      });
      // `register` resolves when the installation begins. The first change of the state tells how it ended.
      const change = (): unknown => worker?.state === 'redundant' && fail(worker.state);
      worker?.addEventListener('statechange', change, { once: true });
    } catch (error) {
      fail(error);
    }
  };
  const retry = (): void => {
    if (!isDone && container.controller === null) void register();
  };
  ports.network.addEventListener('online', retry);
  repeatWhileVisible(ports, retry);
  return register();
}

/**
 * Registers the service worker, in production builds and if the browser has service workers. The strategy gives the
 * moment: 'registerImmediately', 'registerWithDelay:N', 'registerWhenStable' with or without ':N' (N: ms). Throws for
 * any other strategy.
 */
export function registerWorker(strategy: string, ports: RegistrationPorts): Promise<void> {
  const ready = registrationMoment(strategy, ports);
  const { container, isProduction } = ports;
  if (!isProduction || container === undefined) return Promise.resolve();
  container.addEventListener('controllerchange', () =>
    container.controller?.postMessage(INITIALIZE),
  );
  return ready().then(() => registerUntilInstalled(container, ports));
}
