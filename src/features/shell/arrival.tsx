import { useEffect, useRef, useState } from 'react';
import { pagesText } from '../../messages/pages.ts';
import { windowTitle } from '../../messages/window-title.ts';
import { focusScreen, isNewScreen, scrollToFragment, updateCanonical } from './navigation.ts';

export interface ArrivalProps {
  readonly path: string;
  /** With or without '#'; '' for none. */
  readonly hash: string;
  /** The route's title; undefined where it has none. */
  readonly title: string | undefined;
}

/** After each navigation: sets title and canonical link, scrolls, moves the focus, and announces the title to screen readers. */
export function Arrival({ path, hash, title }: ArrivalProps) {
  const previous = useRef<string>(undefined);
  const [announced, setAnnounced] = useState('');
  const wanted = windowTitle(title);

  useEffect(() => {
    document.title = wanted;
    updateCanonical({ origin: window.location.origin, pathname: path });
    if (isNewScreen(previous.current, path)) {
      if (hash === '') window.scrollTo({ top: 0 });
      focusScreen();
      setAnnounced(title ?? pagesText().home);
    }
    previous.current = path;
  }, [path, hash, title, wanted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same fragment on another page is another place.
  useEffect(() => (hash === '' ? undefined : scrollToFragment(hash)), [path, hash]);

  return (
    <p aria-live="polite" className="visually-hidden">
      {announced}
    </p>
  );
}
