import { parseText } from './source-files.ts';

type Node = Readonly<{ type: string; [key: string]: unknown }>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => [value].flat().filter(isNode));

const seen = new WeakMap<Node, readonly Node[]>();

/** Returns the node and all nodes inside it. */
function within(node: Node): readonly Node[] {
  const known = seen.get(node) ?? [node, ...childrenOf(node).flatMap(within)];
  seen.set(node, known);
  return known;
}

const isFunction = ({ type }: Node): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

const nameOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Identifier' ? String(value['name']) : undefined;

/** Returns the first name of a chain of calls: 'db' of `db.drafts.get(id)`. */
function rootOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'CallExpression') return rootOf(value['callee']);
  if (value.type === 'MemberExpression') return rootOf(value['object']);
  return nameOf(value);
}

const argumentsOf = (call: Node): readonly Node[] =>
  (call['arguments'] as unknown[]).filter(isNode);

const isCallTo = (node: Node, method: string): boolean =>
  node.type === 'CallExpression' &&
  isNode(node['callee']) &&
  (nameOf(node['callee']) ?? nameOf(node['callee']['property'])) === method;

const isNamed = ({ key, type }: Node, name: string): boolean =>
  type === 'Property' && nameOf(key) === name;

/** The names of Dexie's objects: the database, and the transaction that an upgrade gets. */
const DATABASE = new Set(['db', 'transaction', 'upgrade']);
/** The arguments of `readThenWrite`. They are checked at the call. */
const GIVEN = new Set(['read', 'write']);
const FOREIGN = new Set(['crypto', 'caches', 'fetch', 'navigator', 'setTimeout']);
/** Codecs between rows and the code's types. They may compute, later with keys, so they must run outside transactions. */
const isCodec = (name: string): boolean => /^(?:en|de)code[A-Z]/.test(name);

/** Finds code inside a transaction that awaits anything but the database. Functions are identified by their names only. */
export class Transactions {
  readonly #files: ReadonlyMap<string, Node>;
  readonly #named = new Map<string, Node[]>();
  readonly #known = new Map<string, boolean>();
  readonly #runners: ReadonlySet<string>;

  constructor(texts: ReadonlyMap<string, string>) {
    this.#files = new Map(
      [...texts].map(([file, text]) => [file, parseText(file, text) as unknown as Node]),
    );
    for (const node of this.#all()) {
      const made = node.type === 'VariableDeclarator' ? node['init'] : node;
      const name = nameOf(node['id']);
      if (name === undefined || !isNode(made)) continue;
      if (isFunction(made) || made.type === 'FunctionDeclaration')
        this.#named.set(name, [...(this.#named.get(name) ?? []), made]);
    }
    this.#runners = this.#findRunners();
  }

  /** Returns the code that runs in a transaction and awaits something else, each as 'file, from its position'. */
  foreign(): readonly string[] {
    return [...this.#files].flatMap(([file, program]) =>
      this.#inTransactions(program)
        .filter((work) => !this.#awaitsDatabaseOnly(work))
        .map((work) => `${file}, from ${String(work['start'])}`),
    );
  }

  /** The number of functions that run in transactions. */
  get count(): number {
    return [...this.#files.values()].flatMap((program) => this.#inTransactions(program)).length;
  }

  #all(): readonly Node[] {
    return [...this.#files.values()].flatMap(within);
  }

  /** Returns the functions that are passed to a transaction. */
  #inTransactions(program: Node): readonly Node[] {
    const plans = within(program).some((node) => isCallTo(node, 'readThenWrite'));
    return within(program).flatMap((node) => {
      if (isCallTo(node, 'transaction') || isCallTo(node, 'upgrade'))
        return this.#functionsOf(argumentsOf(node).at(-1));
      if (isCallTo(node, 'readThenWrite'))
        return argumentsOf(node)
          .flatMap(within)
          .flatMap((inner) => (isNamed(inner, 'read') ? this.#functionsOf(inner['value']) : []));
      // Searches the whole file, because another function may return the plan.
      if (plans && isNamed(node, 'write')) return this.#functionsOf(node['value']);
      const runs = this.#runners.has(rootOf(node) ?? '') && node.type === 'CallExpression';
      return runs ? argumentsOf(node).filter(isFunction) : [];
    });
  }

  /** Returns the names of functions that pass one of their parameters to a transaction. */
  #findRunners(): ReadonlySet<string> {
    const runs = ([, made]: readonly [string, readonly Node[]]): boolean =>
      made.some((node) => {
        const parameters = (node['params'] as unknown[]).map(nameOf);
        return within(node)
          .filter((inner) => isCallTo(inner, 'transaction'))
          .some((call) => parameters.includes(nameOf(argumentsOf(call).at(-1)) ?? '-'));
      });
    return new Set([...this.#named].filter(runs).map(([name]) => name));
  }

  /** Returns the function itself, the functions with its name, or the functions that a called function creates. */
  #functionsOf(value: unknown): readonly Node[] {
    if (!isNode(value)) return [];
    if (isFunction(value)) return [value];
    const name = nameOf(value);
    if (name !== undefined) return GIVEN.has(name) ? [] : (this.#named.get(name) ?? []);
    if (value.type !== 'CallExpression') return [];
    const makers = this.#named.get(nameOf(value['callee']) ?? '') ?? [];
    return makers.flatMap((maker) => childrenOf(maker).flatMap(within)).filter(isFunction);
  }

  #awaitsDatabaseOnly(work: Node): boolean {
    const inside = within(work);
    const names = inside.map((node) => nameOf(node) ?? '');
    if (names.some((name) => FOREIGN.has(name) || isCodec(name))) return false;
    const awaited = inside
      .filter(({ type }) => type === 'AwaitExpression')
      .map(({ argument }) => argument);
    const { body } = work;
    const isCall = isNode(body) && body.type === 'CallExpression';
    return [...awaited, ...(isCall ? [body] : [])].every((each) => this.#isDatabase(each));
  }

  #isDatabase(awaited: unknown): boolean {
    if (!isNode(awaited)) return true;
    const root = rootOf(awaited) ?? '';
    if (root === 'Promise')
      return argumentsOf(awaited)
        .flatMap((list) => childrenOf(list))
        .every((each) => this.#isDatabase(each));
    return DATABASE.has(root) || GIVEN.has(root) || this.#isKnown(root);
  }

  #isKnown(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // A recursive call counts as good while its function is checked.
    this.#known.set(name, true);
    const made = this.#named.get(name) ?? [];
    const isGood = made.length > 0 && made.every((each) => this.#awaitsDatabaseOnly(each));
    this.#known.set(name, isGood);
    return isGood;
  }
}
