import type { SyncPorts } from '../ports/ports.ts';

type HashPorts = Pick<SyncPorts, 'digest'>;

/** JSON after a line with its hash, so that a file which was cut short is not taken for whole. */
export async function hashedText({ digest }: HashPorts, value: unknown): Promise<string> {
  const json = JSON.stringify(value);
  return `${await digest(json)}\n${json}`;
}

/** null: it is missing, cut short or damaged. */
export async function valueIn({ digest }: HashPorts, text: string | undefined): Promise<unknown> {
  const end = text?.indexOf('\n') ?? -1;
  if (text === undefined || end < 0) return null;
  const json = text.slice(end + 1);
  return (await digest(json)) === text.slice(0, end) ? parsedJson(json) : null;
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
