import type { Rule } from './form.ts';
import { error, isDigits, type RuleIssue, warning } from './issue.ts';
import { luhn } from './luhn.ts';
import { stripGaps } from './strip.ts';

/** A SIM card number (ITU-T E.118), with or without its check digit and filler F. */
export const iccid: Rule = {
  normalise: (raw) => stripGaps(raw).replace(/^(\d*)F+$/i, '$1'),
  check: (text) => {
    if (!isDigits(text)) return [error('iccid-digits')];
    if (!text.startsWith('89')) return [error('iccid-start')];
    if (text.length < 18 || text.length > 20)
      return [error('iccid-length', { digits: text.length })];
    const findings: RuleIssue[] = [];
    if (!text.startsWith('8927')) findings.push(warning('iccid-country'));
    // In a number of 20 digits the check digit may be the 19th, followed by a digit of the operator.
    if (!luhn(text) && !(text.length === 20 && luhn(text.slice(0, 19))))
      findings.push(warning('iccid-check'));
    return findings;
  },
};

export const imsi: Rule = {
  normalise: stripGaps,
  check: (text) => {
    if (!/^\d{14,15}$/.test(text)) return [error('imsi')];
    const findings: RuleIssue[] = [];
    if (!text.startsWith('655')) findings.push(warning('imsi-country'));
    if (text.length !== 15) findings.push(warning('imsi-length'));
    return findings;
  },
};

/** 15 digits with a Luhn check digit, or the 16 of an IMEISV, which has none (3GPP TS 23.003). */
export const imei: Rule = {
  normalise: (raw) => stripGaps(raw).replace(/\//g, ''),
  check: (text) => {
    if (!/^\d{15,16}$/.test(text)) return [error('imei')];
    return text.length === 16 || luhn(text) ? [] : [error('imei-check')];
  },
};
