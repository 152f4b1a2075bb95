import type { SyncPorts } from '../ports/ports.ts';

type HashPorts = Pick<SyncPorts, 'digest'>;

/** JSON after a line with its hash, so that a file which was cut short is not taken for whole. */
export async function hashedText({ digest }: HashPorts, value: unknown): Promise<string> {
  const json = JSON.stringify(value);
  return `${await digest(json)}\n${json}`;
}

/**
 * Why a text says nothing that this version understands. `none`: there is none, or its first writing did not end. `damaged`: by the disk,
 * so that nobody reads it any more. `odd`: it is as somebody wrote it, perhaps a later version, which reads it.
 */
export type Unread = 'none' | 'damaged' | 'odd';

export async function whyUnread(ports: HashPorts, text: string | undefined): Promise<Unread> {
  if (text === undefined || text === '') return 'none';
  return (await isAsWritten(ports, text)) ? 'odd' : 'damaged';
}

async function isAsWritten({ digest }: HashPorts, text: string): Promise<boolean> {
  const end = text.indexOf('\n');
  return end >= 0 && (await digest(text.slice(end + 1))) === text.slice(0, end);
}

/** null: it is missing, cut short or damaged. */
export async function valueIn(ports: HashPorts, text: string | undefined): Promise<unknown> {
  if (text === undefined || !(await isAsWritten(ports, text))) return null;
  return parsedJson(text.slice(text.indexOf('\n') + 1));
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
