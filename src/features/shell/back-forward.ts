type Page = Pick<Window, 'addEventListener' | 'removeEventListener'> &
  Readonly<{ location: Pick<Location, 'reload'>; document: Document }>;

/**
 * 'Back' can bring up a page as it was left, with a customer's data in it, also on a shared phone, and 'no-store' does
 * not stop that. So a page that is put away is blanked, and one that comes back starts anew from what is stored.
 */
export function guardBackForward(page: Page): () => void {
  function putAway(event: PageTransitionEvent) {
    if (event.persisted) page.document.documentElement.hidden = true;
  }
  function comesBack(event: PageTransitionEvent) {
    if (event.persisted) page.location.reload();
  }
  page.addEventListener('pagehide', putAway);
  page.addEventListener('pageshow', comesBack);
  return () => {
    page.removeEventListener('pagehide', putAway);
    page.removeEventListener('pageshow', comesBack);
  };
}
