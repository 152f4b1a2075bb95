import { parseArgs } from 'node:util';
import { REFERENCE_NAMES, type WireNames } from '../../src/domain/web-names.ts';
import type { Extent } from './run-checks.ts';
import type { Target } from './wire.ts';

export type ConformanceOptions = Extent &
  Readonly<{
    target: Target;
    /** True if the person need not type the host before the first write. */
    isConfirmed: boolean;
    /** The path of the JSON report; `junit`: of the JUnit report. Null: none. */
    json: string | null;
    junit: string | null;
  }>;

export type ParsedOptions =
  | Readonly<{ status: 'ready'; options: ConformanceOptions }>
  | Readonly<{ status: 'wrong'; why: string }>;

const wrong = (why: string): ParsedOptions => ({ status: 'wrong', why });

export function conformanceOptions(args: readonly string[]): ParsedOptions {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const { base, key, origin, write, slow, yes, json = null, junit = null } = values;
  if (base === undefined) return wrong('--base is missing: where is the API?');
  if (key === undefined) return wrong('--key is missing: which application key do phones send?');
  const [address, app] = [webAddress(base), webAddress(origin ?? base)];
  if (address === null || address.search !== '' || address.hash !== '') {
    return wrong('--base must be an address such as https://api.operator.example/v1');
  }
  if (app === null) return wrong('--origin must be an origin such as https://app.operator.example');
  if (slow && !write) return wrong('--slow uploads files: it needs --write');
  const names = namesFrom(values);
  const target: Target = { base: address, appOrigin: app.origin, applicationKey: key, names };
  const extent = { mayWrite: write, isSlow: slow };
  return { status: 'ready', options: { ...extent, target, isConfirmed: yes, json, junit } };
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      base: { type: 'string' },
      key: { type: 'string' },
      origin: { type: 'string' },
      write: { type: 'boolean', default: false },
      slow: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      json: { type: 'string' },
      junit: { type: 'string' },
      'key-header': { type: 'string' },
      'device-header': { type: 'string' },
      'once-header': { type: 'string' },
      'token-cookie': { type: 'string' },
      'token-header': { type: 'string' },
    },
  }).values;

const namesFrom = (values: ReturnType<typeof parse>): WireNames => ({
  applicationKeyHeader: values['key-header'] ?? REFERENCE_NAMES.applicationKeyHeader,
  deviceHeader: values['device-header'] ?? REFERENCE_NAMES.deviceHeader,
  idempotencyHeader: values['once-header'] ?? REFERENCE_NAMES.idempotencyHeader,
  antiForgeryCookie: values['token-cookie'] ?? REFERENCE_NAMES.antiForgeryCookie,
  antiForgeryHeader: values['token-header'] ?? REFERENCE_NAMES.antiForgeryHeader,
});

function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? url : null;
}
