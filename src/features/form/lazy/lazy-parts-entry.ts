import { restoreCaret } from '../caret.ts';
import { PlaceChips, rememberSimStart, SimPack, SimStart } from './field-suggestions.tsx';
import {
  FormEnding,
  IssueSummary,
  SaveNotice,
  ServerNotice,
  StaleNotice,
  SubmitNotice,
  UnsavedNotice,
} from './form-notices.tsx';
import { FormReview } from './form-review.tsx';
import { FormPartView } from './part-views.tsx';
import { followSections } from './section-history.ts';
import { AskUnchanged, handIn } from './submit-form.tsx';

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
