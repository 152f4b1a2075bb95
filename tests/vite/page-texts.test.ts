import { describe, expect, it } from 'vitest';
import { SIGN_IN_PATH } from '../../src/paths/page-paths.ts';
import { pageTextTags } from '../../vite/page-texts.ts';
import { read } from '../shape/support/source-files.ts';

const textOf = (path: string, tag: string) =>
  pageTextTags(path).find((one) => one.tag === tag)?.children;

describe('the HTML', () => {
  it('has its title before any script', () => {
    expect(textOf('/index.html', 'title')).toBe('Veld');
    expect(textOf(SIGN_IN_PATH, 'title')).toBe('Sign in - Veld');
  });

  it('needs no escaping: its texts have no markup characters', () => {
    for (const path of ['/index.html', SIGN_IN_PATH])
      for (const { attrs, children } of pageTextTags(path))
        expect([attrs?.['content'], children].join().replace(/<\/?p>/g, '')).not.toMatch(/[<>&"]/);
  });

  it('has only texts of src/messages', () => {
    for (const page of ['index.html', 'sign-in.html'])
      expect(read(page)).not.toMatch(/<title|noscript|"description"|>[^<]*\w[^<]*</);
  });
});
