/** The caret's position in a text field of a form. */
type Caret = Readonly<{ field: string; start: number; end: number }>;

const caretOf = ({ caret }: { readonly caret?: Partial<Caret> } = {}): Partial<Caret> =>
  caret ?? {};

/** Saves the caret in the history entry before a reload. The entry already has the section. */
export function keepCaret(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { name, selectionStart: start, selectionEnd: end } = field;
  history.replaceState({ ...history.state, caret: { field: name, start, end } }, '');
}

/** Restores the caret after the field has the focus again. */
export function restoreCaret(): void {
  const { field, start, end } = caretOf(history.state ?? undefined);
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return;
  // An e-mail field has no readable caret.
  if (focused.name !== field || typeof start !== 'number' || typeof end !== 'number') return;
  focused.setSelectionRange(start, end);
  history.replaceState({ ...history.state, caret: undefined }, '');
}
