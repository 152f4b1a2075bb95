import { type SearchKind, searchKinds } from '../../src/domain/forms/found-by.ts';
import { formId } from '../../src/domain/ids.ts';
import { referenceOf } from '../../src/domain/reference.ts';
import { OperatorError } from '../operator-error.ts';
import type { FoundForm } from '../repository/repository-port.ts';
import { type OpenFolderOptions, openDataFolder } from './data-folder.ts';
import { type BucketOptions, openWithBucket } from './open-bucket.ts';

type FindOptions = Omit<OpenFolderOptions, 'maySweep'> &
  Readonly<{ bucket: BucketOptions | null; kind: string; text: string }>;

const MAX_FOUND = 100;

const isSearchKind = (kind: string): kind is SearchKind =>
  searchKinds.some((known) => known === kind);

/** The forms that say this, newest first, a line each: form id, reference, when it came. Over a folder the server must be stopped. */
export async function findForms(options: FindOptions): Promise<string> {
  const { bucket, kind, text } = options;
  if (!isSearchKind(kind)) throw new OperatorError(`Forms are found by ${searchKinds.join(', ')}.`);
  const opened = { ...options, maySweep: false };
  const data = await (bucket === null ? openDataFolder(opened) : openWithBucket(opened, bucket));
  try {
    const found = await data.repository.findForms(kind, text, MAX_FOUND);
    return found.map(line).join('') || 'No form says that.\n';
  } finally {
    await data.close();
  }
}

const line = ({ formId: id, receivedAt }: FoundForm): string =>
  `${id}  ${referenceOf(formId(id))}  ${new Date(receivedAt).toISOString()}\n`;
