import { describe, expect, it } from 'vitest';
import { sourceFiles } from './support/source-files.ts';
import { elementsOf, folderOf, propertiesOf, styleModules } from './support/styles.ts';

const modules = styleModules();

describe('the styles', () => {
  it('of a module have every class that is used', () => {
    const missing = modules.flatMap(({ classes, file, importers }) =>
      importers.flatMap((importer) =>
        importer.named
          .filter((name) => !classes.has(name))
          .map((name) => `${importer.file} uses .${name}, which is not in ${file}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('have no unused class', () => {
    const unused = modules.flatMap(({ classes, file, importers }) =>
      [...classes]
        .filter((name) =>
          importers.every(({ computed, named }) => !named.includes(name) && !computed.has(name)),
        )
        .map((name) => `${file}: .${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('of one component are not imported by a component outside its folder', () => {
    const strangers = modules.flatMap(({ file, importers }) =>
      importers
        .filter((importer) => !`${folderOf(importer.file)}/`.startsWith(`${folderOf(file)}/`))
        .map((importer) => `${importer.file} imports ${file}`),
    );
    expect(strangers).toEqual([]);
  });

  it('of one component do not select elements of another', () => {
    const reached = modules.flatMap(({ file, importers, selectors }) =>
      selectors.flatMap((selector) =>
        elementsOf(selector)
          .filter((element) => !bare.has(element))
          .filter((element) => !importers.some(({ elements }) => elements.has(element)))
          .map((element) => `${file}: '${element}' in ${selector}`),
      ),
    );
    expect(reached).toEqual([]);
  });

  it('read no unset custom property, and set no unused one', () => {
    const files = sourceFiles.filter((file) => file.startsWith('src/'));
    const properties = files.map(propertiesOf);
    const set = new Set(properties.flatMap((each) => each.set));
    const used = new Set(properties.flatMap((each) => each.used));
    expect([...used].filter((name) => !set.has(name))).toEqual([]);
    expect([...set].filter((name) => !used.has(name))).toEqual([]);
  });
});

/** Icons have no styles of their own, and a text's links are passed in. The component that uses them styles them. */
const bare = new Set(['a', 'svg']);
