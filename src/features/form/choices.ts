import type { Field, Option, OptionLists } from '../../domain/forms/form.ts';

/** What a field offers. A value that the server's list has no more stays offered, so that nothing chosen is lost. */
export function choicesOf(field: Field, lists: OptionLists, value: string): readonly Option[] {
  const { options = [] } = field;
  const offered = options === 'titles' || options === 'businessTypes' ? lists[options] : options;
  const isOffered = value === '' || offered.some((option) => option.value === value);
  return isOffered ? offered : [...offered, { value, label: value }];
}
