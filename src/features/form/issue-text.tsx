import type { Problem } from '../../domain/forms/form.ts';
import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import type { LinkComponent } from './link.tsx';

export interface ProblemTextsProps {
  readonly problems: readonly Problem[];
  /** Where another submission is shown. */
  readonly otherSubmissionLink: (id: SubmissionId) => string;
  readonly Link: LinkComponent;
}

/** The words of some warnings; one that speaks of another submission leads there. */
export function ProblemTexts({ problems, otherSubmissionLink, Link }: ProblemTextsProps) {
  return problems.map(({ code, text, otherId }) => (
    <span key={code}>
      {text}{' '}
      {otherId === undefined ? null : (
        <Link to={otherSubmissionLink(submissionId(otherId))}>Open the other submission</Link>
      )}{' '}
    </span>
  ));
}
