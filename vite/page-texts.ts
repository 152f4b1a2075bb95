import type { HtmlTagDescriptor, Plugin } from 'vite';
import { htmlText } from '../src/messages/prerendered.ts';
import { pagesText, windowTitle } from '../src/messages/shell.ts';
import { SIGN_IN_PATH } from '../src/paths/page-paths.ts';

/** The texts in the HTML at this path, before any script runs. Prerendered pages get their own titles later. */
export function pageTextTags(path: string): HtmlTagDescriptor[] {
  if (path === SIGN_IN_PATH) return [titled(windowTitle(pagesText().signIn))];
  const t = htmlText();
  return [
    titled(windowTitle()),
    { tag: 'meta', attrs: { name: 'description', content: t.description }, injectTo: 'head' },
    { tag: 'noscript', children: `<p>${t.needsScript}</p>`, injectTo: 'body' },
  ];
}

const titled = (title: string): HtmlTagDescriptor => ({
  tag: 'title',
  children: title,
  injectTo: 'head',
});

export function pageTexts(): Plugin {
  return {
    name: 'veld-page-texts',
    transformIndexHtml: (_html, { path }) => pageTextTags(path),
  };
}
