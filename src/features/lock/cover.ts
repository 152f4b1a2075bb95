/**
 * Hides what the page shows, and leaves the focus where it is. A dialog lies above all else, and is hidden for itself.
 */
export function cover(isCovered: boolean): void {
  for (const element of [document.body, ...document.querySelectorAll('dialog')])
    element.style.opacity = isCovered ? '0' : '';
}
