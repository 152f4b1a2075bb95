/** Where the caret stands in a text field of a form. */
type Caret = Readonly<{ field: string; start: number; end: number }>;

const caretOf = ({ caret }: { readonly caret?: Partial<Caret> } = {}): Partial<Caret> =>
  caret ?? {};

/** Before the page is loaded anew: the entry of the history knows the section, and now the caret too. */
export function keepCaret(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { name, selectionStart: start, selectionEnd: end } = field;
  history.replaceState({ ...history.state, caret: { field: name, start, end } }, '');
}

/** Puts it back once the field has the focus again. */
export function restoreCaret(): void {
  const { field, start, end } = caretOf(history.state ?? undefined);
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return;
  // An e-mail's field tells of no caret, and takes none.
  if (focused.name !== field || typeof start !== 'number' || typeof end !== 'number') return;
  focused.setSelectionRange(start, end);
  history.replaceState({ ...history.state, caret: undefined }, '');
}
