import type { Hold } from '../../domain/submission-types.ts';
import { GetHelp } from '../../get-help.tsx';
import { Banner } from '../../ui/banner.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { holdNotice } from './hold-text.ts';

export interface HoldBannerProps {
  readonly hold: Hold | null;
  readonly now: number;
  readonly hasSignIn: boolean;
  readonly Link: LinkComponent;
}

/** Why the whole outbox waits: what happened, what is safe, who acts next and when. */
export function HoldBanner({ hold, now, hasSignIn, Link }: HoldBannerProps) {
  if (hold === null) return null;
  const words = holdNotice(hold, now, hasSignIn);
  return (
    <Banner
      actions={words.needsOperator ? <GetHelp Link={Link} /> : undefined}
      kind={words.kind}
      title={words.title}
    >
      <p>{words.text}</p>
      <p>{words.next}</p>
    </Banner>
  );
}
