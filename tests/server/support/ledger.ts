import type { Repository } from '../../../server/repository/repository-port.ts';
import type { StoredForm } from '../../support/server/stored-forms.ts';

/** The form ids and idempotency keys of all calls to servers over one data folder. With them the tests ask the repository. */
type Ledger = Readonly<{
  formIds: Set<string>;
  /** The map's key is the device id and the idempotency key. */
  keys: Map<string, Readonly<{ deviceId: string; key: string }>>;
}>;

const ledgers = new Map<string, Ledger>();

/** Returns the same ledger for every server over this folder. */
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

export const storedOf = (
  forms: readonly StoredForm[],
  { formIds }: Ledger,
): readonly StoredForm[] => {
  const stored = new Map(forms.map((form) => [form.formId, form]));
  return [...formIds].flatMap((formId) => stored.get(formId) ?? []);
};

export type Counts = Readonly<{
  forms: number;
  submissions: number;
  signatures: number;
  documents: number;
  answers: number;
}>;

export async function countsOf(
  forms: readonly StoredForm[],
  repository: Repository,
  { keys }: Ledger,
): Promise<Counts> {
  const answers = await Promise.all(
    [...keys.values()].map(({ deviceId, key }) => repository.savedAnswer(deviceId, key)),
  );
  return {
    forms: forms.length,
    submissions: forms.filter(({ content }) => content !== null).length,
    signatures: forms.flatMap(({ signature }) => signature).length,
    documents: forms.flatMap(({ documents }) => documents).length,
    answers: answers.filter((answer) => answer !== null).length,
  };
}
