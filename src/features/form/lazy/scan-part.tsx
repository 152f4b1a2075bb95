import { useCallback, useEffect, useRef, useState } from 'react';
import { normalisedText } from '../../../domain/forms/check.ts';
import { allFields, type Field, fieldsOf, type Section } from '../../../domain/forms/form.ts';
import { scannedChoice, scannedTexts } from '../../../domain/forms/next-customer.ts';
import type { Values } from '../../../domain/forms/values.ts';
import type { Reading } from '../../../domain/scan.ts';
import { issuesText } from '../../../messages/form.ts';
import { scannedText } from '../../../messages/scan.ts';
import { format } from '../../../messages/text.ts';
import type { DraftContent } from '../../../store/drafts/draft-content.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { IconCheck, IconWarning } from '../../../ui/frame/icons.tsx';
import { contextWith } from '../check-context.ts';
import { inGroups } from '../field-text.ts';
import { focusAnchor } from '../form-anchor.tsx';
import type { FormSession } from '../form-session.ts';
import { currentSection, type FormState, shownSections } from '../form-state.ts';
import type { FormParts } from '../parts.ts';
import styles from './form-lazy.module.css';
import { goOnIfComplete } from './section-history.ts';

type Scanned = NonNullable<DraftContent['scanned']>;
type Dispatch = FormSession['dispatch'];

const isName = ({ search }: Field): boolean => search === 'words';

/** 'Zoë Ann' and 'ZOE  ANN' are the same name. */
const plainName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** True if a typed and a scanned text mean the same. */
export function isSameText(field: Field, values: Values, scanned: string): boolean {
  const other = { ...values, [field.name]: scanned };
  return isName(field)
    ? plainName(String(values[field.name] ?? '')) === plainName(scanned)
    : normalisedText(field, values) === normalisedText(field, other);
}

/**
 * Fills the empty fields with a scan. A field with another text stays as it is: the form then shows both texts. A smart ID
 * chooses the kind of identity document, if no number is typed yet. Returns the names in the form that this scan does not confirm.
 * They may be another customer's: they lose their tick, and a scan's names are removed when the form takes the number.
 */
export function takeScan(
  { form, content, matched: matchedBefore }: Pick<FormState, 'form' | 'content' | 'matched'>,
  reading: Reading,
  dispatch: Dispatch,
): readonly string[] {
  const { scanned = {}, values } = content;
  const found = scannedTexts(reading);
  const isEmpty = (name: string): boolean => String(values[name] ?? '').trim() === '';
  for (const [name, value] of Object.entries(scannedChoice(reading, values)))
    dispatch({ type: 'typed', name, value });
  const matched = allFields(form).flatMap((field) => {
    const { name } = field;
    const text = found[name];
    if (text === undefined) return [];
    if (!isEmpty(name)) return isSameText(field, values, text) ? [name] : [];
    dispatch({ type: 'typed', name, value: text });
    return [];
  });
  const isCustomer = ({ scan }: Field): boolean => scan === 'identity';
  const { fields = [] } = form.sections.find((section) => section.fields.some(isCustomer)) ?? {};
  const number = fields.find(isCustomer)?.name ?? '';
  const isOther = reading.status === 'identity' && reading.number !== scanned[number];
  const doubtful = (isOther ? fields.filter(isName) : [])
    .map(({ name }) => name)
    .filter((name) => !(name in found) && !isEmpty(name));
  if (isEmpty(number) || matched.includes(number))
    for (const name of doubtful)
      if (values[name] === scanned[name] && !matchedBefore.includes(name))
        dispatch({ type: 'typed', name, value: '' });
  const kept = Object.entries(scanned).filter(([name]) => !doubtful.includes(name));
  dispatch({
    type: 'scanned',
    scanned: { ...Object.fromEntries(kept), ...found },
    matched: [...matchedBefore.filter((name) => !(name in found)), ...matched],
  });
  return doubtful;
}

/** The first shown field whose text differs from its scan, and its section. Undefined if the person has chosen everywhere. */
export function openQuestion(state: FormState) {
  const { scanned = {}, values } = state.content;
  return shownSections(state)
    .flatMap((section) =>
      fieldsOf(section, values).map((field) => ({ field, section: section.id, at: field.name })),
    )
    .filter(({ field, at }) => scanned[at] && !isSameText(field, values, scanned[at]))
    .map(({ section, at }) => ({ section, at }))[0];
}

/** Stops the next press of 'Next' for an open question. A second press goes on. The first of several questions calls `onStop`. */
export function stopNextOnce(form: EventTarget, onStop: () => void): () => void {
  const stop = (event: Event): void => {
    if (!event.defaultPrevented) onStop();
    event.preventDefault();
    event.stopPropagation();
  };
  form.addEventListener('submit', stop, { once: true });
  return () => form.removeEventListener('submit', stop);
}

/**
 * True if the section waits for no other scan: each field that can be scanned has a text, and no typed text differs from its
 * scan.
 */
const isScanned = (section: Section, { scanned = {}, values }: DraftContent): boolean =>
  fieldsOf(section, values).every((field) => {
    const text = scanned[field.name];
    if (text !== undefined && !isSameText(field, values, text)) return false;
    return field.scan === undefined || String(values[field.name] ?? '') !== '';
  });

/**
 * After a scan that completed the section, goes on as 'Next' does. After a card, the scanner opens again for the SIM pack, if the
 * next section begins with its number.
 */
async function goOnAfterScan(store: FormStore, session: FormSession): Promise<void> {
  const { content } = session.state();
  if (!isScanned(currentSection(session.state()), content)) return;
  const section = await goOnIfComplete(store, session);
  if (section === null) return;
  const { scanned, values } = session.state().content;
  const [first] = fieldsOf(section, values);
  if (first?.scan === undefined || String(values[first.name] ?? '') !== '') return;
  session.dispatch({ type: 'scanned', scanned: { ...scanned, [first.name]: '' }, matched: [] });
}

export interface ScanPartProps {
  readonly store: FormStore;
  readonly session: FormSession;
  readonly parts: FormParts;
  /** The field that is scanned. */
  readonly field: Field;
  readonly onClose: () => void;
}

/** The scanner, which fills the form. */
export function ScanPart({ store, session, parts, field, onClose }: ScanPartProps) {
  const { scanner: Scanner } = parts;
  const { id, state } = session;
  const focusNext = useRef<string | undefined>(undefined);
  // The closed dialog gives the focus back to the button first.
  useEffect(
    () => () => {
      if (focusNext.current !== undefined) focusAnchor(focusNext.current);
    },
    [],
  );
  const warningFor = useCallback(
    async (number: string): Promise<string | null> => {
      const { simCardNumbersElsewhere } = await contextWith(store, id, number);
      return simCardNumbersElsewhere.size > 0 ? issuesText()['duplicate-sim'] : null;
    },
    [store, id],
  );
  return (
    <Scanner
      onClose={onClose}
      onTake={(reading) => {
        const [doubtful] = takeScan(state(), reading, session.dispatch);
        focusNext.current = doubtful;
        onClose();
        // If the form cannot be read now, 'Next' says so.
        if (doubtful === undefined) void goOnAfterScan(store, session).catch(() => undefined);
      }}
      onType={() => {
        focusNext.current = field.name;
        onClose();
      }}
      purpose={field.scan ?? 'sim'}
      store={store}
      warningFor={warningFor}
    />
  );
}

export interface ScanNoteProps {
  readonly field: Field;
  readonly state: FormState;
  readonly dispatch: Dispatch;
  readonly onScan: () => void;
}

/**
 * The line below a scanned field. If the typed text differs from the scanned one, it asks which one is right, and 'Next' stops there once.
 */
export function ScanNote({ field, state, dispatch, onScan }: ScanNoteProps) {
  const t = scannedText();
  const { name } = field;
  const { scanned = {}, values } = state.content;
  const text = scanned[name] ?? '';
  const isAsked = text === '';
  const { [name]: _, ...others } = scanned;
  const settle = (left: Scanned): void =>
    dispatch({ type: 'scanned', scanned: left, matched: state.matched });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form for the next SIM asks for one scan.
  useEffect(() => {
    if (!isAsked) return;
    settle(others);
    onScan();
  }, [isAsked]);
  const isSame = isAsked || isSameText(field, values, text);
  const note = useRef<HTMLDivElement>(null);
  const [isStopped, setIsStopped] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scanned text is another question.
  useEffect(() => {
    const form = isSame ? null : note.current?.closest('form');
    if (!form) return;
    return stopNextOnce(form, () => {
      setIsStopped(true);
      focusAnchor(name);
    });
  }, [isSame, name, text]);
  if (isAsked) return null;
  if (isSame)
    return (
      <p className={styles['scanNote']} role="status">
        <IconCheck />
        {state.matched.includes(name) ? t.matches : t.scanned}
      </p>
    );
  const typed = String(values[name] ?? '');
  return (
    <div className={styles['scanDiffers']} ref={note}>
      <p
        className={styles['scanNote']}
        key={String(isStopped)}
        role={isStopped ? 'alert' : 'status'}
      >
        <IconWarning />
        <span>{format(t.differs, { typed: inGroups(typed), scanned: inGroups(text) })}</span>
      </p>
      <div className={styles['scanWays']}>
        <button
          className={styles['scanWay']}
          data-aside=""
          onClick={() => {
            dispatch({ type: 'typed', name, value: text });
            settle(scanned);
            focusAnchor(name);
          }}
          type="button"
        >
          {t.use}
        </button>
        <button
          className={styles['scanWay']}
          data-aside=""
          onClick={() => {
            settle(others);
            focusAnchor(name);
          }}
          type="button"
        >
          {t.keep}
        </button>
      </div>
    </div>
  );
}
