import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { checkedScriptUrl } from '../../src/worker/trusted-script-url.ts';
import { LATE_CLASSIC, withGlobals, withScripts } from '../../vite/classic-scripts.ts';

const FRAME = '/assets/frame-1234567.js';
const DATA = '/assets/data-1234567.js';
const HOME = '/assets/home-1234567.js';

describe('a classic script', () => {
  it('sets one global with the exports, which the next script and a module read', () => {
    const frame = withGlobals(FRAME, 'let x=1;function f(){return x}export{f as a,x as default};');
    const data = withGlobals(
      DATA,
      'import r,{a as f}from"./frame-1234567.js";let y=f()+r;export{y};',
    );
    const home = withGlobals(HOME, 'import{y}from"./data-1234567.js";import"./frame-1234567.js";');
    expect(runInNewContext(`${frame}${data}${home}y`)).toBe(2);
  });

  it('is what a dynamic import resolves to', async () => {
    const home = withGlobals(
      HOME,
      'const files=["assets/data-1234567.js"],late=import(`./data-1234567.js`)',
    );
    const space = { $data: { y: 3 } };
    expect(await runInNewContext(`${home};late`, space)).toBe(space.$data);
  });

  it('is loaded before its importer, and the scripts of each page are not loaded again', () => {
    const list = JSON.stringify(
      ['home', 'lists', 'frame', 'data'].map((one) => `assets/${one}-1234567.js`),
    );
    const code = `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${list})))=>i.map(i=>d[i]);f(__vite__mapDeps([0,1,2,3]))`;
    expect(withGlobals(HOME, code)).toContain('f(__vite__mapDeps([3,1,0]))');
  });
});

describe('the build refuses', () => {
  it.each([
    ['an export that is assigned again', 'let x=1;function f(){x=2}export{x};'],
    ['an export that a pattern assigns again', 'let x=1;f(()=>{[x]=[2]});export{x};'],
    ['an export that a loop assigns again', 'let x=1;for(x of[1]);export{x};'],
    [
      'an export that is assigned again beside a block with the same name',
      'let x=1;{let x=2;x=3}x++;export{x};',
    ],
    ['the address of the module', 'let x=import.meta.url;export{x};'],
    ['an import of a module', 'import{a}from"./home-1234567.js";export{a as x};'],
    ['a cycle', 'import{a}from"./data-1234567.js";export{a as x};'],
    ['all of a chunk at once', 'export*from"./home-1234567.js";'],
    [
      'a dynamic import of a script that nothing loads',
      'let x=import(`./data-1234567.js`);export{x};',
    ],
    ['a name that is a global of a classic script', 'let $data=1;export{$data as x};'],
  ])('%s', (_what, code) => {
    expect(() => withGlobals(FRAME, code)).toThrow('frame-1234567.js');
  });

  it.each([
    ['of a parameter', 'let x=1;function f(x){x=2}export{x,f};'],
    ['of a block', 'let x=1;{let x=2;x=3}export{x};'],
    ['of a function', 'let x=1;function f(){if(1){var x=2}x=3}export{x,f};'],
    ['of a loop', 'let x=1;for(let x=0;x<3;x++);export{x};'],
    ['of an error', 'let x=1;try{}catch(x){x=2}export{x};'],
  ])('but not an assignment to the same name %s', (_what, code) => {
    expect(withGlobals(FRAME, code)).toContain('return{x');
  });
});

it('the HTML has the scripts before the entry, in their order', () => {
  const link = (file: string) => `\n    <link rel="modulepreload" crossorigin href="${file}">`;
  const entry = '\n    <script type="module" crossorigin src="/assets/index-1234567.js"></script>';
  expect(withScripts(entry + link(HOME) + link(DATA) + link(FRAME))).toBe(
    `\n    <script defer src="${FRAME}"></script>\n    <script defer src="${DATA}"></script>${entry}${link(HOME)}`,
  );
});

it('the page may load each script that comes late', () => {
  for (const name of LATE_CLASSIC) {
    const path = `/assets/${name}-Ab_3-xY.js`;
    expect(checkedScriptUrl(path, 'https://veld.example', false)).toBe(
      `https://veld.example${path}`,
    );
  }
});
