import { pagesText } from './pages.ts';
import { say } from './say.ts';

/** The window's title: the page's and the product's name, or the latter alone. */
export function windowTitle(page?: string): string {
  const t = pagesText();
  return page ? say(t.windowTitle, { title: page }) : t.product;
}
