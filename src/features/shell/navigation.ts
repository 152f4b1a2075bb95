import { pagesText } from '../../messages/pages.ts';
import { say } from '../../messages/say.ts';
import { REGISTER_PATH, REPLACE_PATH } from '../../page-paths.ts';

const ANCHOR_DELAY_MS = 100;

/** The window's title: the route's own, then the product's name; the name alone where a route has none. */
export function windowTitle(routeTitle?: string): string {
  const t = pagesText();
  return routeTitle ? say(t.windowTitle, { title: routeTitle }) : t.product;
}

/** Points the page's canonical link at this host and path: no query, no fragment. Makes the link where there is none. */
export function updateCanonical(
  { origin, pathname }: Readonly<{ origin: string; pathname: string }>,
  page: Document = document,
): void {
  let link = page.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (link === null) {
    link = page.createElement('link');
    link.rel = 'canonical';
    page.head.append(link);
  }
  // One screen, one address: '/help/termsconditions/' is the same as without its last stroke.
  link.href = `${origin}${pathname.replace(/(.)\/+$/, '$1')}`;
}

export type Box = Readonly<{ top: number; bottom: number; left: number; right: number }>;

export function isFullyInView(
  box: Box,
  { innerWidth, innerHeight }: Readonly<{ innerWidth: number; innerHeight: number }>,
): boolean {
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}

/**
 * After 100 ms brings the element with this id into view, unless all of it is in view already; to the top of the page
 * where there is no such element. `fragment` with or without '#', percent-encoded or not. Returns what calls it off.
 */
export function scrollToFragment(fragment: string, page: Window = window): () => void {
  const id = decoded(fragment.replace(/^#/, ''));
  const timer = page.setTimeout(() => {
    const element = page.document.getElementById(id);
    if (element === null) page.scrollTo({ top: 0 });
    else if (!isFullyInView(element.getBoundingClientRect(), page)) element.scrollIntoView();
  }, ANCHOR_DELAY_MS);
  return () => page.clearTimeout(timer);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether a change of address leads to another screen. A form whose address gets its id at the first change stays the
 * same one: the focus and the scroll position belong to who is typing.
 */
export function isNewScreen(from: string | undefined, to: string): boolean {
  if (from === undefined || from === to) return false;
  const isStart = from === REGISTER_PATH || from === REPLACE_PATH;
  const becameDraft = isStart && to.startsWith(`${from}/`);
  return !becameDraft;
}

/** Moves the focus to the new screen's heading, so that a screen reader starts there; leaves it where the screen put it. */
export function focusScreen(page: Document = document): void {
  const main = page.getElementById('main');
  if (main === null || main.contains(page.activeElement)) return;
  const target = main.querySelector<HTMLElement>('h1') ?? main;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
