import { posix } from 'node:path';
import { Visitor } from 'vite';
import { importsOf } from './imports.ts';
import { codeFiles, parse, read, sourceFiles } from './source-files.ts';

/** A sheet without its comments. */
export const styleText = (file: string): string => read(file).replace(/\/\*[\s\S]*?\*\//g, '');

/** A CSS module, its classes, and the files that import it. */
export type StyleModule = Readonly<{
  file: string;
  importers: readonly Importer[];
  selectors: readonly string[];
  classes: ReadonlySet<string>;
}>;

export type Importer = Readonly<{
  file: string;
  /** The names in `styles['name']`. */
  named: readonly string[];
  /** If the file computes a name, as in `styles[kind]`: every word that the name could be. */
  computed: ReadonlySet<string>;
  /** The elements that the file draws, or that an imported file of the same folder draws. */
  elements: ReadonlySet<string>;
}>;

export function styleModules(): readonly StyleModule[] {
  const importers = codeFiles
    .filter((file) => file.endsWith('.tsx') || read(file).includes('.module.css'))
    .flatMap((file) =>
      importsOf(file).flatMap((imported) =>
        'file' in imported && imported.file.endsWith('.module.css')
          ? [{ module: imported.file, importer: importerOf(file, imported.file) }]
          : [],
      ),
    );
  return sourceFiles
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => {
      const selectors = selectorsOf(styleText(file));
      const names = selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []);
      return {
        file,
        importers: importers.flatMap(({ importer, module }) => (module === file ? [importer] : [])),
        selectors,
        classes: new Set(names),
      };
    });
}

function importerOf(file: string, sheet: string): Importer {
  const named: string[] = [];
  let isComputed = false;
  const local = localNameOf(file, sheet);
  new Visitor({
    MemberExpression: ({ object, property }) => {
      if (object.type !== 'Identifier' || object.name !== local) return;
      if (property.type === 'Literal') named.push(String(property.value));
      else isComputed = true;
    },
  }).visit(parse(file));
  const beside = importedBy(file).filter((other) => folderOf(other) === folderOf(file));
  const elements = new Set([file, ...beside].flatMap(drawnBy));
  return { file, named, elements, computed: isComputed ? wordsAround(file) : new Set() };
}

/** Returns the name by which a file imports a sheet. A file may import two sheets. */
function localNameOf(file: string, sheet: string): string | undefined {
  for (const node of parse(file).body) {
    if (node.type !== 'ImportDeclaration') continue;
    const imported = posix.join(folderOf(file), node.source.value);
    if (imported === sheet) return node.specifiers[0]?.local.name;
  }
  return undefined;
}

function importedBy(file: string): readonly string[] {
  const files = importsOf(file).flatMap((each) => ('file' in each ? [each.file] : []));
  return files.filter((other) => codeFiles.includes(other));
}

function drawnBy(file: string): readonly string[] {
  const elements: string[] = [];
  new Visitor({
    JSXOpeningElement: ({ name }) => {
      if (name.type === 'JSXIdentifier') elements.push(name.name);
    },
  }).visit(parse(file));
  return elements;
}

/** Returns the quoted words of a file and of the files that it imports, including the values of its types. */
function wordsAround(file: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const each of [file, ...importedBy(file)])
    new Visitor({
      Literal: ({ value }) => {
        words.add(String(value));
      },
    }).visit(parse(each));
  return words;
}

function selectorsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/([^{};]+)\{/g), ([, selector = '']) => selector.trim())
    .filter((selector) => !/^@|^(from|to|[\d.]+%)/.test(selector))
    .flatMap((list) => list.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim());
}

/** Returns the elements of a selector: `nav` and `*` of `.bar > nav *:not(:first-child)`. */
export function elementsOf(selector: string): readonly string[] {
  return selector.replace(/\[[^\]]*\]/g, '').match(/(?<![\w.:#-])(?:[a-z][a-z\d]*|\*)/g) ?? [];
}

/** Returns the custom properties that a file reads, and those that it sets. */
export function propertiesOf(file: string): Readonly<{ used: string[]; set: string[] }> {
  const text = file.endsWith('.css') ? styleText(file) : read(file);
  return {
    used: text.match(/(?<=var\()--[\w-]+/g) ?? [],
    set: text.match(/(?<![\w(-])--[\w-]+(?=['"]?\s*[:\]])/g) ?? [],
  };
}

export const folderOf = (file: string): string => posix.dirname(file);
