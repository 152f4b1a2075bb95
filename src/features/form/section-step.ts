/**
 * An entry of the browser's history as a place in a form. `depth`: how many entries of the form lie before it, which is the
 * section's number. `edited`: the section that the review was left for; its entry comes after the review's.
 */
export type Step = Readonly<{ form: string; depth: number; edited: string | null }>;

export function stepIn(state: object): Step | null {
  const step = 'step' in state ? state.step : null;
  if (typeof step !== 'object' || step === null) return null;
  const { form, depth, edited }: Partial<Record<keyof Step, unknown>> = step;
  if (typeof form !== 'string' || !Number.isSafeInteger(depth)) return null;
  return { form, depth: Number(depth), edited: typeof edited === 'string' ? edited : null };
}
