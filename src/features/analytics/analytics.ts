import * as v from 'valibot';
import {
  CAPTURED_PATH,
  HELP_PATH,
  HOME_PATH,
  OUTBOX_PATH,
  PRACTISE_PATH,
  READY_PATH,
  REGISTER_PATH,
  REPLACE_PATH,
  SETTINGS_PATH,
  TERMS_PATH,
} from '../../paths/page-paths.ts';

/** Every path of the app, with ':id' in place of its last part, which may be an id. Analytics sends no other addresses. */
export const routeTemplates = [
  HOME_PATH,
  HELP_PATH,
  TERMS_PATH,
  REGISTER_PATH,
  `${REGISTER_PATH}/:id`,
  REPLACE_PATH,
  `${REPLACE_PATH}/:id`,
  OUTBOX_PATH,
  `${OUTBOX_PATH}/:id`,
  `${CAPTURED_PATH}/:id`,
  SETTINGS_PATH,
  `${SETTINGS_PATH}/:id`,
  PRACTISE_PATH,
  `${PRACTISE_PATH}/:id`,
  READY_PATH,
] as const;
export type RouteTemplate = (typeof routeTemplates)[number];

/** '/outbox/3f0c…' → '/outbox/:id'; an unknown path → undefined. */
export function routeTemplate(path: string): RouteTemplate | undefined {
  const [, area = '', rest] = path.split('/');
  const wanted =
    rest !== undefined && rest !== '' && area !== 'help'
      ? `/${area}/:id`
      : path.replace(/(.)\/$/, '$1');
  return routeTemplates.find((template) => template === wanted);
}

const kind = v.picklist(['registration', 'replacement']);
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000));

/** Every event that analytics can send. Events that do not fit the schema are dropped, so no personal data is sent. */
const eventSchema = v.variant('name', [
  v.strictObject({ name: v.literal('page_load') }),
  v.strictObject({ name: v.literal('page_view'), route: v.picklist(routeTemplates) }),
  v.strictObject({ name: v.picklist(['submitted', 'delivered', 'rejected']), kind, count }),
]);
export type AnalyticsEvent = v.InferOutput<typeof eventSchema>;

/** Sends events. Resolves to true if the event was sent, and to false if there is no network. Never throws. */
export type AnalyticsProvider = Readonly<{ send: (event: AnalyticsEvent) => Promise<boolean> }>;

/** Stores events that are not sent yet, across restarts. */
export type AnalyticsStore = Readonly<{
  load: () => Promise<unknown>;
  save: (events: readonly AnalyticsEvent[]) => Promise<void>;
}>;

export type Analytics = Readonly<{
  track: (event: AnalyticsEvent) => void;
  /** Tries to send the waiting events; call it on 'online'. */
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
 * Sends events in order. Without a network the newest 100 events wait, and older ones are dropped. Failures of the
 * provider or the store are ignored: the specification requires that nothing in the app depends on analytics.
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
  /** True if an event arrived during `sendAll`, which may have missed it. */
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
      // The provider's code could not be loaded, so the events wait.
    }
    // Writes nothing if every event is sent and the store is already empty, as it usually is.
    if (waiting.length === 0 && isStoreEmpty) return;
    isStoreEmpty = waiting.length === 0;
    await store.save(waiting).catch(() => undefined);
  }

  async function sendUntilDone(): Promise<void> {
    do {
      hasNew = false;
      await sendAll();
    } while (hasNew);
    running = undefined;
  }

  async function flush(): Promise<void> {
    running ??= sendUntilDone();
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
