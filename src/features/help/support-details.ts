import { formatWhen } from '../../messages/formats.ts';
import { helpText } from '../../messages/help.ts';
import { say } from '../../messages/say.ts';
import type { LastAnswer } from '../../store/last-answer.ts';

/** What whoever helps asks for; nothing of a customer. */
export type SupportFacts = Readonly<{
  deviceIdentifier: string | null;
  version: string;
  lastAnswer: LastAnswer | null;
}>;

/** By name, as the page lists it. */
export function supportDetails({
  deviceIdentifier,
  version,
  lastAnswer,
}: SupportFacts): readonly (readonly [name: string, value: string])[] {
  const t = helpText();
  const id = lastAnswer?.requestId ?? '';
  return [
    [t.identifier, deviceIdentifier ?? t.identifierMissing],
    [t.version, version],
    [
      t.lastAnswer,
      lastAnswer === null
        ? t.noAnswer
        : say(t.answer, {
            status: lastAnswer.httpStatus,
            call: lastAnswer.call,
            at: formatWhen(lastAnswer.at),
          }),
    ],
    ...(id === '' ? [] : [[t.requestId, id] as const]),
  ];
}

/** The same as a message. */
export const supportMessage = (facts: SupportFacts): string =>
  supportDetails(facts)
    .map(([name, value]) => say(helpText().line, { name, value }))
    .join('\n');
