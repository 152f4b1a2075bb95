import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { pagesText, windowTitle } from '../src/messages/shell.ts';
import { HOME_PATH, REGISTER_PATH, REPLACE_PATH, TERMS_PATH } from '../src/paths/page-paths.ts';
import { isClassic } from './classic-scripts.ts';
import { earlyCode } from './early-code.ts';
import { withHomeColour } from './theme-colour.ts';

interface StaticPage {
  /** The path for `renderStatic`. Null for the skeleton of all other routes. */
  readonly path: string | null;
  readonly file: string;
  readonly title: string;
  /** The module that the page needs next. The page includes its styles and fetches its code early. */
  readonly next: string;
}

const page = (path: string, title: string, next: string): StaticPage => ({
  path,
  file: `${path.slice(1)}.html`,
  title: windowTitle(title),
  next,
});

const t = pagesText();
const FORM = 'src/routes/form-route.tsx';

const PAGES: readonly StaticPage[] = [
  { path: HOME_PATH, file: 'index.html', title: windowTitle(), next: 'src/features/site/home.tsx' },
  page(TERMS_PATH, t.termsConditions, 'src/features/site/terms-conditions.tsx'),
  page(REGISTER_PATH, t.register, FORM),
  page(REPLACE_PATH, t.replace, FORM),
  { path: null, file: 'app.html', title: windowTitle(), next: 'src/services/services.ts' },
];

type RenderStatic = (path: StaticPage['path']) => string;

/** Builds the same sources with Vite for Node, so that the class names match the styles. */
async function loadRenderer(config: ResolvedConfig): Promise<RenderStatic> {
  const outDir = join(config.root, 'node_modules/.cache/veld-prerender');
  await build({
    configFile: false,
    root: config.root,
    publicDir: false,
    logLevel: 'warn',
    mode: config.mode,
    plugins: [react()],
    css: config.css,
    define: config.define ?? {},
    build: {
      ssr: 'src/app/render-static.tsx',
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  const file = pathToFileURL(join(outDir, 'prerender.mjs'));
  file.searchParams.set('built', String(Date.now()));
  const module: { renderStatic: RenderStatic } = await import(file.href);
  return module.renderStatic;
}

/**
 * Runs at the end of Home's HTML and moves the other scripts from the template into the page. Home is readable without them. So if a worker
 * controls the page, its first frame does not wait for them. A first visit waits for the network, and gains nothing by a later start.
 * Moved scripts run in any order unless `async` is false. A hidden window has no frames, so after a second the scripts are moved anyway. A
 * second move finds an empty template.
 */
export const firstFrameScript =
  'function m(){document.querySelector("template").content.querySelectorAll("script").forEach(function(s){s.async=false;document.head.append(s)})}var w=navigator.serviceWorker;if(w&&w.controller){requestAnimationFrame(function(){setTimeout(m)});setTimeout(m,1e3)}else m()';

const SCRIPT = /\n\s*<script (?:defer|type="module").* src="([^"]+)"><\/script>/g;

/** Returns the page with its scripts in a template, for `firstFrameScript`. Links in the head still fetch them early. */
export function afterFirstFrame(html: string): string {
  let scripts = '';
  return html
    .replace(SCRIPT, (script, file: string) => {
      scripts += script.trim();
      const kind = script.includes('defer')
        ? '"preload" as="script"'
        : '"modulepreload" crossorigin';
      return `\n    <link rel=${kind} href="${file}">`;
    })
    .replace(
      '</body>',
      () => `<template>${scripts}</template><script>${firstFrameScript}</script></body>`,
    );
}

type Chunks = readonly Rolldown.OutputChunk[];

/** Before the first paint, Home's HTML shows the panel of a phone with forms if `WORK_KEY` is in `localStorage`. */
export const workScript =
  'try{localStorage.HasForms&&(document.documentElement.dataset.work="")}catch(e){}';

/** A chunk with its static imports, and the styles of all of them. Imports come before their importers. */
function closure(chunks: Chunks, start: Rolldown.OutputChunk): { css: string[]; js: string[] } {
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk): void => {
    if (js.has(chunk.fileName)) return;
    js.add(chunk.fileName);
    for (const name of chunk.imports) {
      const next = chunks.find((one) => one.fileName === name);
      if (next !== undefined) visit(next);
    }
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) css.add(sheet);
  };
  visit(start);
  return { css: [...css], js: [...js] };
}

/** The links to files that the page needs and the entry does not link yet. */
function linksOf(chunks: Chunks, root: string, page: StaticPage, html: string): string {
  const next = join(root, page.next);
  const chunk = chunks.find((one) => one.moduleIds.includes(next));
  if (chunk === undefined) throw new Error(`${page.next} is in no chunk of the build.`);
  const { css, js } = closure(chunks, chunk);
  const isNew = (file: string): boolean => !html.includes(`"/${file}"`);
  const styles = css
    .filter(isNew)
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const scripts = js.filter(isNew);
  const code =
    page.next === FORM
      ? [`<script>${earlyCode(scripts.map((file) => `/${file}`))}</script>`]
      : scripts.map((file) =>
          isClassic(`/${file}`)
            ? `<link rel="preload" as="script" crossorigin href="/${file}">`
            : `<link rel="modulepreload" crossorigin href="/${file}">`,
        );
  if (page.path === HOME_PATH) code.unshift(`<script>${workScript}</script>`);
  return [...styles, ...code].map((tag) => `\n    ${tag}`).join('');
}

/** The content security policy would silently block inline scripts and styles, so they fail the build. */
function refuseInline(markup: string, file: string): void {
  const found = /<script|<style|\sstyle=|\son[a-z]+=/i.exec(markup);
  if (found !== null) throw new Error(`${file} would carry '${found[0].trim()}' inline.`);
}

const SHEET = /\n\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;

/**
 * Returns the page with its styles inline: on a slow connection each file costs a round trip, and a page without styles
 * is not readable. The links stay with `disabled`, so that Vite's loader knows that the styles are present and no
 * browser fetches them. The server lists each style's hash in the content security policy.
 */
async function withStyles(html: string, outDir: string): Promise<string> {
  const links = [...html.matchAll(SHEET)];
  const sheets = await Promise.all(
    links.map(([, file = '']) => readFile(join(outDir, file), 'utf8')),
  );
  const styles = sheets.map((sheet) => `\n    <style>${sheet.trim()}</style>`).join('');
  const known = links.map(([link]) => link.replace('<link ', '<link disabled ')).join('');
  return html.replace(SHEET, '').replace(/\n\s*<script/, (script) => styles + known + script);
}

function fill(template: string, page: StaticPage, markup: string, links: string): string {
  return template
    .replace('<!--page-->', () => markup)
    .replace(/<title>[^<]*<\/title>/, `<title>${page.title}</title>`)
    .replace(
      /<link rel="canonical"[^>]*>/,
      `<link rel="canonical" href="${page.path ?? HOME_PATH}">`,
    )
    .replace('</head>', () => `${links}</head>`);
}

/**
 * Writes the HTML files. Home, the terms and the start of each form are readable before any script. All other routes
 * share one skeleton.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'veld-prerender',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: async (_options, bundle) => {
      const outDir = resolve(config.root, config.build.outDir);
      const template = await readFile(join(outDir, 'index.html'), 'utf8');
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const renderStatic = await loadRenderer(config);
      for (const page of PAGES) {
        const markup = renderStatic(page.path);
        refuseInline(markup, page.file);
        const file = join(outDir, page.file);
        await mkdir(dirname(file), { recursive: true });
        const links = linksOf(chunks, config.root, page, template);
        const html = await withStyles(fill(template, page, markup, links), outDir);
        await writeFile(
          file,
          page.path === HOME_PATH ? afterFirstFrame(withHomeColour(html)) : html,
        );
        config.logger.info(`prerendered ${relative(config.root, file)}`);
      }
    },
  };
}
