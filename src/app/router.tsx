import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import type { PageEnvironment } from '../environment.ts';
import type { PageAnalytics } from '../features/analytics/lazy-analytics.ts';
import type { pagesText } from '../messages/pages.ts';
import { HELP_PATH, HOME_PATH, OUTBOX_PATH, SETTINGS_PATH, TERMS_PATH } from '../page-paths.ts';
import { RootRoute } from '../routes/root-route.tsx';
import { RouteError } from '../routes/route-error.tsx';
import {
  CAPTURED_ROUTE,
  REGISTER_ROUTE,
  REPLACE_ROUTE,
  SUBMISSION_ROUTE,
} from '../routes/route-paths.ts';
import type { Services } from '../services/services.ts';
import { lazyScreen } from './lazy-screen.tsx';

export type RouterContext = Readonly<{
  environment: PageEnvironment;
  /** Opens the database and what needs it. Loaded on demand, so that Home's first load leaves it out. */
  services: () => Promise<Services>;
  /** Whether this device has a database yet. Cheap: does not open it. */
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
    /** The name of the page, by which the window's title says what it is called. */
    page?: keyof ReturnType<typeof pagesText>;
    /** focus: a form; its action bar takes the place of the navigation. */
    chrome?: 'full' | 'focus';
  }
}

const root = createRootRouteWithContext<RouterContext>()({
  component: RootRoute,
  errorComponent: RouteError,
});

const home = createRoute({
  getParentRoute: () => root,
  path: HOME_PATH,
  loader: ({ context }) => context.hasDatabase(),
  component: lazyScreen(() => import('../routes/home-route.tsx'), 'HomeRoute'),
});

const homeAlias = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: () => {
    throw redirect({ to: HOME_PATH, replace: true });
  },
});

const termsConditions = createRoute({
  getParentRoute: () => root,
  path: TERMS_PATH,
  staticData: { page: 'termsConditions' },
  component: lazyScreen(
    () => import('../routes/terms-conditions-route.tsx'),
    'TermsConditionsRoute',
  ),
});

// The id is optional: /register becomes /register/<id> at the first change, and the screen must not be mounted again.
const register = createRoute({
  getParentRoute: () => root,
  path: REGISTER_ROUTE,
  staticData: { page: 'register', chrome: 'focus' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/register-route.tsx'), 'RegisterRoute'),
});

const replace = createRoute({
  getParentRoute: () => root,
  path: REPLACE_ROUTE,
  staticData: { page: 'replace', chrome: 'focus' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/replace-route.tsx'), 'ReplaceRoute'),
});

const outbox = createRoute({
  getParentRoute: () => root,
  path: OUTBOX_PATH,
  staticData: { page: 'outbox' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/outbox-route.tsx'), 'OutboxRoute'),
});

const submission = createRoute({
  getParentRoute: () => root,
  path: SUBMISSION_ROUTE,
  staticData: { page: 'submission' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/submission-route.tsx'), 'SubmissionRoute'),
});

const captured = createRoute({
  getParentRoute: () => root,
  path: CAPTURED_ROUTE,
  staticData: { page: 'captured' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/captured-route.tsx'), 'CapturedRoute'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: SETTINGS_PATH,
  staticData: { page: 'settings' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/settings-route.tsx'), 'SettingsRoute'),
});

const help = createRoute({
  getParentRoute: () => root,
  path: HELP_PATH,
  staticData: { page: 'help' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/help-route.tsx'), 'HelpRoute'),
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: HOME_PATH, replace: true });
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
  captured,
  settings,
  help,
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
