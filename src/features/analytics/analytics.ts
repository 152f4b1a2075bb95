import * as v from 'valibot';
import { routeTemplates } from './route-template.ts';

const kind = v.picklist(['registration', 'replacement']);
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000));

/** All that analytics can say. The schema is the scrubber: an event that does not fit it is dropped. */
const eventSchema = v.variant('name', [
  v.strictObject({ name: v.literal('page_load') }),
  v.strictObject({ name: v.literal('page_view'), route: v.picklist(routeTemplates) }),
  v.strictObject({ name: v.picklist(['submitted', 'delivered', 'rejected']), kind, count }),
]);
export type AnalyticsEvent = v.InferOutput<typeof eventSchema>;

/** Where events go. `true`: taken; `false`: no network, keep it. Never throws. */
export type AnalyticsProvider = Readonly<{ send: (event: AnalyticsEvent) => Promise<boolean> }>;

/** What could not be sent yet, across restarts. */
export type AnalyticsStore = Readonly<{
  load: () => Promise<unknown>;
  save: (events: readonly AnalyticsEvent[]) => Promise<void>;
}>;

export type Analytics = Readonly<{
  track: (event: AnalyticsEvent) => void;
  /** Tries again what waits; call it on 'online'. */
  flush: () => Promise<void>;
}>;

export const MAX_WAITING_EVENTS = 100;

function parsedEvents(stored: unknown): readonly AnalyticsEvent[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: unknown) => {
    const parsed = v.safeParse(eventSchema, one);
    return parsed.success ? [parsed.output] : [];
  });
}

/** For builds without an analytics id. */
export const noAnalytics: Analytics = { track: () => undefined, flush: async () => undefined };

/**
 * Sends events in order. What has no network waits, the newest 100 of it; the oldest go first when there are more.
 * Failures of the provider or the store are ignored, as the specification asks: nothing of the app may depend on this.
 */
export function createAnalytics(
  loadProvider: () => Promise<AnalyticsProvider>,
  store: AnalyticsStore,
): Analytics {
  let waiting: readonly AnalyticsEvent[] = [];
  let restored = false;
  let isStoreEmpty = true;
  let provider: AnalyticsProvider | undefined;
  let running: Promise<void> | undefined;
  /** It came while others were being sent or kept: perhaps too late to be among them. */
  let hasNew = false;

  async function restore(): Promise<void> {
    if (restored) return;
    restored = true;
    const stored = await store.load().catch(() => undefined);
    isStoreEmpty = stored === undefined;
    waiting = [...parsedEvents(stored), ...waiting].slice(-MAX_WAITING_EVENTS);
  }

  async function sendAll(): Promise<void> {
    await restore();
    try {
      provider ??= await loadProvider();
      for (let event = waiting[0]; event !== undefined; event = waiting[0]) {
        if (!(await provider.send(event))) break;
        const taken = event;
        waiting = waiting.filter((one) => one !== taken);
      }
    } catch {
      // The provider's code could not be fetched: the events wait like any others.
    }
    // The usual case, everything sent, costs no write.
    if (waiting.length === 0 && isStoreEmpty) return;
    isStoreEmpty = waiting.length === 0;
    await store.save(waiting).catch(() => undefined);
  }

  async function sendUntilNoneIsNew(): Promise<void> {
    do {
      hasNew = false;
      await sendAll();
    } while (hasNew);
    running = undefined;
  }

  async function flush(): Promise<void> {
    running ??= sendUntilNoneIsNew();
    return running;
  }

  return {
    track(event) {
      const parsed = v.safeParse(eventSchema, event);
      if (!parsed.success) return;
      waiting = [...waiting, parsed.output].slice(-MAX_WAITING_EVENTS);
      hasNew = true;
      void flush();
    },
    flush,
  };
}
