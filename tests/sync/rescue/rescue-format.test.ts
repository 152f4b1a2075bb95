import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allFields } from '../../../src/domain/forms/form.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { sentFiles, sentTypes, wireFileName } from '../../../src/domain/forms/sent-files.ts';
import { attachmentId } from '../../../src/domain/ids.ts';
import { encodeContents, type OpenContents } from '../../../src/store/format/contents.ts';
import { parseManifest } from '../../../src/sync/rescue/rescue-format.ts';
import { clearRow } from '../../support/disk/app-database.ts';
import { readable } from '../../support/disk/profile-scan.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const asPlaintext = ({ submission, ...contents }: OpenContents) => {
  const { agent: _, keys: __, ...older } = submission;
  return { ...contents, submission: clearRow(older) };
};

describe('a manifest of a rescue file', () => {
  it('is accepted only if all of it belongs to the submission in the table', async () => {
    const world = new SyncWorld();
    const [id, other] = [await world.submitted(), await world.submitted()];
    const { contents: contentsOf } = world.ports().store;
    const contents = asPlaintext(readable(await contentsOf(id)));
    const others = asPlaintext(readable(await contentsOf(other)));
    const parsed = (manifest: object) => parseManifest(JSON.parse(JSON.stringify(manifest)), id);
    expect(parsed(contents)).not.toBeNull();
    for (const foreign of ['submission', 'draft', 'attachments', 'payload'] as const)
      expect(parsed({ ...contents, [foreign]: others[foreign] }), foreign).toBeNull();
    expect(parsed({ ...contents, strokes: [{ submissionId: other, index: 0 }] })).toBeNull();
  });

  it.each(sentFiles.flatMap(({ kind }) => sentTypes.map((type) => [kind, type] as const)))(
    'is taken with each file that a form can have: %s as %s',
    async (kind, type) => {
      const world = new SyncWorld();
      const id = await world.submitted();
      const contents = asPlaintext(readable(await world.ports().store.contents(id)));
      const attachments = contents.attachments.map((row) => ({
        ...row,
        kind,
        type,
        fileName: wireFileName(kind, row.id, type),
      }));
      const manifest = JSON.parse(JSON.stringify({ ...contents, attachments }));
      expect(parseManifest(manifest, id)?.attachments).toMatchObject(
        attachments.map(({ fileName }) => ({ fileName, type })),
      );
    },
  );

  it.each([
    '0b6c2a52-1f6a-4a39-9d0e-0d6f6f0c8f11',
    '0b6c2a521f6a4a399d0e0d6f6f0c8f11',
    '{0B6C2A52-1F6A-4A39-9D0E-0D6F6F0C8F11}',
    '4711',
  ])('is taken with the form number as the server spelled it: %s', async (spelled) => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const { submission, ...contents } = asPlaintext(
      readable(await world.ports().store.contents(id)),
    );
    const manifest = { ...contents, submission: { ...submission, formId: spelled } };
    const read = parseManifest(JSON.parse(JSON.stringify(manifest)), id);
    expect(read?.submission.formId).toBe(spelled);
  });

  it('is refused with an impossible file name', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const contents = asPlaintext(readable(await world.ports().store.contents(id)));
    for (const fileName of ['id-document-1a2b3c4d.exe', '../id-document-1a2b3c4d.jpg', 'x.jpg']) {
      const attachments = contents.attachments.map((row) => ({ ...row, fileName }));
      expect(
        parseManifest(JSON.parse(JSON.stringify({ ...contents, attachments })), id),
      ).toBeNull();
    }
  });

  it('is read as written, for any values and files', async () => {
    const world = new SyncWorld();
    const id = await world.submitted();
    const whole = asPlaintext(readable(await world.ports().store.contents(id)));
    const texts = fc.string({ unit: 'grapheme' });
    const names = allFields(formOf('registration')).map(({ name }) => name);
    const values = fc.dictionary(fc.constantFrom(...names), fc.oneof(texts, fc.boolean()), {
      noNullPrototype: true,
    });
    const attachment = fc.record({
      id: fc.uuid().map(attachmentId),
      kind: fc.constantFrom(...sentFiles.map(({ kind }) => kind)),
      type: fc.constantFrom(...sentTypes),
      originalName: texts,
      size: fc.nat(),
      sequence: fc.nat(),
      sha256: fc.string({
        unit: fc.constantFrom(...'0123456789abcdef'),
        minLength: 64,
        maxLength: 64,
      }),
    });
    fc.assert(
      fc.property(values, fc.array(attachment, { maxLength: 10 }), (typed, files) => {
        const contents = {
          ...whole,
          draft: { ...whole.draft, values: typed },
          attachments: files.map((file) => ({
            ...file,
            submissionId: id,
            fileName: wireFileName(file.kind, file.id, file.type),
            addedAt: 1,
          })),
        };
        const read = parseManifest(JSON.parse(JSON.stringify(encodeContents(contents))), id);
        expect(read?.draft).toEqual(contents.draft);
        expect(read?.attachments).toEqual(contents.attachments);
      }),
    );
  });
});
