import { describe, expect, it } from 'vitest';
import { declarationsOf, ungatedHovers } from './support/declarations.ts';
import { sourceFiles } from './support/source-files.ts';
import { styleText } from './support/styles.ts';

const sheets = sourceFiles.filter((file) => file.startsWith('src/') && file.endsWith('.css'));

/** The allowed values of each property. The tokens have the figures. */
const scales: Readonly<Record<string, readonly string[]>> = {
  'font-size': [
    '100%',
    'inherit',
    ...['xs', 's', 'm', 'l', 'xl', '2xl', 'figure'].map((size) => `var(--text-${size})`),
  ],
  'font-weight': ['400', '500', '700', 'inherit'],
  'border-radius': [
    '0',
    '50%',
    'var(--radius-s)',
    'var(--radius-m)',
    'var(--radius-l)',
    'var(--pill)',
  ],
  'box-shadow': [
    'none',
    'var(--ring)',
    'var(--ring-inside)',
    'var(--shadow)',
    'var(--hairline)',
    'var(--chosen)',
  ],
};

/** The files that may use a value. Only toasts and dialogs are above the page and have a shadow. A round end marks a status. */
const reserved: Readonly<Record<string, readonly string[]>> = {
  'var(--shadow)': ['ui/overlays/dialog', 'ui/overlays/toast-list'],
  'var(--pill)': [
    'ui/content/progress',
    'ui/content/status-badge',
    'ui/frame/app-bar',
    'features/shell/shell',
  ],
};

const isOdd = (file: string, property: string, value: string): boolean =>
  scales[property]?.includes(value) === false ||
  reserved[value]?.every((name) => file !== `src/${name}.module.css`) === true;

const oddIn = (file: string, css: string): readonly string[] =>
  declarationsOf(css)
    .filter(({ property, value }) => isOdd(file, property, value))
    .map(({ property, value }) => `${file}: ${property}: ${value}`);

describe('the style sheets', () => {
  it('use seven font sizes, three weights, three radii and no shadows', () => {
    expect(sheets.flatMap((file) => oddIn(file, styleText(file)))).toEqual([]);
  });

  it('have the values of the scales only in the tokens', () => {
    const tokens = declarationsOf(styleText('src/ui/tokens.css').replaceAll('--', ''));
    const px = (name: string) =>
      tokens
        .filter(({ property }) => property.startsWith(name))
        .map(
          ({ value }) =>
            Number.parseFloat(value.replace('min(', '')) * (value.includes('rem') ? 16 : 1),
        );
    expect(px('text-').toSorted((one, other) => one - other)).toEqual([13, 15, 17, 20, 26, 32, 56]);
    expect(px('radius-')).toEqual([8, 12, 16]);
  });

  it('have hover styles only for a pointer, because a tapped control would keep them', () => {
    const found = sheets.flatMap((file) =>
      ungatedHovers(styleText(file)).map((selector) => `${file}: ${selector}`),
    );
    expect(found).toEqual([]);
  });

  it('are reported if they break a rule', () => {
    const css = '.a { font-size: 3px; box-shadow: var(--shadow); } .b { font-weight: 500 }';
    expect(oddIn('x.css', css)).toEqual([
      'x.css: font-size: 3px',
      'x.css: box-shadow: var(--shadow)',
    ]);
    const gated = '@media (hover: hover) { .b:hover { color: red; } }';
    expect(ungatedHovers(`${gated} .c:hover { color: red; }`)).toEqual(['.c:hover']);
  });
});
