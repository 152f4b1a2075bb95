export type Declaration = Readonly<{ property: string; value: string }>;

/** The declarations of a style sheet, in their order. */
export const declarationsOf = (css: string): readonly Declaration[] =>
  Array.from(
    css.matchAll(/(?<=[{;]\s*)([a-z\d-]+):\s*([^{};]+?)\s*(?=[;}])/g),
    ([, property = '', value = '']) => ({ property, value: value.replaceAll(/\s+/g, ' ') }),
  );

/** The `:hover` selectors outside of '@media (hover: hover)'. */
export function ungatedHovers(css: string): readonly string[] {
  const around: string[] = [];
  const found: string[] = [];
  for (const [, prelude = '', mark] of css.matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') around.pop();
    if (mark !== '{') continue;
    const isGated = around.some((each) => each.includes('(hover: hover)'));
    if (prelude.includes(':hover') && !isGated) found.push(prelude.trim());
    around.push(prelude);
  }
  return found;
}
