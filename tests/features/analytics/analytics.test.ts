import { describe, expect, it } from 'vitest';
import {
  type AnalyticsEvent,
  type AnalyticsProvider,
  type AnalyticsStore,
  createAnalytics,
  MAX_WAITING_EVENTS,
  noAnalytics,
  routeTemplate,
} from '../../../src/features/analytics/analytics.ts';
import { createGoogleTag } from '../../../src/features/analytics/google-tag.ts';
import { outcomeEvents } from '../../../src/features/analytics/start-analytics.ts';
import * as paths from '../../../src/paths/page-paths.ts';

/** Not pages of the app: HTML files of their own, and an address that leads to Home. */
const isNoPage = new Set(['SIGN_IN_PATH', 'OLD_BROWSER_PATH', 'CAPTURED_PATH']);

class FakeStore implements AnalyticsStore {
  kept: unknown;
  writes = 0;
  constructor(kept?: unknown) {
    this.kept = kept;
  }
  load = async () => this.kept;
  save = async (events: readonly AnalyticsEvent[]) => {
    this.writes += 1;
    this.kept = events;
  };
}

class FakeProvider implements AnalyticsProvider {
  readonly sent: AnalyticsEvent[] = [];
  isOnline = true;
  send = async (event: AnalyticsEvent) => {
    if (this.isOnline) this.sent.push(event);
    return this.isOnline;
  };
}

const submitted = (count: number): AnalyticsEvent => ({
  name: 'submitted',
  kind: 'registration',
  count,
});

describe('the template of a route', () => {
  it.each([
    ['/', '/'],
    ['/register', '/register'],
    ['/register/', '/register'],
    ['/register/3f0c5c3e-0000-4000-8000-000000000001', '/register/:id'],
    ['/outbox/8001015009087', '/outbox/:id'],
    ['/help/termsconditions', '/help/termsconditions'],
    ['/settings/lock', '/settings/:id'],
    ['/settings/Thandi', '/settings/:id'],
    ['/practise', '/practise'],
    ['/practise/3f0c5c3e-0000-4000-8000-000000000001', '/practise/:id'],
  ])('of %s is %s', (path, template) => {
    expect(routeTemplate(path)).toBe(template);
  });

  it.each(
    Object.entries(paths).filter(([name]) => /_(?:PATH|ROUTE)$/.test(name) && !isNoPage.has(name)),
  )('exists for the address %s', (_, path) => {
    expect(routeTemplate(String(path).replace(/\{?-?\$\w+\}?/, 'any'))).toBeDefined();
  });

  it.each(['/Thandi', '/help/8001015009087'])('of %s is none', (path) => {
    expect(routeTemplate(path)).toBeUndefined();
  });
});

describe('analytics', () => {
  it('sends events in order and writes nothing if all are sent', async () => {
    const provider = new FakeProvider();
    const store = new FakeStore();
    const analytics = createAnalytics(async () => provider, store);
    analytics.track({ name: 'page_load' });
    analytics.track({ name: 'page_view', route: '/outbox/:id' });
    await analytics.flush();
    expect(provider.sent.map(({ name }) => name)).toEqual(['page_load', 'page_view']);
    expect(store.writes).toBe(0);
  });

  it('keeps an event that arrives while others are stored', async () => {
    const provider = new FakeProvider();
    provider.isOnline = false;
    const store = new FakeStore();
    let isFirst = true;
    const analytics = createAnalytics(async () => provider, {
      load: store.load,
      save: async (events) => {
        await store.save(events);
        if (isFirst) {
          isFirst = false;
          analytics.track(submitted(2));
        }
      },
    });
    analytics.track(submitted(1));
    await analytics.flush();
    expect(store.kept).toEqual([submitted(1), submitted(2)]);
  });

  it('keeps the newest 100 events without a network, across restarts', async () => {
    const provider = new FakeProvider();
    provider.isOnline = false;
    const store = new FakeStore();
    const before = createAnalytics(async () => provider, store);
    for (let count = 1; count <= MAX_WAITING_EVENTS + 20; count += 1)
      before.track(submitted(count));
    await before.flush();
    expect(store.kept).toHaveLength(MAX_WAITING_EVENTS);

    provider.isOnline = true;
    await createAnalytics(async () => provider, store).flush();
    expect(provider.sent).toHaveLength(MAX_WAITING_EVENTS);
    expect(provider.sent[0]).toEqual(submitted(21));
    expect(store.kept).toEqual([]);
  });

  it('drops everything that is not one of its events', async () => {
    const provider = new FakeProvider();
    const smuggled = { ...submitted(1), customer: 'Thandi Nkosi' };
    const store = new FakeStore([smuggled, { name: 'page_view', route: '/outbox/Thandi' }, 7]);
    const analytics = createAnalytics(async () => provider, store);
    analytics.track(smuggled);
    await analytics.flush();
    expect(provider.sent).toEqual([]);
  });

  it('ignores every failure', async () => {
    const broken: AnalyticsStore = {
      load: () => Promise.reject(new Error('no database')),
      save: () => Promise.reject(new Error('no database')),
    };
    const analytics = createAnalytics(() => Promise.reject(new Error('no code')), broken);
    analytics.track({ name: 'page_load' });
    await expect(analytics.flush()).resolves.toBeUndefined();
    noAnalytics.track({ name: 'page_load' });
    await expect(noAnalytics.flush()).resolves.toBeUndefined();
  });
});

describe("Google's tag", () => {
  const record = () => {
    const calls: { url: URL; init: RequestInit }[] = [];
    const tag = createGoogleTag({
      measurementId: 'G-TEST',
      origin: 'https://veld.example',
      visitor: '1.2',
      fetch: async (input, init = {}) => {
        calls.push({ url: new URL(String(input)), init });
        return new Response();
      },
    });
    return { calls, tag };
  };

  it('sends the event, its kind and count, and a template instead of the address', async () => {
    const { calls, tag } = record();
    expect(await tag.send({ name: 'page_view', route: '/outbox/:id' })).toBe(true);
    await tag.send({ name: 'delivered', kind: 'replacement', count: 3 });
    expect(calls[0]?.url.searchParams.get('dl')).toBe('https://veld.example/outbox/id');
    expect(calls[0]?.url.searchParams.get('en')).toBe('page_view');
    expect(calls[1]?.url.searchParams.get('ep.kind')).toBe('replacement');
    expect(calls[1]?.url.searchParams.get('epn.count')).toBe('3');
  });

  it('sends no cookies, no referrer and no body', async () => {
    const { calls, tag } = record();
    await tag.send({ name: 'page_load' });
    expect(calls[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(calls[0]?.init.body).toBeUndefined();
  });

  it('reports a missing network', async () => {
    const tag = createGoogleTag({
      measurementId: 'G-TEST',
      origin: '',
      visitor: '',
      fetch: () => Promise.reject(new TypeError()),
    });
    expect(await tag.send({ name: 'page_load' })).toBe(false);
  });
});

it('reports outcomes as counts by kind', () => {
  expect(
    outcomeEvents([
      { kind: 'registration', status: 'delivered' },
      { kind: 'registration', status: 'delivered' },
      { kind: 'replacement', status: 'rejected' },
      { kind: 'replacement', status: 'queued' },
    ]),
  ).toEqual([
    { name: 'delivered', kind: 'registration', count: 2 },
    { name: 'rejected', kind: 'replacement', count: 1 },
  ]);
});
