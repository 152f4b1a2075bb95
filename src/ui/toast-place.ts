/** Bars that may stay at the screen's lower edge carry this attribute. */
const BARS = '[data-bar]';
const CONTROLS = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary'].join();

/** How much of the screen's lower edge is taken: by the bar that stays there, or by the keyboard. */
function takenBelow(): number {
  const edges = [...document.querySelectorAll(BARS)]
    .filter((bar) => getComputedStyle(bar).position !== 'static')
    .map((bar) => bar.getBoundingClientRect().top);
  // A keyboard makes the visible part of the page lower, and moves nothing.
  const visible = window.visualViewport;
  if (visible) edges.push(visible.offsetTop + visible.height);
  return Math.max(0, innerHeight - Math.min(innerHeight, ...edges));
}

const isOver = (one: DOMRect, other: DOMRect): boolean =>
  one.top < other.bottom &&
  other.top < one.bottom &&
  one.left < other.right &&
  other.left < one.right;

/** The room at the page's end goes while nobody looks there: else what a finger aims at would move. */
function giveBack(): void {
  const { scrollHeight, style } = document.documentElement;
  const unseen = scrollHeight - innerHeight - scrollY;
  if (scrollY > 0 && unseen < Number.parseFloat(style.getPropertyValue('--toast-room'))) return;
  style.removeProperty('--toast-room');
  document.removeEventListener('scroll', giveBack);
}

/**
 * Keeps the toasts above the bar or the keyboard, and the control that has the focus out from behind them: the page can be
 * scrolled farther by their height, and is, where that is needed. The returned function ends it.
 */
export function keepPlace(toaster: HTMLElement): () => void {
  const { style } = document.documentElement;

  function uncover(): void {
    const control = document.activeElement;
    if (control === null || !control.matches(CONTROLS) || toaster.contains(control)) return;
    if (isOver(control.getBoundingClientRect(), toaster.getBoundingClientRect()))
      control.scrollIntoView({ block: 'nearest' });
  }

  function place(): void {
    const below = takenBelow();
    style.setProperty('--toast-base', `${below}px`);
    const { top } = toaster.getBoundingClientRect();
    style.setProperty('--toast-room', `${innerHeight - below - top}px`);
    uncover();
  }

  document.removeEventListener('scroll', giveBack);
  const ending = new AbortController();
  const options = { signal: ending.signal };
  window.addEventListener('resize', place, options);
  window.visualViewport?.addEventListener('resize', place, options);
  window.visualViewport?.addEventListener('scroll', place, options);
  document.addEventListener('focusin', uncover, options);
  const sizes = new ResizeObserver(place);
  sizes.observe(toaster);
  // Another screen, another bar.
  const screens = new MutationObserver(place);
  screens.observe(document.body, { childList: true, subtree: true });
  return () => {
    ending.abort();
    sizes.disconnect();
    screens.disconnect();
    document.addEventListener('scroll', giveBack);
    giveBack();
  };
}
