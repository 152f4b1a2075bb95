import { describe, expect, it } from 'vitest';
import { wordsOfRefusal } from '../../src/domain/outcome.ts';

const said = (body: unknown, type = 'application/json'): string =>
  wordsOfRefusal(typeof body === 'string' ? body : JSON.stringify(body), { 'content-type': type })
    .said;

describe('the words of a refusal', () => {
  it.each<[string, unknown, string]>([
    [
      'a generic result',
      { heading: 'Too large', description: 'At most 5 MB.' },
      'Too large At most 5 MB.',
    ],
    [
      'problem details',
      { title: 'Unsupported', detail: 'Only JPEG.', status: 415 },
      'Unsupported Only JPEG.',
    ],
    ['one message', { message: 'Not a photo' }, 'Not a photo'],
    ['the same text twice', { title: 'No', message: 'No' }, 'No'],
    ['members of odd types', { title: 7, detail: null, message: ['x'] }, ''],
    ['a list', ['No'], ''],
    ['nothing', '', ''],
    ['JSON that is cut', '{"title":"N', ''],
    ['a long text', { detail: 'x'.repeat(301) }, ''],
    ['markup', { detail: '<b>No</b>' }, ''],
  ])('are read from %s', (_, body, text) => {
    expect(said(body)).toBe(text);
  });

  it('are read from plain text, and never from HTML', () => {
    expect(said('The file is too large.', 'text/plain; charset=utf-8')).toBe(
      'The file is too large.',
    );
    expect(said('The file is too large.', 'application/octet-stream')).toBe('');
    expect(said('<h1>413</h1>', 'text/plain')).toBe('');
    expect(said('<h1>413 Request Entity Too Large</h1>', 'text/html')).toBe('');
  });

  it('are assigned to their fields', () => {
    const errors = { Surname: ['Too long'], Files: 'Empty', odd: { a: 1 } };
    const { modelState } = wordsOfRefusal(JSON.stringify({ errors }), {});
    expect(modelState).toEqual({ Surname: ['Too long'], Files: ['Empty'] });
    expect(wordsOfRefusal('{"errors":"none"}', {}).modelState).toEqual({});
  });
});
