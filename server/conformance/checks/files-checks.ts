import { randomUUID } from 'node:crypto';
import { documentsOf } from '../../../src/domain/forms/document-kinds.ts';
import { wireFileName } from '../../../src/domain/forms/sent-files.ts';
import { attachmentId } from '../../../src/domain/ids.ts';
import type { GenericResult, Outcome } from '../../../src/domain/outcome.ts';
import { sameId, sameName } from '../../../src/domain/plan.ts';
import { type Check, fails, holds, unseen, type Verdict } from '../conformance-check.ts';
import { type FormVariant, jpeg, kindOf, pdf, png, webp } from '../made-up-forms.ts';
import {
  CannotCheck,
  type DocumentsHeard,
  type FileToSend,
  isNotThere,
  type MadeForm,
  outcomeText,
  type TestSession,
} from '../test-session.ts';
import { repeatVerdict } from './forms-checks.ts';

const PHOTO_BYTES = 200_000;
/** A small file, for checks that do not depend on a file's size. */
const SMALL_BYTES = 2_000;
const LARGE_BYTES = 10_000_000;
const TOO_LARGE_BYTES = 12_000_000;

const firstKindOf = (variant: FormVariant) => documentsOf(kindOf(variant))[0]?.kind ?? 'signature';

/** A photo with a file name as the app gives it. */
export const photo = (bytes = SMALL_BYTES): FileToSend => ({
  name: wireFileName(firstKindOf('individual'), attachmentId(randomUUID()), 'image/jpeg'),
  data: jpeg(bytes),
});

async function signature(session: TestSession, form: MadeForm): Promise<Outcome<GenericResult>> {
  const name = wireFileName('signature', attachmentId(randomUUID()), 'image/png');
  return session.saveSignature(form, { name, data: png() });
}

/** Uploads one file of the form's last kind: a company registration, or a police document. */
const paper = async (session: TestSession, variant: FormVariant): Promise<Verdict> => {
  const form = await session.form(variant);
  const { outcome } = await session.upload(form, [photo()], {}, documentsOf(form.kind).at(-1));
  return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
};

const upload = async (session: TestSession, file: FileToSend): Promise<Verdict> => {
  const { outcome } = await session.upload(await session.form('individual'), [file]);
  return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
};

export const fileChecks: readonly Check[] = [
  {
    id: 'signature.taken',
    level: 'must',
    needs: 'write',
    says: 'a signature is taken',
    after: ['forms.individual'],
    run: async (session) => {
      const outcome = await signature(session, await session.form('individual'));
      return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
    },
  },
  {
    id: 'signature.again',
    level: 'must',
    needs: 'write',
    says: 'a form that has one can go on when another one comes in its place',
    after: ['signature.taken'],
    run: async (session) => {
      const form = await session.form('individual');
      return repeatVerdict(form, 'SaveSignature', await signature(session, form));
    },
  },
  {
    id: 'documents.photo',
    level: 'must',
    needs: 'write',
    says: `a photo of ${PHOTO_BYTES / 1000} kB is taken`,
    after: ['forms.individual'],
    run: (session) => upload(session, photo(PHOTO_BYTES)),
  },
  {
    id: 'documents.company',
    level: 'must',
    needs: 'write',
    says: 'a company’s paper is taken',
    after: ['forms.business'],
    run: (session) => paper(session, 'business'),
  },
  {
    id: 'documents.police',
    level: 'must',
    needs: 'write',
    says: 'a paper of the police is taken',
    after: ['forms.replacement'],
    run: (session) => paper(session, 'replacement'),
  },
  {
    id: 'documents.entries',
    level: 'should',
    needs: 'write',
    says: 'each entry of a list has a formFileId and a name',
    otherwise: 'the app skips such an entry, and removes no surplus copy by a list that has one',
    after: ['documents.photo'],
    run: async (session) => {
      const { outcome, documents } = await session.upload(await session.form('individual'), [
        photo(),
      ]);
      if (outcome.outcome !== 'confirmed') return fails(outcomeText(outcome));
      const entries = session.newestEntries('documents');
      if (entries.length === 0) return unseen('it lists nothing');
      const skipped = entries.length - documents.length;
      return skipped === 0 ? holds() : fails(`${skipped} of ${entries.length} lack one`);
    },
  },
  {
    id: 'documents.listed',
    level: 'should',
    needs: 'write',
    says: 'the answer to an upload lists all documents of that kind',
    otherwise:
      'the app cannot see surplus copies; where keys are ignored too, its history says that a file may be there twice',
    after: ['documents.photo'],
    run: async (session) => {
      const { outcome, documents } = await session.upload(await session.form('individual'), [
        photo(),
      ]);
      if (outcome.outcome !== 'confirmed') return fails(outcomeText(outcome));
      session.lists = documents.length === 0 ? 'nothing' : documents.length === 1 ? 'own' : 'all';
      if (session.lists === 'all') return holds();
      return fails(session.lists === 'own' ? 'only those of the call' : 'nothing');
    },
  },
  {
    id: 'documents.name',
    level: 'should',
    needs: 'write',
    says: 'lists have a file’s name as it was sent',
    otherwise: 'the app cannot know its own files in the list, and removes no surplus copies',
    after: ['documents.photo'],
    run: async (session) => {
      const file = photo();
      const { outcome, documents } = await session.upload(await session.form('individual'), [file]);
      if (outcome.outcome !== 'confirmed') return fails(outcomeText(outcome));
      if (documents.length === 0) return unseen('it lists nothing');
      const isThere = documents.some(({ name }) => sameName(name) === sameName(file.name));
      return isThere ? holds() : fails(`sent ${file.name}, listed ${documents.at(-1)?.name}`);
    },
  },
  {
    id: 'documents.webp',
    level: 'must',
    needs: 'write',
    says: 'a WebP is taken, if it is announced',
    after: ['documents.photo'],
    run: async (session) => {
      if (!session.announces('webp')) return unseen('it announces no webp: photos go as JPEG');
      const name = wireFileName(
        firstKindOf('individual'),
        attachmentId(randomUUID()),
        'image/webp',
      );
      return upload(session, { name, data: webp() });
    },
  },
  {
    id: 'documents.pdf',
    level: 'should',
    needs: 'write',
    says: 'a PDF is taken',
    otherwise: 'an agent who adds one gets ‘Needs attention’, and must take photos of it',
    after: ['documents.photo'],
    run: (session) => {
      const name = wireFileName(
        firstKindOf('individual'),
        attachmentId(randomUUID()),
        'application/pdf',
      );
      return upload(session, { name, data: pdf() });
    },
  },
  {
    id: 'documents.large',
    level: 'should',
    needs: 'slow',
    says: `a file of ${LARGE_BYTES / 1e6} MB is taken`,
    otherwise: 'a large PDF ends in ‘Needs attention’; photos are made smaller than that',
    after: ['documents.photo'],
    run: (session) => upload(session, photo(LARGE_BYTES)),
  },
  {
    id: 'documents.too-large',
    level: 'should',
    needs: 'slow',
    says: `one of ${TOO_LARGE_BYTES / 1e6} MB is refused in words, or taken, but the connection is not cut`,
    otherwise: 'the app takes it for a bad network and sends the file again for ever',
    after: ['documents.photo'],
    run: async (session) => {
      const { outcome } = await session.upload(await session.form('individual'), [
        photo(TOO_LARGE_BYTES),
      ]);
      const isSaid = outcome.outcome === 'rejected' || outcome.outcome === 'confirmed';
      return isSaid ? holds(outcomeText(outcome)) : fails(outcomeText(outcome));
    },
  },
];

/** The document that the removal checks use. It is set after the document was removed. */
const removed = new WeakMap<TestSession, Readonly<{ form: MadeForm; formFileId: string }>>();

const ofRemoval = (session: TestSession) => {
  const document = removed.get(session);
  if (document === undefined) throw new CannotCheck('nothing was removed');
  return document;
};

const listOf = ({ outcome, documents }: DocumentsHeard) => {
  if (outcome.outcome !== 'confirmed') throw new CannotCheck(outcomeText(outcome));
  return documents;
};

export const removalChecks: readonly Check[] = [
  {
    id: 'removal.works',
    level: 'must',
    needs: 'write',
    says: 'a document can be removed',
    after: ['documents.photo', 'cors.delete'],
    run: async (session) => {
      const form = await session.form('individual');
      const formFileId = listOf(await session.upload(form, [photo()])).at(-1)?.formFileId;
      if (formFileId === undefined) return unseen('it lists nothing, so the app removes nothing');
      const outcome = await session.remove(form, formFileId);
      removed.set(session, { form, formFileId });
      if (isNotThere(outcome))
        return fails(`${session.wire.newest?.status} for a document that is listed`);
      return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
    },
  },
  {
    id: 'removal.gone',
    level: 'must',
    needs: 'write',
    says: 'it is gone from the next list',
    after: ['removal.works'],
    run: async (session) => {
      const { form, formFileId } = ofRemoval(session);
      const documents = listOf(await session.upload(form, [photo()]));
      if (session.lists !== 'all') return unseen('lists hold the files of the call alone');
      const isThere = documents.some((each) => sameId(each.formFileId) === sameId(formFileId));
      return isThere ? fails('it is still listed') : holds();
    },
  },
  {
    id: 'removal.again',
    level: 'should',
    needs: 'write',
    says: 'to remove it again is a success, 404 or 410',
    otherwise: 'a removal whose answer was lost ends in ‘Needs attention’',
    after: ['removal.works'],
    run: async (session) => {
      const { form, formFileId } = ofRemoval(session);
      const outcome = await session.remove(form, formFileId);
      return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
    },
  },
];

/** A link of 4 kB/s. The photo needs a minute. */
const LINK = { bytes: 4_000, everyMs: 1_000 };
const SLOW_PHOTO_BYTES = 240_000;

export const slowLinkChecks: readonly Check[] = [
  {
    id: 'slow.upload',
    level: 'should',
    needs: 'slow',
    says: 'an upload that takes a minute is not cut',
    otherwise: 'agents on a slow link cannot deliver; the app tries again for ever',
    after: ['documents.photo'],
    run: async (session) => {
      const form = await session.form('individual', 'slow');
      const status = await session.uploadSlowly(form, photo(SLOW_PHOTO_BYTES), LINK);
      if (status === null) return fails('the connection was cut');
      return status === 200 || status === 204 ? holds() : fails(`status ${status}`);
    },
  },
];
