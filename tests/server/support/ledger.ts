import type { Repository, StoredForm } from '../../../server/repository/repository-port.ts';

/** What calls over one data folder were about, so that the repository can be asked for it: forms and idempotency keys. */
export type Ledger = Readonly<{
  formIds: Set<string>;
  /** By text of both. */
  keys: Map<string, Readonly<{ deviceId: string; key: string }>>;
}>;

const ledgers = new Map<string, Ledger>();

/** The same for every server that is started over this folder. */
export function ledgerOf(dataDir: string): Ledger {
  const ledger = ledgers.get(dataDir) ?? { formIds: new Set(), keys: new Map() };
  ledgers.set(dataDir, ledger);
  return ledger;
}

export function note(
  { formIds, keys }: Ledger,
  headers: Readonly<Record<string, string | undefined>>,
  reply: Readonly<{ status: number; text: string }>,
): void {
  const formId = /"formGuid":"([^"]+)"/.exec(reply.text)?.[1];
  if (formId !== undefined) formIds.add(formId);
  const deviceId = headers['x-device-identifier']?.toLowerCase();
  const key = headers['idempotency-key']?.toLowerCase();
  if (deviceId !== undefined && key !== undefined) {
    keys.set(`${deviceId} ${key}`, { deviceId, key });
  }
}

export async function storedOf(
  repository: Repository,
  { formIds }: Ledger,
): Promise<readonly StoredForm[]> {
  const forms = await Promise.all([...formIds].map((formId) => repository.storedForm(formId)));
  return forms.filter((form) => form !== null);
}

export type Counts = Readonly<{
  forms: number;
  submissions: number;
  signatures: number;
  documents: number;
  answers: number;
}>;

export async function countsOf(repository: Repository, ledger: Ledger): Promise<Counts> {
  const forms = await storedOf(repository, ledger);
  const answers = await Promise.all(
    [...ledger.keys.values()].map(({ deviceId, key }) => repository.savedAnswer(deviceId, key)),
  );
  return {
    forms: forms.length,
    submissions: forms.filter(({ submission }) => submission !== null).length,
    signatures: forms.flatMap(({ signature }) => signature).length,
    documents: forms.flatMap(({ documents }) => documents).length,
    answers: answers.filter((answer) => answer !== null).length,
  };
}
