import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** The result of a promise as state: the component renders again with it. A rejection is thrown to the error screen. */
export function usePromise<T>(coming: () => Promise<T>, known?: T): T | undefined {
  const [come, setCome] = useState<Readonly<{ value: T | undefined }>>({ value: known });
  // Before the first paint: what is there already is drawn in the same frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, as long as the component stands.
  useLayoutEffect(() => {
    if (come.value !== undefined) return;
    coming().then(
      (value) => setCome({ value }),
      (error: unknown) =>
        setCome(() => {
          throw error;
        }),
    );
  }, []);
  return come.value;
}

/**
 * A component that is loaded when it is first shown; `meanwhile` is shown until then. A failure is thrown to the screen, and the next
 * use loads it again. React's `lazy` is not used: `Suspense` shows loaded content up to 300 ms late.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
): (props: Props) => ReactNode {
  let Loaded: ComponentType<Props> | undefined;
  const loading = async () => {
    Loaded = await load();
    return { Part: Loaded };
  };
  return function LazyComponent(props) {
    const come = usePromise(loading, Loaded && { Part: Loaded });
    return come ? <come.Part {...props} /> : meanwhile(props);
  };
}
