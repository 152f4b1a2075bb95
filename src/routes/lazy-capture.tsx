import type { ComponentType } from 'react';
import type { FormParts, UnsavedFiles } from '../features/form/parts.ts';
import { formText } from '../messages/form.ts';
import { loadOnce } from '../platform/load-once.ts';
import type { FormStore } from '../store/open-store.ts';
import { Skeleton } from '../ui/content/loading.tsx';
import { lazyComponent, usePromise } from '../ui/frame/lazy-component.tsx';

type Capture = typeof import('./capture-parts.ts').captureParts;

let loaded: Capture | null = null;
let resolveLoaded: (capture: Capture) => void;
const whenLoaded = new Promise<Capture>((resolve) => {
  resolveLoaded = resolve;
});

/** Loads the capture code when it is first needed, or shortly before. A form's first sections do not need it. */
export const loadCapture = loadOnce(async (): Promise<Capture> => {
  const [{ captureParts }] = await Promise.all([
    import('./capture-parts.ts'),
    // At the same time, loads the code that stores files and strokes.
    import('../store/files/files.ts'),
  ]);
  loaded = captureParts;
  resolveLoaded(captureParts);
  return captureParts;
});

/** The capture code. Null until it is loaded. If loading fails, the route's error screen is shown. */
export const useCapture = (): Capture | null =>
  usePromise(loadCapture, loaded ?? undefined) ?? null;

function lazyPart<Props extends object>(
  partOf: (capture: Capture) => ComponentType<Props>,
): ComponentType<Props> {
  return function LazyPart(props) {
    const capture = useCapture();
    if (capture === null) return <Skeleton label={formText().opening} />;
    const Part = partOf(capture);
    return <Part {...props} />;
  };
}

export const lazyParts: FormParts = {
  documents: lazyPart(({ documents }) => documents),
  location: lazyPart(({ location }) => location),
  signature: lazyPart(({ signature }) => signature),
  signatureByName: lazyPart(({ signatureByName }) => signatureByName),
  terms: lazyComponent(
    async () => (await import('../features/site/terms-conditions.tsx')).TermsText,
  ),
  scanner: lazyComponent(async () => (await import('../features/scan/scan-dialog.tsx')).ScanDialog),
  documentPicture: lazyPart(({ documentPicture }) => documentPicture),
  signaturePicture: lazyPart(({ signaturePicture }) => signaturePicture),
  unsavedFile: lazyPart(({ unsavedFile }) => unsavedFile),
};

const none: ReturnType<UnsavedFiles['snapshot']> = [];

/**
 * The files of all forms that are not on the disk yet. Does not load the capture code: without it, no file can have
 * been chosen.
 */
export const lazyUnsavedFiles = (store: FormStore): UnsavedFiles => ({
  snapshot: () => loaded?.fileQueueOf(store).snapshot() ?? none,
  subscribe(listener) {
    let isOver = false;
    let unsubscribe = () => {};
    void whenLoaded.then(({ fileQueueOf }) => {
      if (!isOver) unsubscribe = fileQueueOf(store).subscribe(listener);
      listener();
    });
    return () => {
      isOver = true;
      unsubscribe();
    };
  },
});
