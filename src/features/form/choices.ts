import type { Field, Option, OptionLists } from '../../domain/forms/form.ts';
import { fieldsText } from '../../messages/fields.ts';

/** The specification's number for 'Other'. A server that sends its list by number begins with it. */
const OTHER = '0';

const otherLast = (types: readonly Option[]): readonly Option[] => [
  ...types.filter(({ value }) => value !== OTHER),
  ...types.filter(({ value }) => value === OTHER),
];

/** What a field offers. A value that the server's list has no more stays offered, so that nothing chosen is lost. */
export function choicesOf(field: Field, lists: OptionLists, value: string): readonly Option[] {
  const { options = [] } = field;
  const offered =
    options === 'titles'
      ? lists.titles
      : options === 'businessTypes'
        ? otherLast(lists.businessTypes)
        : options.map(({ value: own, name }) => ({ value: own, label: fieldsText().option[name] }));
  const isOffered = value === '' || offered.some((option) => option.value === value);
  return isOffered ? offered : [...offered, { value, label: value }];
}
