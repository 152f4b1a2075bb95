import { AskUnchanged } from './ask-unchanged.tsx';
import { FormReview } from './form-review.tsx';
import { UnsavedNotice } from './unsaved-notice.tsx';

/** What a form's first sections do without. */
export const laterParts = { AskUnchanged, FormReview, UnsavedNotice };
