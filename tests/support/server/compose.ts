import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The parts of a service that the tests read. */
export type ComposeService = Readonly<{
  image?: string;
  build?: Readonly<{ context: string; dockerfile: string; args: Readonly<Record<string, string>> }>;
  command?: readonly string[];
  environment?: Readonly<Record<string, string | number>>;
  volumes?: readonly string[];
  ports?: readonly string[];
  networks?: Readonly<Record<string, Readonly<{ ipv4_address: string }>>>;
  depends_on?: Readonly<Record<string, unknown>>;
}>;

type Compose = Readonly<{
  services: Readonly<Record<string, ComposeService>>;
  volumes: Readonly<Record<string, unknown>>;
}>;

export const CONTAINER_FOLDER = 'server/container';

const composeText = (): string => readFileSync(`${CONTAINER_FOLDER}/compose.yaml`, 'utf8');

export const readCompose = (): Compose => parse(composeText(), { merge: true });

/** The variables `${…}` of the file: by name, the default value. Null: the operator must set a value. */
export const composeVariables = (): ReadonlyMap<string, string | null> =>
  new Map(
    Array.from(
      composeText().matchAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g),
      ([, name = '', mark, text = '']) => [name, mark === '-' ? text : null],
    ),
  );

/** The value after compose has replaced its variables. Throws if a variable has no default and is not set. */
export const filledIn = (value: string | number, given: Readonly<Record<string, string>>): string =>
  String(value).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, mark, text) => {
    const set = given[name] ?? (mark === '-' ? String(text) : undefined);
    if (set === undefined) throw new Error(`compose.yaml wants ${name}.`);
    return set;
  });
