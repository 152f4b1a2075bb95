import { createElement, Fragment, type ReactNode, useState } from 'react';
import { count, pluralForm } from '../../../messages/count.ts';
import { repairText } from '../../../messages/repair.ts';
import { formatParts, type Values } from '../../../messages/text.ts';
import { submissionPath } from '../../../paths/page-paths.ts';
import type { Lost, Repair } from '../../../sync/second-copy/repair-need.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Banner } from '../../../ui/frame/banner.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import { RowBoundary } from '../row-boundary.tsx';

export interface SentenceProps<Text extends string> {
  readonly text: Text;
  readonly values: Values<Text, ReactNode>;
}

/** A text with elements such as links in its placeholders. */
export const Sentence = <Text extends string>({ text, values }: SentenceProps<Text>): ReactNode =>
  createElement(Fragment, null, ...formatParts(text, values));

const nameOf = ({ customerName }: Lost): string =>
  customerName === '' ? repairText().noName : customerName;

function LostItem({ lost, Link }: { readonly lost: Lost; readonly Link: LinkComponent }) {
  const t = repairText();
  const name = nameOf(lost);
  if (lost.files.length === 0)
    return (
      <li>
        <Sentence text={t.lostWhole} values={{ name, id: <code>{lost.id}</code> }} />
      </li>
    );
  return (
    <li>
      <Sentence
        text={pluralForm(t.lostFiles, lost.files.length)}
        values={{
          name: <Link to={submissionPath(lost.id)}>{name}</Link>,
          files: lost.files.join(', '),
        }}
      />
    </li>
  );
}

export interface RepairReportProps {
  readonly repair: Repair;
  /** The ids of the forms that came back after a wipe that the worker repaired. Absent or null if there was none. */
  readonly wiped?: readonly string[] | null | undefined;
  readonly Link?: LinkComponent;
  /** Called after 'OK'. */
  readonly onRead?: () => void;
}

/** The repair report of the app's start: the number of restored submissions, and the names of lost ones. */
export function RepairReport({ repair, wiped, Link = PlainLink, onRead }: RepairReportProps) {
  const t = repairText();
  const [read, setRead] = useState(false);
  const { lost } = repair;
  const wasWiped = repair.wasWiped || Boolean(wiped);
  const restored = repair.restored.length || (wiped?.length ?? 0);
  if (read) return null;
  const dismiss = (): void => {
    setRead(true);
    onRead?.();
  };
  const close = <Button onClick={dismiss}>{t.read}</Button>;
  if (lost.length === 0 && restored === 0)
    return wasWiped ? (
      <Banner actions={close} kind="warning" title={t.cleared}>
        {t.clearedDetail}
      </Banner>
    ) : null;
  return (
    <>
      {restored > 0 ? (
        <Banner actions={lost.length > 0 ? undefined : close} kind="success" title={t.repaired}>
          <p>{count(t.restored, restored)}</p>
          {wasWiped ? <p>{t.settingsGone}</p> : null}
        </Banner>
      ) : null}
      {lost.length > 0 ? (
        <Banner actions={close} kind="error" title={t.notRepaired}>
          <p>{t.notRepairedDetail}</p>
          <ul>
            {lost.map((one) => (
              <RowBoundary
                key={one.id}
                otherwise={
                  <li>
                    <Sentence text={t.unreadable} values={{ id: <code>{one.id}</code> }} />
                  </li>
                }
              >
                <LostItem Link={Link} lost={one} />
              </RowBoundary>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  );
}
