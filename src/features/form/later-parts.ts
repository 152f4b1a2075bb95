import { AskUnchanged } from './ask-unchanged.tsx';
import { FormEnding } from './form-ending.tsx';
import { FormReview } from './form-review.tsx';
import { SubmitNotice } from './submit-notice.tsx';
import { UnsavedNotice } from './unsaved-notice.tsx';

/** What a form's first sections do without. */
export const laterParts = { AskUnchanged, FormEnding, FormReview, SubmitNotice, UnsavedNotice };
