import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  redirect,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { type ComponentType, type ReactNode, use } from 'react';
import type { PageAnalytics } from '../features/analytics/lazy-analytics.ts';
import type { pagesText } from '../messages/shell.ts';
import {
  CAPTURED_ROUTE,
  HELP_PATH,
  HOME_PATH,
  OUTBOX_PATH,
  PRACTISE_ROUTE,
  READY_PATH,
  REGISTER_ROUTE,
  REPLACE_ROUTE,
  SETTINGS_PAGE_ROUTE,
  SETTINGS_PATH,
  SUBMISSION_ROUTE,
  TERMS_PATH,
} from '../paths/page-paths.ts';
import { RootRoute, RouteError } from '../routes/root-route.tsx';
import type { Services } from '../services/services.ts';
import type { PageEnvironment } from '../settings/environment.ts';
import type { Chrome } from '../ui/frame/app-bar.tsx';

/**
 * A screen whose code is loaded on demand. `preload` never rejects. A screen that could not be loaded throws until it
 * is preloaded again. The router's own lazy screen is not used, because it reloads the page at the first failure. In
 * WebKit, leaving a page also causes such a failure, and the reload would cancel the navigation.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): (() => ReactNode) & { preload: () => Promise<void> } {
  let Screen: ComponentType | undefined;
  let failure: Readonly<{ error: unknown }> | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    if (loading !== undefined) return loading;
    failure = undefined;
    loading = load().then(
      (module) => {
        Screen = module[name];
      },
      (error: unknown) => {
        failure = { error };
        loading = undefined;
      },
    );
    return loading;
  };
  function LazyScreen() {
    if (Screen !== undefined) return <Screen />;
    if (failure !== undefined) throw failure.error;
    use(preload());
    return null;
  }
  return Object.assign(LazyScreen, { preload });
}

export type RouterContext = Readonly<{
  environment: PageEnvironment;
  /** Opens the database and its services. Loaded on demand, so that Home's first load does not include them. */
  services: () => Promise<Services>;
  /** Resolves to true if this device has a database. Does not open it. */
  hasDatabase: () => Promise<boolean>;
  wake: () => void;
  /** Undefined in builds without analytics. */
  analytics: PageAnalytics | undefined;
}>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The page's name, for the window's title. */
    page?: keyof ReturnType<typeof pagesText>;
    chrome?: Chrome;
    /** The page above this one. The bar has an arrow back to it. */
    parent?: string;
    /** The screen shows its own heading. All other headings are in the bar. */
    hasOwnHeading?: boolean;
  }
}

const root = createRootRouteWithContext<RouterContext>()({
  component: RootRoute,
  errorComponent: RouteError,
  // The router finds no route for a path that it cannot decode, such as `/%zz`.
  notFoundComponent: () => <Navigate replace to={HOME_PATH} />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: HOME_PATH,
  staticData: { chrome: 'home' },
  loader: ({ context }) => context.hasDatabase(),
  component: lazyScreen(() => import('../routes/home-route.tsx'), 'HomeRoute'),
});

const termsConditions = createRoute({
  getParentRoute: () => root,
  path: TERMS_PATH,
  staticData: { page: 'termsConditions', parent: HELP_PATH },
  component: lazyScreen(
    () => import('../routes/terms-conditions-route.tsx'),
    'TermsConditionsRoute',
  ),
});

// The id is optional: /register becomes /register/<id> at the first change, and the screen must not mount again.
const register = createRoute({
  getParentRoute: () => root,
  path: REGISTER_ROUTE,
  staticData: { page: 'register', chrome: 'focus' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/form-route.tsx'), 'RegisterRoute'),
});

const replace = createRoute({
  getParentRoute: () => root,
  path: REPLACE_ROUTE,
  staticData: { page: 'replace', chrome: 'focus' },
  loader: ({ context }) => context.services(),
  component: lazyScreen(() => import('../routes/form-route.tsx'), 'ReplaceRoute'),
});

/** Has no services, so practice can neither reach the stored data nor send. */
const practise = createRoute({
  getParentRoute: () => root,
  path: PRACTISE_ROUTE,
  staticData: { page: 'practise', chrome: 'focus' },
  component: lazyScreen(() => import('../routes/practise-route.tsx'), 'PractiseRoute'),
});

/**
 * Creates the route of a screen with stored data. One function saves bytes, because this file is part of every first
 * load.
 */
const screenRoute = <Path extends string>(
  path: Path,
  page: keyof ReturnType<typeof pagesText>,
  component: ReturnType<typeof lazyScreen>,
  more?: StaticDataRouteOption,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { page, ...more },
    loader: ({ context }) => context.services(),
    component,
  });

const outbox = screenRoute(
  OUTBOX_PATH,
  'outbox',
  lazyScreen(() => import('../routes/outbox-route.tsx'), 'OutboxRoute'),
);

const submission = screenRoute(
  SUBMISSION_ROUTE,
  'submission',
  lazyScreen(() => import('../routes/submitted-routes.tsx'), 'SubmissionRoute'),
  { parent: OUTBOX_PATH, hasOwnHeading: true },
);

const captured = screenRoute(
  CAPTURED_ROUTE,
  'captured',
  lazyScreen(() => import('../routes/submitted-routes.tsx'), 'CapturedRoute'),
  { hasOwnHeading: true },
);

const settings = screenRoute(
  SETTINGS_PATH,
  'settings',
  lazyScreen(() => import('../routes/settings-route.tsx'), 'SettingsRoute'),
);

const settingsPage = screenRoute(
  SETTINGS_PAGE_ROUTE,
  'settings',
  lazyScreen(() => import('../routes/settings-route.tsx'), 'SettingsPageRoute'),
  { parent: SETTINGS_PATH, hasOwnHeading: true },
);

const help = screenRoute(
  HELP_PATH,
  'help',
  lazyScreen(() => import('../routes/help-route.tsx'), 'HelpRoute'),
  { parent: SETTINGS_PATH },
);

const ready = screenRoute(
  READY_PATH,
  'ready',
  lazyScreen(() => import('../routes/help-route.tsx'), 'ReadyRoute'),
  { parent: SETTINGS_PATH },
);

/** Also `/home`, the old address of Home. */
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: HOME_PATH, replace: true });
  },
});

const routeTree = root.addChildren([
  home,
  termsConditions,
  register,
  replace,
  practise,
  outbox,
  submission,
  captured,
  settings,
  settingsPage,
  help,
  ready,
  anythingElse,
]);

type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    defaultErrorComponent: RouteError,
    // The specification disables the restoration of scroll positions. A function that returns false, instead of
    // `false`, also makes the router disable the browser's restoration, and leaves fragments to the shell.
    scrollRestoration: () => false,
    defaultPreload: 'intent',
  });
}
