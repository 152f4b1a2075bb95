import type { Rule, RuleIssue } from './form.ts';
import { error, isDigits, warning } from './issue.ts';
import { luhn } from './luhn.ts';
import { stripGaps } from './strip.ts';

/** A SIM card number (ITU-T E.118), with or without its check digit and filler F. */
export const iccid: Rule = {
  normalise: (raw) => stripGaps(raw).replace(/^(\d*)F+$/i, '$1'),
  check: (text) => {
    if (!isDigits(text))
      return [
        error(
          'iccid-digits',
          'A SIM card number has only digits: check for letters, such as O for 0.',
        ),
      ];
    if (!text.startsWith('89'))
      return [
        error(
          'iccid-start',
          'A SIM card number begins with 89. Use the long number on the SIM card or its pack.',
        ),
      ];
    if (text.length < 18 || text.length > 20)
      return [
        error(
          'iccid-length',
          `This has ${text.length} digits; a SIM card number has 18 to 20. If the card shows only a part, look on its pack.`,
        ),
      ];
    const findings: RuleIssue[] = [];
    if (!text.startsWith('8927'))
      findings.push(
        warning(
          'iccid-country',
          'This does not look like a South African SIM card: those begin with 8927. Check the number on the card.',
        ),
      );
    // Of 20 digits the last may be an operator's own, after the check digit.
    if (!luhn(text) && !(text.length === 20 && luhn(text.slice(0, 19))))
      findings.push(
        warning('iccid-check', 'The last digit does not fit: check the number on the card.'),
      );
    return findings;
  },
};

export const imsi: Rule = {
  normalise: stripGaps,
  check: (text) => {
    if (!/^\d{14,15}$/.test(text))
      return [
        error('imsi', 'An IMSI has 15 digits and nothing else. Check it, or leave it empty.'),
      ];
    const findings: RuleIssue[] = [];
    if (!text.startsWith('655'))
      findings.push(
        warning('imsi-country', 'A South African IMSI begins with 655. Check the number.'),
      );
    if (text.length !== 15)
      findings.push(
        warning(
          'imsi-length',
          'This has 14 digits; an IMSI nearly always has 15. Check the number.',
        ),
      );
    return findings;
  },
};

/** 15 digits with a Luhn check digit, or the 16 of an IMEISV, which has none (3GPP TS 23.003). */
export const imei: Rule = {
  normalise: (raw) => stripGaps(raw).replace(/\//g, ''),
  check: (text) => {
    if (!/^\d{15,16}$/.test(text))
      return [
        error(
          'imei',
          'An IMEI has 15 digits (16 with its version). Dial *#06# to see it, or leave it empty.',
        ),
      ];
    return text.length === 16 || luhn(text)
      ? []
      : [
          error(
            'imei-check',
            'The last digit does not fit: dial *#06# and check the number, or leave it empty.',
          ),
        ];
  },
};
