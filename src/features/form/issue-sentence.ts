import type { IssueCode, RuleIssue } from '../../domain/forms/issue.ts';
import { issuesText } from '../../messages/issues.ts';
import { say } from '../../messages/say.ts';
import { sentences } from '../../messages/sentences.ts';

/** Every code has a sentence. */
export type IssueTexts = Readonly<Record<IssueCode, string>>;

/** What a person reads of an issue: what is wrong, and what else helps. `label`: that of the field or file kind. */
export function issueSentence({ code, values, advice }: RuleIssue, label: string): string {
  const t = issuesText();
  const texts: IssueTexts = t;
  const months: Readonly<Record<number, string>> = t.month;
  const named = code === 'id-date' ? { ...values, month: months[values?.['month'] ?? 0] } : values;
  return sentences(
    say(texts[code], { ...named, label }),
    advice === undefined ? null : t.advice[advice],
  );
}
