import { describe, expect, it } from 'vitest';
import { attachmentId, submissionId } from '../../../src/domain/ids.ts';
import { passphraseIssues } from '../../../src/features/rescue/rescue-dialogs.tsx';
import {
  exportText,
  importText,
  rescueFileName,
} from '../../../src/features/rescue/rescue-text.ts';

describe('a new passphrase', () => {
  const good = 'grass under blue sky';

  it('is long, varied, and typed twice', () => {
    expect(passphraseIssues(good, good)).toEqual({});
    expect(passphraseIssues('short', 'short').first).toContain('Use 12 letters or more');
    expect(passphraseIssues('aaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaa').first).toContain('guess');
    expect(passphraseIssues(good, `${good}!`).second).toContain('do not match');
  });

  it('counts characters, and treats both encodings of ë as equal', () => {
    expect(passphraseIssues('😀😀😀😀😀😀', '😀😀😀😀😀😀').first).toBeDefined();
    expect(passphraseIssues('Zo\u00eb in die veld', 'Zoe\u0308 in die veld')).toEqual({});
  });
});

describe('the result of an export or import', () => {
  const file = new Blob();

  it('names the files that could not be exported', () => {
    expect(exportText({ status: 'nothingToExport', unread: 0 }).kind).toBe('info');
    expect(exportText({ status: 'nothingToExport', unread: 1 })).toMatchObject({
      kind: 'warning',
      text: '1 form could not be read, so there is no file. Delete nothing, and tell your operator.',
    });
    const exported = { status: 'exported', file, missing: [], unread: 0, unnumbered: [] } as const;
    expect(exportText({ ...exported, submissions: 1 })).toMatchObject({
      kind: 'success',
      text: expect.stringContaining('1 form saved to the file.'),
    });
    const lost = {
      id: attachmentId('a'),
      submissionId: submissionId('b'),
      kind: 'idDocument',
      fileName: 'id-document-1.jpg',
      originalName: 'id-front.jpg',
      type: 'image/jpeg',
      size: 1,
      sha256: '',
      sequence: 1,
      addedAt: 0,
    } as const;
    expect(exportText({ ...exported, submissions: 2, missing: [lost] })).toMatchObject({
      kind: 'warning',
      text: expect.stringContaining('id-front.jpg'),
    });
    const words = exportText({ ...exported, submissions: 2, unnumbered: ['Thandi Nkosi', ''] });
    expect(words.kind).toBe('warning');
    expect(words.text).toContain(
      'Send these from one phone only, or the server has them twice: Thandi Nkosi, a draft without a name.',
    );
  });

  it('names at most three customers and three files, so that it fits on a small screen', () => {
    const unnumbered = Array.from({ length: 50 }, (_, index) => `Customer ${index + 1}`);
    const exported = { status: 'exported', file, missing: [], unread: 0, submissions: 50 } as const;
    expect(exportText({ ...exported, unnumbered }).text).toContain(
      'twice: Customer 1, Customer 2, Customer 3 and 47 more.',
    );
    expect(exportText({ ...exported, unnumbered: unnumbered.slice(0, 3) }).text).toContain(
      'twice: Customer 1, Customer 2, Customer 3.',
    );
  });

  it('counts imported and known forms, and says that a failure changed nothing', () => {
    expect(importText({ status: 'imported', imported: 2, skipped: 1, unknown: 0 }).text).toBe(
      '2 forms imported. 1 form was on this phone already.',
    );
    expect(importText({ status: 'imported', imported: 0, skipped: 0, unknown: 0 }).text).toBe(
      '0 forms imported.',
    );
    for (const status of ['wrongPassphrase', 'damaged'] as const) {
      expect(importText({ status }).text).toContain('Nothing was changed');
      expect(importText({ status }).again).toBe(true);
    }
    // A file that is damaged in its first part cannot be told from a wrong password.
    for (const status of ['wrongPassphrase', 'damaged'] as const)
      expect(importText({ status }).text).toMatch(/damaged.*Try another copy\./);
    expect(importText({ status: 'notSaved', reason: 'quota', imported: 3 }).text).toContain(
      'The phone is full. 3 forms are in.',
    );
  });

  it('has only the day in the file name', () => {
    expect(rescueFileName(new Date(2026, 0, 5))).toBe('veld-unsent-2026-01-05.veld');
  });
});
