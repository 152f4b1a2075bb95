import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { formId } from '../../../../src/domain/ids.ts';
import { referenceOf } from '../../../../src/domain/reference.ts';
import { reasonCodes } from '../../../../src/domain/verdict.ts';
import {
  CorrectionView,
  type CorrectionViewProps,
} from '../../../../src/features/form/lazy/form-notices.tsx';
import { verdictText } from '../../../../src/messages/captured.ts';

const corrects = formId('3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e77');
const reference = referenceOf(corrects);

type Said = Partial<CorrectionViewProps> & Readonly<{ code?: (typeof reasonCodes)[number] }>;

const note = ({ code = 'photoUnreadable', ...rest }: Said = {}): string =>
  renderToStaticMarkup(
    <CorrectionView
      corrects={corrects}
      reasons={verdictText().reason}
      returned={{ reason: { code, text: '' }, simTail: '4560' }}
      section="customer"
      sections={['customer', 'business', 'sim', 'address', 'documents', 'sign', 'review']}
      sim=""
      {...rest}
    />,
  );

const first = `Correction of ${reference}: a photo cannot be read.`;

it('names the returned form and the reason under each heading', () => {
  for (const section of ['customer', 'business', 'address', 'sign', 'review'] as const) {
    expect(note({ section })).toContain(first);
    expect(note({ section })).not.toContain('role="note"');
    expect(note({ section })).not.toContain('4560');
  }
});

it('says what to do in the section of the reason', () => {
  expect(note({ section: 'documents' })).toMatch(
    new RegExp(`role="note".*${first}.*Take each photo again: sharp, whole, no glare\\.`),
  );
  for (const code of reasonCodes) {
    const sections = ['customer', 'sim', 'address', 'documents', 'sign', 'review'] as const;
    const here = sections.filter((section) => note({ code, section }).includes('role="note"'));
    expect(here, code).toHaveLength(code === 'duplicate' ? 0 : 1);
  }
});

it('keeps the operator’s words as they are, and needs no reason', () => {
  const words = 'The affidavit has no stamp.';
  const simTail = '4560';
  expect(note({ returned: { reason: { code: 'other', text: words }, simTail } })).toContain(
    `Correction of ${reference}: ${words}`,
  );
  expect(note({ returned: { reason: null, simTail } })).toContain(`Correction of ${reference}.<`);
});

const whole = '8927000000000001234';
const warning = 'This is not the SIM that was returned (…4560).';

it('names the returned SIM, and warns of another one once its number is whole', () => {
  const at = (sim: string, code?: Said['code']) =>
    note({ section: 'sim', sim, ...(code && { code }) });
  expect(at('')).toContain('The returned one ended in 4560.');
  expect(at('')).not.toContain(warning);
  expect(at(whole.slice(0, 17))).not.toContain(warning);
  expect(at(whole)).toMatch(new RegExp(`role="status".*${warning.replace(/[().]/g, '\\$&')}`));
  expect(at(`${whole.slice(0, -4)}4560`)).not.toContain(warning);
  expect(at(whole, 'simWrong')).not.toContain(warning);
  expect(at(whole, 'simWrong')).toContain('The returned one ended in 4560.');
});

it('says at Customer what to do about an address in a form without one, as in a replacement', () => {
  const said = { code: 'addressMissing', section: 'customer' } as const;
  expect(note({ ...said, sections: ['customer', 'sim', 'documents'] })).toContain('role="note"');
  expect(note(said)).not.toContain('role="note"');
});
