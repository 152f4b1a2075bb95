import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openedFile } from '../../../../server/files/sealed-files.ts';
import type { StoredFile } from '../../../../server/repository/repository-port.ts';
import { keysBeside, type StoredForm, storedForms } from '../../../support/server/stored-forms.ts';
import { keptFiles } from '../harness.ts';
import type { Fault } from './fault.ts';
import { type KnownForm, sha256 } from './power-phone.ts';

/**
 * Returns the faults of a data folder whose server is stopped. `states`: the allowed states of each form. Each row's file must exist
 * and be whole. No file or form may exist twice, and no other file may be among them.
 */
export function checkFolder(
  dataDir: string,
  states: readonly (readonly KnownForm[])[],
): readonly Fault[] {
  const database = join(dataDir, 'veld.sqlite');
  const ring = keysBeside(database);
  const forms = new Map(storedForms(database, ring).map((form) => [form.formId, form]));
  const faults: Fault[] = [];
  for (const known of states) {
    const form = forms.get(known[0]?.formId ?? '');
    if (form === undefined) faults.push({ kind: 'lost', text: `form ${known[0]?.formId}` });
    else faults.push(...differenceOf(form, known));
  }
  const files = [...forms.values()].flatMap(filesOf);
  for (const file of files) {
    const path = join(dataDir, 'files', file.storageName);
    try {
      const bytes = openedFile(readFileSync(path), file, ring);
      if (sha256(bytes) !== file.sha256) throw new Error('it has other bytes than its row says');
    } catch (error) {
      faults.push({ kind: 'lost', text: `the file ${file.name}: ${error}` });
    }
  }
  const inRows = new Set(files.map(({ storageName }) => storageName));
  const others = keptFiles(dataDir).filter((name) => !inRows.has(name));
  if (others.length > 0)
    faults.push({ kind: 'back', text: `${others.length} files without a row among the others` });
  const surnames = [...forms.values()].flatMap(({ content }) =>
    content === null ? [] : String(content.formData['surname']),
  );
  if (new Set(surnames).size !== surnames.length)
    faults.push({ kind: 'doubled', text: 'a customer is there twice' });
  return faults;
}

const filesOf = ({ signature, documents }: StoredForm): readonly StoredFile[] => [
  ...signature,
  ...documents,
];

/** Returns the names of the files that the server quarantined because no row names them. */
export function namesAside(dataDir: string): readonly string[] {
  try {
    return readdirSync(join(dataDir, 'quarantine'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    // The server makes the folder with the first such file.
    return [];
  }
}

function differenceOf(stored: StoredForm, states: readonly KnownForm[]): readonly Fault[] {
  const names = stored.documents.map(({ name }) => name);
  if (new Set(names).size !== names.length || stored.signature.length > 1)
    return [{ kind: 'doubled', text: `a file of form ${stored.formId}` }];
  const found = storedState(stored);
  const right = states.map(stateText);
  if (right.includes(found)) return [];
  return [{ kind: 'lost', text: `form ${stored.formId}: ${found} and not ${right.join(' or ')}` }];
}

const storedState = ({ content, signature, documents }: StoredForm): string =>
  stateText({
    surname: content === null ? null : String(content.formData['surname']),
    signature: signature[0]?.sha256 ?? null,
    documents,
  });

type State = Pick<KnownForm, 'surname' | 'signature'> &
  Readonly<{ documents: readonly Readonly<{ name: string; sha256: string }>[] }>;

const stateText = ({ surname, signature, documents }: State): string =>
  JSON.stringify([
    surname,
    signature,
    documents.map(({ name, sha256: sum }) => `${name} ${sum}`).toSorted(),
  ]);
