/** The values that an issue's text contains, by the issue's code. */
interface Named {
  'id-length': { digits: number };
  'id-month': { month: number };
  'id-date': { day: number; month: number };
  'iccid-length': { digits: number };
  'location-accuracy': { metres: number };
  'too-long': { length: number; max: number };
  'too-many': { count: number; max: number };
}

/**
 * The problems of a field or part. A code never changes: drafts store the codes of dismissed warnings, and the server's clients read
 * the codes. The texts are in `messages/form.ts`.
 */
export type IssueCode =
  | keyof Named
  | 'required'
  | 'required-choice'
  | 'required-file'
  | 'required-location'
  | 'required-consent'
  | 'required-signature'
  | 'required-witness'
  | 'bad-photo'
  | 'business-type'
  | 'company-number'
  | 'duplicate-sim'
  | 'email'
  | 'iccid-check'
  | 'iccid-country'
  | 'iccid-digits'
  | 'iccid-start'
  | 'id-check'
  | 'id-digits'
  | 'id-leap-day'
  | 'imei'
  | 'imei-check'
  | 'imsi'
  | 'imsi-country'
  | 'imsi-length'
  | 'missing-back'
  | 'missing-front'
  | 'mobile'
  | 'passport'
  | 'phone'
  | 'vat'
  | 'vat-check';

/** An error blocks 'Next'. The person can dismiss a warning. `advice`: a hint that the text adds. */
export type RuleIssue = Readonly<{
  level: 'error' | 'warning';
  code: IssueCode;
  values?: Readonly<Record<string, number>>;
  advice?: IssueAdvice;
}>;

export type IssueAdvice = 'choosePassport' | 'readAsId';

type ValuesOf<Code extends IssueCode> = Code extends keyof Named ? [values: Named[Code]] : [];

const make =
  (level: RuleIssue['level']) =>
  <Code extends IssueCode>(code: Code, ...[values]: ValuesOf<Code>): RuleIssue =>
    values === undefined ? { level, code } : { level, code, values };

export const error = make('error');

export const warning = make('warning');

/** True if the text is one or more ASCII digits. */
export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** The key of a dismissed warning in the form. Another value gives another key, and so a new warning. */
export const passedKey = (at: string, code: string, value: string | boolean = ''): string =>
  `${at}:${code}:${String(value).trim()}`;
