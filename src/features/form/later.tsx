import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { loadOnce } from '../../load-once.ts';
import { formText } from '../../messages/form.ts';
import { Skeleton } from '../../ui/loading.tsx';

const load = loadOnce(async () => (await import('./later-parts.ts')).laterParts);

const Review = lazy(async () => ({ default: (await load()).FormReview }));
const Notice = lazy(async () => ({ default: (await load()).UnsavedNotice }));
const Ending = lazy(async () => ({ default: (await load()).FormEnding }));
const Refusal = lazy(async () => ({ default: (await load()).SubmitNotice }));
const Question = lazy(async () => ({ default: (await load()).AskUnchanged }));

/** Fetches it once a form is begun: by the time it is wanted there may be no signal. */
export function useLaterParts(isBegun: boolean): void {
  useEffect(() => {
    // Where it fails, whoever needs it asks again, and hears of it.
    if (isBegun) void load().catch(() => undefined);
  }, [isBegun]);
}

export const LaterReview = (props: ComponentProps<typeof Review>) => (
  <Suspense fallback={<Skeleton label={formText().openingReview} />}>
    <Review {...props} />
  </Suspense>
);

export const LaterNotice = (props: ComponentProps<typeof Notice>) => (
  <Suspense>
    <Notice {...props} />
  </Suspense>
);

export const LaterEnding = (props: ComponentProps<typeof Ending>) => (
  <Suspense>
    <Ending {...props} />
  </Suspense>
);

export const LaterSubmitNotice = (props: ComponentProps<typeof Refusal>) => (
  <Suspense>
    <Refusal {...props} />
  </Suspense>
);

export const LaterQuestion = (props: ComponentProps<typeof Question>) =>
  props.asked === null ? null : (
    <Suspense>
      <Question {...props} />
    </Suspense>
  );
