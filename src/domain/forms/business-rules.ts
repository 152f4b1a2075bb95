import type { Rule } from './form.ts';
import { error, warning } from './issue.ts';
import { luhn } from './luhn.ts';
import { stripGaps, stripSpaces } from './strip.ts';
import { textRule } from './text-rules.ts';

export const vatNumber: Rule = {
  normalise: (raw) => stripSpaces(raw).replace(/^(?:ZA)+/i, ''),
  check: (text) => {
    if (!/^4\d{9}$/.test(text)) return [error('vat')];
    // The tax authority (SARS) does not document the check digit, so a wrong one is only a warning.
    return luhn(text) ? [] : [warning('vat-check')];
  },
};

const text30 = textRule(30);

/** A company registration number of the CIPC, 2015/123456/07. Older formats exist, so another one is only a warning. */
export const companyRegistrationNumber: Rule = {
  ...text30,
  normalise: (raw) => {
    const parts = /^(\d{4})(\d{6})(\d{2})$/.exec(stripGaps(raw))?.slice(1) ?? raw.split('/');
    return parts.map((part) => part.trim()).join('/');
  },
  check: (text) => {
    const findings = text30.check(text);
    if (findings.length > 0 || /^(K|CK)?\d{4}\/\d{6}\/\d{2}$/.test(text)) return findings;
    return [warning('company-number')];
  },
};
