import { restoreCaret } from '../caret.ts';
import { PlaceChips, rememberSimStart, SimStart, StreetChips } from './field-suggestions.tsx';
import {
  CorrectionNote,
  FormEnding,
  SaveNotice,
  StaleNotice,
  UnsavedNotice,
} from './form-notices.tsx';
import { FormReview } from './form-review.tsx';
import { FormPartView, GoOnAfterPhoto } from './part-views.tsx';
import { ScanNote, ScanPart } from './scan-part.tsx';
import { followSections } from './section-history.ts';
import {
  AskUnchanged,
  ServerNotice,
  SubmitNotice,
  sayNotChecked,
  submitForm,
} from './submit-form.tsx';

/** The parts of a form that its first section does not need. */
export const lazyParts = {
  AskUnchanged,
  CorrectionNote,
  FormEnding,
  FormPartView,
  FormReview,
  GoOnAfterPhoto,
  PlaceChips,
  SaveNotice,
  ServerNotice,
  ScanNote,
  ScanPart,
  SimStart,
  StaleNotice,
  StreetChips,
  SubmitNotice,
  UnsavedNotice,
  followSections,
  submitForm,
  rememberSimStart,
  restoreCaret,
  sayNotChecked,
};
