import { AskUnchanged } from './ask-unchanged.tsx';
import { restoreCaret } from './caret.ts';
import { FormEnding } from './form-ending.tsx';
import { SaveNotice, ServerNotice, StaleNotice } from './form-notices.tsx';
import { FormReview } from './form-review.tsx';
import { handIn } from './hand-in.ts';
import { IssueSummary } from './issue-summary.tsx';
import { FormPartView } from './part-views.tsx';
import { PlaceChips } from './place-chips.tsx';
import { followSections } from './section-history.ts';
import { SimPack } from './sim-pack.tsx';
import { rememberSimStart, SimStart } from './sim-start.tsx';
import { SubmitNotice } from './submit-notice.tsx';
import { UnsavedNotice } from './unsaved-notice.tsx';

/** What a form's first look does without. */
export const laterParts = {
  AskUnchanged,
  FormEnding,
  FormPartView,
  FormReview,
  IssueSummary,
  PlaceChips,
  SaveNotice,
  ServerNotice,
  SimPack,
  SimStart,
  StaleNotice,
  SubmitNotice,
  UnsavedNotice,
  followSections,
  handIn,
  rememberSimStart,
  restoreCaret,
};
