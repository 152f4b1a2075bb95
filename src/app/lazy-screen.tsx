import { type ComponentType, type ReactNode, use } from 'react';

/**
 * A screen whose code is fetched when it is wanted; `preload` never rejects. A screen that could not be fetched throws until it is
 * preloaded anew. The router's own kind of it would reload the page at the first failure: also
 * in a page that the person is leaving, whose files are cut off (WebKit), and that calls off where the person wanted to go.
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
