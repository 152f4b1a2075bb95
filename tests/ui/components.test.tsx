import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from '../../src/ui/content/button.tsx';
import { Progress } from '../../src/ui/content/progress.tsx';
import { SectionList } from '../../src/ui/content/section-list.tsx';
import { Checkbox } from '../../src/ui/fields/checkbox.tsx';
import { DatePicker } from '../../src/ui/fields/date-picker.tsx';
import { FileField } from '../../src/ui/fields/file-field.tsx';
import { RadioGroup } from '../../src/ui/fields/radio-group.tsx';
import { SearchField } from '../../src/ui/fields/search-field.tsx';
import { SelectField } from '../../src/ui/fields/select-field.tsx';
import { TextArea, TextField } from '../../src/ui/fields/text-field.tsx';

const nothing = () => undefined;

describe('a text field', () => {
  it('names its input only by the label, and describes it by the texts around it', () => {
    const html = renderToStaticMarkup(
      <TextField
        error="Too short."
        hint="As printed."
        id="f"
        label="ID number"
        onChange={nothing}
        required={false}
        value=""
      />,
    );
    expect(html).toContain('for="f">ID number</label>');
    expect(html).toContain('aria-describedby="f-optional f-hint f-message"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('id="f-message"');
    expect(html).not.toContain('aria-required');
  });

  it('is described by no absent text', () => {
    const html = renderToStaticMarkup(<TextField label="City" onChange={nothing} value="" />);
    expect(html).not.toMatch(/aria-describedby|aria-invalid/);
    expect(html).toContain('aria-required="true"');
  });

  it('has its message above the input, and space for a button beside it', () => {
    const html = renderToStaticMarkup(
      <TextField
        action={<Button>Filter</Button>}
        error="Too short."
        label="Search"
        onChange={nothing}
        value=""
      />,
    );
    const places = ['<label', 'Too short.', '<input', '<button'].map((part) => html.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it('shows the error instead of the warning', () => {
    const field = (error?: string) =>
      renderToStaticMarkup(
        <TextField
          error={error}
          label="SIM"
          onChange={nothing}
          onUseAnyway={nothing}
          value="1"
          warning="Unusual."
        />,
      );
    expect(field()).toContain('Use it anyway');
    expect(field('Wrong.')).not.toMatch(/Unusual|Use it anyway/);
  });
});

it('a select field leaves out its empty choice on request', () => {
  const select = (placeholder?: null) =>
    renderToStaticMarkup(
      <SelectField
        label="Title"
        onChange={nothing}
        options={[{ value: 'Ms', label: 'Ms' }]}
        placeholder={placeholder}
        value="Ms"
      />,
    );
  expect(select()).toContain('Choose');
  expect(select(null)).not.toContain('value=""');
});

it('a file field is a group with a button for each way, named by its visible text', () => {
  const html = renderToStaticMarkup(
    <FileField
      error="It is missing."
      id="d"
      label="ID document"
      onFiles={nothing}
      ways={[
        { label: 'Take photo', icon: null, accept: 'image/*', capture: 'environment' },
        { label: 'Choose a file', icon: null, multiple: true },
      ]}
    />,
  );
  expect(html).toMatch(/<fieldset[^>]*><legend[^>]*>ID document<\/legend>/);
  const [camera = '', files = ''] = html.match(/<input[^>]*>/g) ?? [];
  expect(camera).toContain('aria-label="Take photo"');
  expect(camera).toContain('capture="environment"');
  expect(camera).not.toContain('multiple');
  expect(camera).toContain('aria-describedby="d-message"');
  expect(files).toContain('aria-label="Choose a file"');
  expect(files).toContain('multiple=""');
  for (const name of ['Take photo', 'Choose a file'])
    expect(html).toContain(`<span aria-hidden="true">${name}</span>`);
});

it('a busy button keeps its name and focus, and reports that it is busy', () => {
  const html = renderToStaticMarkup(<Button busy={true}>Submit</Button>);
  expect(html).toContain('aria-busy="true"');
  expect(html).toContain('Submit</button>');
  expect(html).not.toContain(' disabled');
});

it('progress has a text', () => {
  const html = renderToStaticMarkup(<Progress label="Sending" max={5} unit="steps" value={2} />);
  expect(html).toContain('aria-valuetext="step 2 of 5"');
});

it('the section list names the state of each section', () => {
  const html = renderToStaticMarkup(
    <SectionList
      current="b"
      onSelect={nothing}
      sections={[
        { id: 'a', title: 'Customer', state: 'complete' },
        { id: 'b', title: 'SIM card', state: 'problem' },
        { id: 'c', title: 'Address', state: 'todo' },
      ]}
    />,
  );
  expect(html.match(/aria-current="step"/g)).toHaveLength(1);
  expect(html).toContain('aria-label="Customer, complete"');
  expect(html).toContain('aria-label="SIM card, needs a change"');
  expect(html).toContain('aria-label="3 Address, not complete"');
});

describe('a control of any kind', () => {
  const field = { label: 'Any', value: '', onChange: nothing };
  it.each([
    ['a line of text', <TextField {...field} key="0" />],
    ['a passphrase', <TextField {...field} key="0" type="password" />],
    ['several lines', <TextArea {...field} key="0" />],
    ['a choice from a list', <SelectField {...field} key="0" options={[]} />],
    [
      'one of few',
      <RadioGroup
        key="0"
        legend="Any"
        name="any"
        onChange={nothing}
        options={[{ value: 'a', label: 'A' }]}
        value=""
      />,
    ],
    ['yes or no', <Checkbox checked={false} key="0" label="Any" onChange={nothing} />],
    ['a day and its time', <DatePicker {...field} key="0" withTime />],
    ['a search', <SearchField {...field} hint="" key="0" />],
    [
      'a file',
      <FileField key="0" label="Any" onFiles={nothing} ways={[{ label: 'Any', icon: null }]} />,
    ],
  ])('has the browser remember nothing of it: %s', (_, control) => {
    const inputs = renderToStaticMarkup(control).match(/<(?:input|select|textarea)[^>]*>/g) ?? [];
    expect(inputs.length).toBeGreaterThan(0);
    for (const input of inputs) expect(input).toMatch(/autocomplete="off"/i);
  });
});
