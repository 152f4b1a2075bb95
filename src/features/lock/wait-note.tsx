import { lockText } from '../../messages/lock.ts';
import { pieces } from '../../messages/say.ts';
import { Banner } from '../../ui/banner.tsx';
import { useNow } from '../../ui/use-now.ts';
import { waitTime } from './wait-time.ts';

/** Counts down what is left of a wait; a screen reader hears it once, not each second. */
export function WaitNote({ until }: { readonly until: number }) {
  const now = useNow(500);
  const time = (
    <time key="time" role="timer">
      {waitTime(until, now)}
    </time>
  );
  return <Banner kind="warning">{pieces(lockText().wait, { time })}</Banner>;
}
