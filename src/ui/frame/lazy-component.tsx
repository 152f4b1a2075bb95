import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/**
 * Returns the result of a promise. The component renders again when the promise resolves. A rejection is thrown to the
 * error screen.
 */
export function usePromise<T>(coming: () => Promise<T>, known?: T): T | undefined {
  const [come, setCome] = useState<Readonly<{ value: T | undefined }>>({ value: known });
  // Runs before the first paint, so that a value that is already known is shown in the same frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once while the component is mounted.
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
 * A component that is loaded when it is first shown. Until then, `meanwhile` is shown. A failure is thrown to the error
 * screen, and the next use loads the component again. React's `lazy` is not used, because `Suspense` shows loaded
 * content up to 300 ms late.
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
