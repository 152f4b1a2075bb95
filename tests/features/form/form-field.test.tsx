import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Option } from '../../../src/domain/forms/form.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { builtInOptions } from '../../../src/domain/forms/options.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { choicesOf, hintOf, labelOf } from '../../../src/features/form/field-text.ts';
import { FormField } from '../../../src/features/form/form-field.tsx';
import { allFields, fieldOf, kinds } from '../../domain/forms/builders.ts';

const nothing = () => undefined;
const draw = (kind: FormKind, name: string, values: Values = {}, error = '') =>
  renderToStaticMarkup(
    <FormField
      enterKeyHint="next"
      error={error}
      field={fieldOf(kind, name)}
      onChange={nothing}
      onScan={nothing}
      onUseAnyway={nothing}
      options={builtInOptions}
      shortcuts={null}
      values={values}
      warning={null}
    />,
  );

describe('a field of the table', () => {
  it.each(kinds)('of a %s has its label and keyboard', (kind) => {
    for (const field of allFields(kind)) {
      const html = draw(kind, field.name);
      expect(html).toContain(`>${labelOf(field, {})}<`);
      if (field.inputMode) expect(html).toContain(`inputMode="${field.inputMode}"`);
      if (hintOf(field.name)) expect(html).toContain('-hint"');
    }
  });

  it.each([
    ['registration', 'simCardNumber'],
    ['replacement', 'simCardNumber'],
    ['replacement', 'deviceImei'],
  ] as const)('of a %s: %s has a button to scan, described by the label', (kind, name) => {
    const html = draw(kind, name);
    const [, described] = html.match(/<button[^>]*aria-describedby="([^"]+)"[^>]*data-aside/) ?? [];
    const label = labelOf(fieldOf(kind, name), {});
    expect(html).toMatch(new RegExp(`<label[^>]* id="${described}"[^>]*>${label}<`));
    expect(html).toContain('</svg>Scan</button>');
  });

  it.each(kinds)('of a %s is never stored by the browser', (kind) => {
    for (const { name } of allFields(kind)) {
      const controls = draw(kind, name).match(/<(?:input|select|textarea)[^>]*>/g) ?? [];
      expect(controls.length, name).toBeGreaterThan(0);
      for (const control of controls) expect(control).toContain('autoComplete="off"');
    }
  });

  it('changes its label with the kind of identity document', () => {
    expect(draw('registration', 'idNumber')).toContain('>ID number<');
    expect(draw('registration', 'idNumber', { identityKind: 'Passport or permit' })).toContain(
      '>Passport or permit number<',
    );
  });

  it('is never sent to a spelling service', () => {
    expect(draw('registration', 'surname')).toContain('spellCheck="false"');
    expect(draw('registration', 'businessAddress')).toContain('spellCheck="false"');
  });

  it('links its control to the error', () => {
    const html = draw('registration', 'surname', {}, 'Surname is missing.');
    expect(html).toContain('aria-invalid="true"');
    const described = /aria-describedby="([^"]+)"/.exec(html)?.[1];
    expect(html).toContain(`id="${described}"`);
  });

  it('lists ‘Other’ last, in any order of the server', () => {
    const offered = (businessTypes: readonly Option[]) =>
      choicesOf(
        fieldOf('registration', 'businessType'),
        { ...builtInOptions, businessTypes },
        '',
      ).map(({ value }) => value);
    const own = builtInOptions.businessTypes;
    const byNumber = own.slice().sort((one, other) => Number(one.value) - Number(other.value));
    expect(byNumber[0]?.label).toBe('Other');
    expect(offered(byNumber)).toEqual(offered(own));
    expect(offered(byNumber).at(-1)).toBe('0');
  });

  it('keeps a choice that the server no longer lists', () => {
    const html = draw('registration', 'title', { title: 'Kgosi' });
    expect(html).toContain('<option value="Kgosi" selected="">Kgosi</option>');
    expect(html).toContain('<option value="">Other</option>');
  });
});
