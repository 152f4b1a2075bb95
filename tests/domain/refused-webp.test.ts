import { describe, expect, it } from 'vitest';
import { attachmentId } from '../../src/domain/ids.ts';
import { isWebpRefused } from '../../src/domain/outcome.ts';
import type { ServerMessage } from '../../src/domain/submission-types.ts';

const upload = (fileName: string) =>
  ({
    call: 'SaveIdDocument',
    attachmentId: attachmentId('file'),
    fileName,
    size: 1,
    sha256: '',
  }) as const;
const said = (words: string, httpStatus = 400): ServerMessage => ({
  heading: 'There was a problem',
  description: '',
  modelState: { Files: [words] },
  httpStatus,
});

describe('a server that takes no WebP', () => {
  it.each([
    ['Only JPEG and PNG are allowed.'],
    ['This file type is not supported.'],
    ['Unknown image format'],
    ['The extension .webp is not permitted'],
  ])('says so in words: %s', (words) => {
    expect(isWebpRefused(upload('id-document-1a2b3c4d.webp'), said(words))).toBe(true);
  });

  it('or by the status alone', () => {
    expect(isWebpRefused(upload('id-document-1a2b3c4d.webp'), said('No.', 415))).toBe(true);
  });

  it.each([
    ['The photo is not sharp enough.'],
    ['At most 10 documents.'],
    ['This information is missing.'],
  ])('is not meant by: %s', (words) => {
    expect(isWebpRefused(upload('id-document-1a2b3c4d.webp'), said(words))).toBe(false);
  });

  it('is not seen by a refused JPEG, nor by a refused form', () => {
    expect(isWebpRefused(upload('id-document-1a2b3c4d.jpg'), said('No.', 415))).toBe(false);
    expect(isWebpRefused({ call: 'RegisterSim', sha256: '' }, said('No.', 415))).toBe(false);
  });
});
