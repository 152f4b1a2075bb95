import { posix } from 'node:path';
import { Visitor } from 'vite';
import { parse } from './source-files.ts';

/** An import of a file or a package. `file`: a path from the project's folder. `package`: its name, or 'node' for all of Node. */
export type Import = Readonly<{ file: string } | { package: string }>;

/** Returns all imports of a file, including types, re-exports, lazy imports and workers. */
export function importsOf(file: string, program = parse(file)): readonly Import[] {
  const names: string[] = [];
  const add = (source: unknown): void => {
    if (typeof source === 'object' && source !== null && 'value' in source)
      names.push(String(source.value));
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    NewExpression: ({ arguments: [address, base], callee }) => {
      const isOfModule = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
      if (callee.type === 'Identifier' && callee.name === 'URL' && isOfModule) add(address);
    },
  }).visit(program);
  return [...new Set(names)].map((name) => importOf(file, name.replace(/\?.*$/, '')));
}

function importOf(file: string, name: string): Import {
  if (name.startsWith('.')) return { file: posix.join(posix.dirname(file), name) };
  const [kind, ...rest] = name.split(':');
  if (kind !== undefined && rest.length > 0) return { package: kind };
  const [scope = '', inner] = name.split('/');
  return { package: scope.startsWith('@') ? `${scope}/${inner}` : scope };
}
