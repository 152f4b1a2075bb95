import { submissionId } from '../../domain/ids.ts';
import { formText } from '../../messages/form.ts';
import { submissionPath } from '../../submission-paths.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import type { ShownWarning } from './shown-issues.ts';

export interface IssueTextsProps {
  readonly issues: readonly ShownWarning[];
  /** Where another submission is shown. */
  readonly Link: LinkComponent;
}

/** The words of some warnings; one that speaks of another submission leads there. */
export function IssueTexts({ issues, Link }: IssueTextsProps) {
  return issues.map(({ code, text, otherId }) => (
    <span key={code}>
      {text}{' '}
      {otherId === undefined ? null : (
        <Link to={submissionPath(submissionId(otherId))}>{formText().openOther}</Link>
      )}{' '}
    </span>
  ));
}
