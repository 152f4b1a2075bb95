import { area } from './area.ts';
import { reasons } from './en/reasons.ts';
import { say } from './say.ts';

const reasonsText = area(reasons);

type Message = Readonly<{
  heading: string;
  description: string;
  reason?:
    | Readonly<{ code: 'unexpected' | 'formUnreadable' }>
    | Readonly<{
        code: 'fileUnreadable';
        call: keyof typeof reasons.fileUnreadableDetail;
        name: string;
      }>
    | Readonly<{ code: 'faulted'; fault: string }>;
}>;

/** The texts of a message: the server's, or those for this device's own reason. */
export function messageText({
  heading,
  description,
  reason,
}: Message): Readonly<{ heading: string; description: string }> {
  const t = reasonsText();
  switch (reason?.code) {
    case 'unexpected':
      return { heading: t.unexpected, description: t.unexpectedDetail };
    case 'formUnreadable':
      return { heading: t.formUnreadable, description: t.formUnreadableDetail };
    case 'fileUnreadable': {
      const { call, name } = reason;
      return {
        heading: t.fileUnreadable,
        description: say(t.fileUnreadableDetail[call], { name }),
      };
    }
    case 'faulted':
      return {
        heading: t.faulted,
        description: say(t.faultedDetail, { fault: reason.fault }),
      };
    // The server speaks; or a later version's reason, met by this one after it was rolled back.
    default:
      return { heading, description };
  }
}
