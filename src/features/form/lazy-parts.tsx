import { type ComponentType, type ReactNode, useEffect } from 'react';
import { formText } from '../../messages/form.ts';
import { loadOnce } from '../../platform/load-once.ts';
import { Skeleton } from '../../ui/content/loading.tsx';
import { latePart } from '../../ui/frame/lazy-component.tsx';

type Parts = typeof import('./lazy/lazy-parts-entry.ts').laterParts;

export const loadLaterParts = loadOnce(
  async () => (await import('./lazy/lazy-parts-entry.ts')).laterParts,
);

/** Loads the lazy parts once a form is begun, because there may be no signal later. */
export function useLaterParts(isBegun: boolean): void {
  useEffect(() => {
    // If it fails, the component that needs the code loads it again and shows the error.
    if (isBegun) void loadLaterParts().catch(() => undefined);
  }, [isBegun]);
}

/** A component that is shown as soon as its code is loaded. */
function later<Props extends object>(
  partOf: (parts: Parts) => ComponentType<Props>,
  meanwhile?: () => ReactNode,
) {
  return latePart<Props>(async () => partOf(await loadLaterParts()), meanwhile);
}

export const LaterReview = later(
  ({ FormReview }) => FormReview,
  () => <Skeleton label={formText().openingReview} />,
);
export const LaterPart = later(
  ({ FormPartView }) => FormPartView,
  () => <Skeleton label={formText().opening} />,
);
export const LaterPlaceChips = later(({ PlaceChips }) => PlaceChips);
export const LaterSimPack = later(({ SimPack }) => SimPack);
export const LaterSimStart = later(({ SimStart }) => SimStart);
export const LaterNotice = later(({ UnsavedNotice }) => UnsavedNotice);
export const LaterEnding = later(({ FormEnding }) => FormEnding);
export const LaterSubmitNotice = later(({ SubmitNotice }) => SubmitNotice);
export const LaterSaveNotice = later(({ SaveNotice }) => SaveNotice);
export const LaterServerNotice = later(({ ServerNotice }) => ServerNotice);
export const LaterStaleNotice = later(({ StaleNotice }) => StaleNotice);
export const LaterSummary = later(({ IssueSummary }) => IssueSummary);
export const LaterQuestion = later(({ AskUnchanged }) => AskUnchanged);
