import { type ComponentType, useEffect, useState } from 'react';
import type { FormParts, UnsavedFiles } from '../features/form/parts.ts';
import { loadOnce } from '../load-once.ts';
import type { Store } from '../store/open-store.ts';
import { Skeleton } from '../ui/loading.tsx';

type Capture = typeof import('./capture-parts.ts').captureParts;

let here: Capture | null = null;
let arrived: (capture: Capture) => void;
const arrival = new Promise<Capture>((resolve) => {
  arrived = resolve;
});

/** A form's first sections do without this code: so it comes when it is first needed, or a little before. */
export const loadCapture = loadOnce(async (): Promise<Capture> => {
  const [{ captureParts }] = await Promise.all([
    import('./capture-parts.ts'),
    // What stores files and strokes, beside what takes them in.
    import('../store/files.ts'),
  ]);
  here = captureParts;
  arrived(captureParts);
  return captureParts;
});

/** null until it is here. Where it can't be fetched the route's error screen says what can be done. */
export function useCapture(): Capture | null {
  const [capture, setCapture] = useState(here);
  useEffect(() => {
    if (capture !== null) return;
    loadCapture().then(setCapture, (error: unknown) => {
      setCapture(() => {
        throw error;
      });
    });
  }, [capture]);
  return capture;
}

function late<Props extends object>(
  partOf: (capture: Capture) => ComponentType<Props>,
): ComponentType<Props> {
  return function LatePart(props) {
    const capture = useCapture();
    if (capture === null) return <Skeleton label="Opening" />;
    const Part = partOf(capture);
    return <Part {...props} />;
  };
}

export const lateParts: FormParts = {
  documents: late(({ documents }) => documents),
  location: late(({ location }) => location),
  signature: late(({ signature }) => signature),
  unsavedFile: late(({ unsavedFile }) => unsavedFile),
};

const none: ReturnType<UnsavedFiles['snapshot']> = [];

/** The files of forms that are not on the disk yet. Fetches no code: before that is here, nobody can have chosen one. */
export const lateUnsavedFiles = (store: Store): UnsavedFiles => ({
  snapshot: () => here?.fileQueueOf(store).snapshot() ?? none,
  subscribe(listener) {
    let isOver = false;
    let leave = () => {};
    void arrival.then(({ fileQueueOf }) => {
      if (!isOver) leave = fileQueueOf(store).subscribe(listener);
      listener();
    });
    return () => {
      isOver = true;
      leave();
    };
  },
});
