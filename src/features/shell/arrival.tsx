import { useEffect, useRef, useState } from 'react';
import { pagesText, windowTitle } from '../../messages/shell.ts';
import { HOME_PATH, isFormPath } from '../../paths/page-paths.ts';
import { focusScreen, useShownTitle } from '../../ui/frame/page.tsx';
import { leaveScreen } from '../../ui/overlays/toasts.ts';

const ANCHOR_DELAY_MS = 100;

/**
 * Sets the page's canonical link to this host and path, without query and fragment. Adds the link element if it is
 * missing.
 */
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
  // Removes a trailing slash, so that each screen has one address.
  link.href = `${origin}${pathname.replace(/(.)\/+$/, '$1')}`;
}

/** Gives the browser's own bar the colour of the screen's top: Home's panel, or the page. */
function updateThemeColour(pathname: string): void {
  const name = pathname === HOME_PATH ? '--hero-top' : '--paper';
  const colour = getComputedStyle(document.documentElement).getPropertyValue(name);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = colour;
}

export type Box = Readonly<{ top: number; bottom: number; left: number; right: number }>;

export function isFullyInView(
  box: Box,
  { innerWidth, innerHeight }: Readonly<{ innerWidth: number; innerHeight: number }>,
): boolean {
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}

/**
 * After 100 ms, scrolls the element with this id into view, unless it is fully visible. Scrolls to the top if there is
 * no such element. `fragment`: with or without '#', percent-encoded or not. The returned function cancels the scroll.
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
 * True if a change of address shows another screen. When a new form's address gets an id, the screen stays the same.
 * Focus and scroll position must then not change, because the person is typing.
 */
export function isNewScreen(from: string | undefined, to: string): boolean {
  if (from === undefined || from === to) return false;
  const becameDraft = isFormPath(from) && to.startsWith(`${from}/`);
  return !becameDraft;
}

export interface ArrivalProps {
  readonly path: string;
  /** With or without '#'; '' if there is none. */
  readonly hash: string;
  /** The route's title. Undefined if it has none. */
  readonly title: string | undefined;
}

/**
 * After each navigation, removes the toasts, sets the title and canonical link, scrolls, moves the focus, and announces the title to screen
 * readers.
 */
export function Arrival({ path, hash, title }: ArrivalProps) {
  const previous = useRef<string>(undefined);
  const [announced, setAnnounced] = useState('');
  const wanted = windowTitle(useShownTitle(title));

  // Not after each change of the address: a form keeps its 'Error: ' when its draft gets an address.
  useEffect(() => {
    document.title = wanted;
  }, [wanted]);

  useEffect(() => {
    updateCanonical({ origin: window.location.origin, pathname: path });
    updateThemeColour(path);
    if (isNewScreen(previous.current, path)) {
      leaveScreen();
      if (hash === '') window.scrollTo({ top: 0 });
      focusScreen();
      setAnnounced(title ?? pagesText().home);
    }
    previous.current = path;
  }, [path, hash, title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same fragment on another page is another place.
  useEffect(() => (hash === '' ? undefined : scrollToFragment(hash)), [path, hash]);

  return (
    <p aria-live="polite" className="visually-hidden">
      {announced}
    </p>
  );
}
