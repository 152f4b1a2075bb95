import { type Logger, type Plugin, parseAst, type Rolldown } from 'vite';

/**
 * Chromium keeps the compiled code of a classic script that a worker stores while it installs. It keeps none of a
 * module. So the build writes these chunks as classic scripts. Each sets one global, its exports by name, and the other
 * chunks read it instead of importing the chunk. Such a chunk may import only such chunks.
 */
export const LATE_CLASSIC = [
  'identifier',
  'data',
  'lists',
  'keys',
  'submit',
  'shared',
  'cards',
  'form',
] as const;
/** In the order in which they run. The HTML of each page has the first two, in one file. */
const CLASSIC = ['rolldown-runtime', 'frame', ...LATE_CLASSIC] as const;

/** Changes the names of all chunks, because browsers keep a file for a year. Raise it if this plugin's output changes. */
const FORMAT = 'classic 1';

/** Matches the address of a classic script. Its group is the chunk's name. */
const ADDRESS = new RegExp(`/(${CLASSIC.join('|')})-[^/]{7}\\.js$`);

const globalFor = (name: string): string => `$${name.replace('rolldown-', '')}`;
const GLOBALS: readonly string[] = CLASSIC.map(globalFor);
const globalOf = (file: string): string | null => {
  const name = ADDRESS.exec(file)?.[1];
  return name === undefined ? null : globalFor(name);
};
export const isClassic = (file: string): boolean => globalOf(file) !== null;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nodesOf = (value: unknown): readonly Node[] => [value].flat().filter(isNode);
const nameOf = (value: unknown): string =>
  isNode(value) ? String(value['name'] ?? value['value']) : '';

/** The names that a pattern binds or assigns to. */
function namesIn(pattern: unknown): string[] {
  return nodesOf(pattern).flatMap((node) => {
    if (node.type === 'Identifier') return [nameOf(node)];
    if (node.type === 'AssignmentPattern') return namesIn(node['left']);
    if (node.type === 'Property') return namesIn(node['value']);
    if (node.type === 'RestElement') return namesIn(node['argument']);
    if (node.type === 'VariableDeclarator') return namesIn(node['id']);
    return namesIn(node['properties'] ?? node['elements'] ?? node['declarations'] ?? []);
  });
}

const isFunction = (node: Node): boolean => /Function/.test(node.type);

/** The names of `var` in a function, without the functions inside it. */
const varsIn = (node: Node): string[] =>
  childrenOf(node).flatMap((child) => {
    if (isFunction(child)) return [];
    const own = child.type === 'VariableDeclaration' && child['kind'] === 'var';
    return [...(own ? namesIn(child) : []), ...varsIn(child)];
  });

/** The names that a node declares for the code inside it. */
function declaredIn(node: Node): string[] {
  const statements = childrenOf(node).flatMap((child) => {
    if (child.type === 'VariableDeclaration' && child['kind'] !== 'var') return namesIn(child);
    return /^(?:Function|Class)Declaration$/.test(child.type) ? [nameOf(child['id'])] : [];
  });
  if (isFunction(node)) return [...statements, ...namesIn(node['params']), ...varsIn(node)];
  return node.type === 'CatchClause' ? [...statements, ...namesIn(node['param'])] : statements;
}

/** The names of the outermost scope that code assigns again. */
function reassigned(node: Node, hidden: ReadonlySet<string> = new Set()): string[] {
  const target =
    node.type === 'AssignmentExpression' || /^For(?:In|Of)Statement$/.test(node.type)
      ? node['left']
      : node.type === 'UpdateExpression'
        ? node['argument']
        : [];
  const own = nodesOf(target).some(({ type }) => type === 'VariableDeclaration')
    ? []
    : namesIn(target);
  const below = node.type === 'Program' ? hidden : new Set([...hidden, ...declaredIn(node)]);
  return [
    ...own.filter((name) => !hidden.has(name)),
    ...childrenOf(node).flatMap((child) => reassigned(child, below)),
  ];
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

const pair = (from: string, to: string): string => (from === to ? from : `${from}:${to}`);

type Edit = readonly [start: number, end: number, text: string];

/** Returns the chunk's code with the classic scripts' globals. `file`: its own file name. Throws if it cannot be so written. */
export function withGlobals(file: string, code: string): string {
  const own = globalOf(file);
  const refuse = (words: string): never => {
    throw new Error(`vite/classic-scripts.ts: ${file} ${words}.`);
  };
  const program = parseAst(code) as unknown as Node;
  const edits: Edit[] = [];
  let exports = '';
  const exported: string[] = [];
  for (const node of nodesOf(program['body'])) {
    const source = nameOf(node['source']);
    const from = source === '' ? null : globalOf(source.replace(/^\./, ''));
    if (node.type === 'ImportDeclaration') {
      if (from === null) {
        if (own !== null) refuse(`imports ${source}, which is no classic script`);
        continue;
      }
      if (own !== null && GLOBALS.indexOf(own) <= GLOBALS.indexOf(from))
        refuse(`imports ${source}, which comes later in the list of classic scripts`);
      const names = nodesOf(node['specifiers']).map((one) => {
        if (one.type === 'ImportNamespaceSpecifier') return refuse('imports all of a chunk');
        const imported =
          one.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(one['imported']);
        return pair(imported, nameOf(one['local']));
      });
      edits.push([node.start, node.end, names.length === 0 ? '' : `const{${names}}=${from};`]);
    } else if (/^Export/.test(node.type)) {
      if (from !== null) refuse(`exports from ${source}`);
      if (own === null) continue;
      if (node.type !== 'ExportNamedDeclaration' || isNode(node['declaration']) || source !== '')
        refuse('has an export that the build does not expect');
      const specifiers = nodesOf(node['specifiers']);
      exported.push(...specifiers.map((one) => nameOf(one['local'])));
      exports += specifiers
        .map((one) => `${pair(nameOf(one['exported']), nameOf(one['local']))},`)
        .join('');
      edits.push([node.start, node.end, '']);
    }
  }
  walk(program, (node) => {
    if (node.type === 'MetaProperty' && own !== null && nameOf(node['meta']) === 'import')
      refuse('uses import.meta, which only modules have');
    if (node.type === 'Identifier' && GLOBALS.includes(nameOf(node)))
      refuse(`uses the name ${nameOf(node)}`);
    if (node.type !== 'ImportExpression') return;
    const { start = 0, end = 0 } = nodesOf(node['source'])[0] ?? {};
    const late = code.slice(start + 2, end - 1);
    const from = globalOf(late);
    if (from === null) return;
    if (!code.includes(`"assets${late}"`)) refuse(`imports ${late} without loading it first`);
    edits.push([node.start, node.end, `Promise.resolve(${from})`]);
  });
  if (own !== null) {
    const again = new Set(reassigned(program));
    const name = exported.find((one) => again.has(one));
    if (name !== undefined)
      refuse(`assigns its export ${name} again, which no other chunk would see`);
  }
  let result = code;
  for (const [start, end, text] of edits.toSorted(([a], [b]) => b - a))
    result = result.slice(0, start) + text + result.slice(end);
  result = inOrder(result).trim();
  return own === null
    ? result
    : `var ${own}=(()=>{${result}${result.endsWith(';') ? '' : ';'}return{${exports.slice(0, -1)}}})();`;
}

const rank = (file: string): number => {
  const own = globalOf(`/${file}`);
  return own === null ? GLOBALS.length : GLOBALS.indexOf(own);
};

/** Sorts the files that a dynamic import loads first: classic scripts run in their order. Each page has loaded `frame`. */
function inOrder(code: string): string {
  const list = /m\.f\|\|\(m\.f=(\[[^\]]*\])/.exec(code)?.[1];
  if (list === undefined) return code;
  const files: string[] = JSON.parse(list);
  return code.replaceAll(/__vite__mapDeps\(\[([\d,]+)\]\)/g, (_all, numbers: string) => {
    const sorted = numbers
      .split(',')
      .map(Number)
      .filter((at) => rank(files[at] ?? '') > 1)
      .toSorted((a, b) => rank(files[a] ?? '') - rank(files[b] ?? ''));
    return `__vite__mapDeps([${sorted}])`;
  });
}

const HELPER = '\0vite/preload-helper.js';

/** Loads a classic script once. After a failure the next call tries again. */
const LOADER = `
const classic = ${ADDRESS};
const loading = {};
const loadClassic = (href, name) => self[name] ? undefined : loading[href] ??= new Promise((res, rej) => {
  const script = document.createElement('script');
  script.async = false;
  script.crossOrigin = '';
  script.onload = script.onerror = () => self[name] ? res() : rej(new Error('Unable to load ' + href, loading[href] = undefined));
  script.src = trustedScriptUrl(href);
  document.head.append(script);
});
`;

/** Lets Vite's code for dynamic imports load classic scripts, and work in one. */
function withLoader(helper: string): string {
  const replaced = (from: string | RegExp, to: string) => {
    const next = code.replace(from, () => to);
    if (next === code) throw new Error(`vite/classic-scripts.ts: Vite's helper has no ${from}.`);
    code = next;
  };
  let code = helper;
  replaced(
    /function importMetaResolve\(specifier\) \{[\s\S]*?import\.meta\.url\s*\);\s*\}/,
    'const importMetaResolve = (specifier) => new URL(specifier, location.origin);',
  );
  replaced(
    'return preloadOnce(seen',
    'const name = classic.exec(dep.pathname); if (name) return loadClassic(dep.pathname, "$" + name[1]);\nreturn preloadOnce(seen',
  );
  return `import { trustedScriptUrl } from '/src/worker/trusted-script-url.ts';${LOADER}${code}`;
}

const LINK = /\n\s*<link rel="modulepreload" crossorigin href="(\/[^"]+)">/g;

/** Links the classic scripts before the entry. Deferred scripts and modules run in the order of the HTML. */
export function withScripts(html: string): string {
  const files = [...html.matchAll(LINK)]
    .map(([, file = '']) => file)
    .filter((file) => isClassic(file) && !file.includes('rolldown-runtime'));
  const tags = files
    .toSorted((a, b) => rank(a.slice(1)) - rank(b.slice(1)))
    .map((file) => `\n    <script defer src="${file}"></script>`);
  return html
    .replaceAll(LINK, (link, file: string) => (isClassic(file) ? '' : link))
    .replace(/\n\s*<script type="module"/, (script) => tags.join('') + script);
}

/** Writes the chunks of `CLASSIC` as classic scripts. */
export function classicScripts(): Plugin {
  let logger: Logger;
  return {
    name: 'veld-classic-scripts',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      logger = config.logger;
    },
    transform: { filter: { id: new RegExp(HELPER) }, handler: (code) => withLoader(code) },
    augmentChunkHash: () => FORMAT,
    transformIndexHtml: { order: 'post', handler: withScripts },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(
          (one): one is Rolldown.OutputChunk => one.type === 'chunk',
        );
        for (const chunk of chunks)
          try {
            chunk.code = withGlobals(`/${chunk.fileName}`, chunk.code);
          } catch (error) {
            // Logged here too, because the worker's build runs after a failed one and would report another error.
            logger.error(String(error));
            throw error;
          }
        const [runtime, frame] = ['rolldown-runtime', 'frame'].map((name) =>
          chunks.find((one) => one.name === name),
        );
        if (runtime === undefined || frame === undefined) return;
        // Each page needs both. A file of its own would cost each first load half a kilobyte.
        frame.code = runtime.code + frame.code;
        delete bundle[runtime.fileName];
      },
    },
  };
}
