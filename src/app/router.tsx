import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { PageEnvironment } from '../environment.ts';
import type { PageAnalytics } from '../features/analytics/late-analytics.ts';
import { RootRoute } from '../routes/root.tsx';
import { RouteError } from '../routes/route-error.tsx';
import type { Services } from '../services/services.ts';

export type RouterContext = Readonly<{
  environment: PageEnvironment;
  /** Opens the database and all that stands on it; loaded on demand, so that Home does not carry it. */
  services: () => Promise<Services>;
  /** Whether this device has kept anything yet. Cheap: opens nothing. */
  hasDatabase: () => Promise<boolean>;
  /** Asks for a drain. */
  wake: () => void;
  /** Undefined in builds without analytics. */
  analytics: PageAnalytics | undefined;
}>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The window's title, before the product's name. */
    title?: string;
    /** focus: a form, whose own action bar stands where the navigation would. */
    chrome?: 'full' | 'focus';
  }
}

const root = createRootRouteWithContext<RouterContext>()({
  component: RootRoute,
  errorComponent: RouteError,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context }) => context.hasDatabase(),
  component: lazyRouteComponent(() => import('../routes/home.tsx'), 'HomeRoute'),
});

const homeAlias = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const termsConditions = createRoute({
  getParentRoute: () => root,
  path: '/help/termsconditions',
  staticData: { title: 'Terms and Conditions' },
  component: lazyRouteComponent(
    () => import('../routes/terms-conditions.tsx'),
    'TermsConditionsRoute',
  ),
});

// The id is optional: /register becomes /register/<id> at the first change, and the screen must not start anew.
const register = createRoute({
  getParentRoute: () => root,
  path: '/register/{-$id}',
  staticData: { title: 'Register a SIM', chrome: 'focus' },
  loader: ({ context }) => context.services(),
  component: lazyRouteComponent(() => import('../routes/register.tsx'), 'RegisterRoute'),
});

const replace = createRoute({
  getParentRoute: () => root,
  path: '/replace/{-$id}',
  staticData: { title: 'Replace a SIM', chrome: 'focus' },
  loader: ({ context }) => context.services(),
  component: lazyRouteComponent(() => import('../routes/replace.tsx'), 'ReplaceRoute'),
});

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  staticData: { title: 'Outbox' },
  loader: ({ context }) => context.services(),
  component: lazyRouteComponent(() => import('../routes/outbox.tsx'), 'OutboxRoute'),
});

const submission = createRoute({
  getParentRoute: () => root,
  path: '/outbox/$id',
  staticData: { title: 'Submission' },
  loader: ({ context }) => context.services(),
  component: lazyRouteComponent(() => import('../routes/submission.tsx'), 'SubmissionRoute'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  staticData: { title: 'Settings' },
  loader: ({ context }) => context.services(),
  component: lazyRouteComponent(() => import('../routes/settings.tsx'), 'SettingsRoute'),
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const routeTree = root.addChildren([
  home,
  homeAlias,
  termsConditions,
  register,
  replace,
  outbox,
  submission,
  settings,
  anythingElse,
]);

type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    defaultErrorComponent: RouteError,
    // The specification disables the restoration of scroll positions. With a function that always refuses, not with
    // `false`, the router keeps the browser from restoring them too, and leaves fragments to the shell.
    scrollRestoration: () => false,
    defaultPreload: 'intent',
  });
}
