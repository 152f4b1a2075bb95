type Page = Pick<Window, 'addEventListener' | 'removeEventListener'> &
  Readonly<{ location: Pick<Location, 'reload'>; document: Document }>;

/**
 * 'Back' can show a page from the back-forward cache as it was left, with a customer's data, also on a shared phone; 'no-store'
 * does not prevent that. So a page that enters the cache is hidden, and one that leaves it is reloaded.
 */
export function guardBackForward(page: Page): () => void {
  function hidePage(event: PageTransitionEvent) {
    if (event.persisted) page.document.documentElement.hidden = true;
  }
  function reloadPage(event: PageTransitionEvent) {
    if (event.persisted) page.location.reload();
  }
  page.addEventListener('pagehide', hidePage);
  page.addEventListener('pageshow', reloadPage);
  return () => {
    page.removeEventListener('pagehide', hidePage);
    page.removeEventListener('pageshow', reloadPage);
  };
}
