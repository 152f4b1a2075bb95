import type { Issue } from '../../domain/forms/form.ts';
import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import type { LinkComponent } from './link.tsx';

export interface IssueTextsProps {
  readonly issues: readonly Issue[];
  /** Where another submission is shown. */
  readonly otherSubmissionLink: (id: SubmissionId) => string;
  readonly Link: LinkComponent;
}

/** The words of some warnings; one that speaks of another submission leads there. */
export function IssueTexts({ issues, otherSubmissionLink, Link }: IssueTextsProps) {
  return issues.map(({ code, text, otherId }) => (
    <span key={code}>
      {text}{' '}
      {otherId === undefined ? null : (
        <Link to={otherSubmissionLink(submissionId(otherId))}>Open the other submission</Link>
      )}{' '}
    </span>
  ));
}
