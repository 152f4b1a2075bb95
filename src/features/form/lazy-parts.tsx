import { type ComponentType, type ReactNode, useEffect } from 'react';
import { formText } from '../../messages/form.ts';
import { loadOnce } from '../../platform/load-once.ts';
import { Skeleton } from '../../ui/content/loading.tsx';
import { lazyComponent } from '../../ui/frame/lazy-component.tsx';

type Parts = typeof import('./lazy/lazy-parts-entry.ts').lazyParts;

export const loadLazyParts = loadOnce(
  async () => (await import('./lazy/lazy-parts-entry.ts')).lazyParts,
);

/** Loads the lazy parts when the person begins a form, because there may be no signal later. */
export function useLazyParts(isBegun: boolean): void {
  useEffect(() => {
    // If loading fails here, the component that needs the code loads it again and shows the error.
    if (isBegun) void loadLazyParts().catch(() => undefined);
  }, [isBegun]);
}

/** A component that is shown as soon as its code is loaded. */
function lazyPart<Props extends object>(
  partOf: (parts: Parts) => ComponentType<Props>,
  meanwhile?: () => ReactNode,
) {
  return lazyComponent<Props>(async () => partOf(await loadLazyParts()), meanwhile);
}

export const LazyReview = lazyPart(
  ({ FormReview }) => FormReview,
  () => <Skeleton label={formText().openingReview} />,
);
export const LazyPart = lazyPart(
  ({ FormPartView }) => FormPartView,
  () => <Skeleton label={formText().opening} />,
);
export const LazyGoOnAfterPhoto = lazyPart(({ GoOnAfterPhoto }) => GoOnAfterPhoto);
export const LazyPlaceChips = lazyPart(({ PlaceChips }) => PlaceChips);
export const LazyStreetChips = lazyPart(({ StreetChips }) => StreetChips);
export const LazyScan = lazyPart(({ ScanPart }) => ScanPart);
export const LazyScanNote = lazyPart(({ ScanNote }) => ScanNote);
export const LazySimStart = lazyPart(({ SimStart }) => SimStart);
export const LazyNotice = lazyPart(({ UnsavedNotice }) => UnsavedNotice);
export const LazyCorrection = lazyPart(({ CorrectionNote }) => CorrectionNote);
export const LazyEnding = lazyPart(({ FormEnding }) => FormEnding);
export const LazySubmitNotice = lazyPart(({ SubmitNotice }) => SubmitNotice);
export const LazySaveNotice = lazyPart(({ SaveNotice }) => SaveNotice);
export const LazyServerNotice = lazyPart(({ ServerNotice }) => ServerNotice);
export const LazyStaleNotice = lazyPart(({ StaleNotice }) => StaleNotice);
export const LazyQuestion = lazyPart(({ AskUnchanged }) => AskUnchanged);
