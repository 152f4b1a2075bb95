import { describe, expect, it } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { attachmentId } from '../../../src/domain/ids.ts';
import type { ServerMessage } from '../../../src/domain/submission-types.ts';
import {
  caretInGroups,
  digitsIn,
  inGroups,
  isGapDeletion,
  unmatchedTexts,
  withoutDigitBefore,
  withoutField,
  withoutFile,
} from '../../../src/features/form/field-text.ts';
import { individual } from '../../domain/forms/builders.ts';

describe('a long number', () => {
  it.each([
    ['', ''],
    ['8927', '8927'],
    ['89270', '8927 0'],
    ['8927-0100 0000', '8927 0100 0000'],
    ['8927010000001234560', '8927 0100 0000 1234 560'],
    ['89270100000012345601', '8927 0100 0000 1234 5601'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(inGroups(typed)).toBe(shown);
    expect(inGroups(shown)).toBe(shown);
  });

  it('stays as typed if it is no number', () => {
    for (const text of ['8927 01OO', '8927010000001234560F', 'abc', '+8927'])
      expect(inGroups(text)).toBe(text);
  });

  it('is counted by its digits', () => {
    expect(digitsIn('')).toBe(0);
    expect(digitsIn('8927 0100 0000')).toBe(12);
  });

  it('keeps the caret after the same digit', () => {
    // The agent types '89270|' digit by digit. The gap is before the fifth digit.
    expect(caretInGroups('89270', 5)).toBe(6);
    // The agent types a digit in the middle: '8927 09|100'.
    expect(caretInGroups('8927 09100', 7)).toBe(7);
    expect(caretInGroups('8927 0100', 0)).toBe(0);
  });

  it('loses a digit together with its gap', () => {
    // The agent presses Backspace in '8927 |0100'.
    expect(isGapDeletion('8927 0100', '89270100', 4)).toBe(true);
    expect(inGroups(withoutDigitBefore('89270100', 4))).toBe('8920 100');
  });
});

describe('a long number that is pasted again without gaps', () => {
  it('keeps all its digits', () => {
    const [shown, pasted] = ['8927 0100 0000 1234 560', '8927010000001234560'];
    expect(isGapDeletion(shown, pasted, pasted.length)).toBe(false);
    expect(isGapDeletion('8927 0100', '89270100', 8)).toBe(false);
  });
});

describe('the server’s message about what the form does not show', () => {
  const lines = (modelState: ServerMessage['modelState'], more: Partial<ServerMessage> = {}) =>
    unmatchedTexts(formOf('registration'), individual.registration, {
      heading: '',
      description: '',
      modelState,
      httpStatus: 400,
      ...more,
    }).map(({ text }) => text);

  it('names each field, by its label or else by the server’s name', () => {
    expect(
      lines({
        WorkCity: ['Required.'],
        '$.Latitude': ['Required.', 'A number.'],
        CampaignCode: [],
      }),
    ).toEqual(['Work city or town: Required.', 'Latitude: Required. A number.', 'CampaignCode']);
  });

  it('names a field of the form only if the server has no words for the field', () => {
    expect(lines({ Surname: ['Short.'], 'formData.city': [] })).toEqual(['City or town']);
  });

  it('has only the server’s words about the whole form and about a file', () => {
    expect(lines({ '': ['Not now.'], $: ['Not JSON.'] })).toEqual(['Not now.', 'Not JSON.']);
    const file = { part: 'idDocument', attachmentId: attachmentId('back') } as const;
    expect(lines({ Files: ['Too big.'] }, { file })).toEqual(['Too big.']);
  });
});

describe('the server’s message, after its last field has changed', () => {
  const form = formOf('registration');
  const message = {
    heading: '',
    description: '',
    modelState: { Surname: ['Too short.'] },
    httpStatus: 400,
  };

  it('is gone if nothing else was said', () => {
    expect(withoutField(form, message, 'city')).toBe(message);
    expect(withoutField(form, message, 'surname')).toBeNull();
  });

  it('is gone with all its words if the file that it is about has changed', () => {
    const file = { part: 'signature', attachmentId: attachmentId('drawn') } as const;
    const about = { ...message, description: 'Look.', modelState: { Files: ['Blank.'] }, file };
    expect(withoutFile(about, 'signature')).toBeNull();
    expect(withoutFile(about, 'idDocument')).toBe(about);
    expect(withoutFile(message, 'signature')).toBe(message);
  });

  it('loses a refused location with a new location, and only then', () => {
    const modelState = { 'formData.Latitude': ['Not here.'], longitude: ['Not here.'] };
    expect(withoutField(form, { ...message, modelState }, 'location')).toBeNull();
    expect(withoutField(form, message, 'location')).toBe(message);
  });

  it.each([
    { heading: 'Not accepted' },
    { description: 'Please check.' },
    { modelState: { ...message.modelState, City: ['Unknown.'] } },
  ])('stays if something else was said: %j', (more) => {
    expect(withoutField(form, { ...message, ...more }, 'surname')).not.toBeNull();
  });

  it('stays if the server said nothing at all', () => {
    const silent = { ...message, modelState: {} };
    expect(withoutField(form, silent, 'surname')).toBe(silent);
  });
});
