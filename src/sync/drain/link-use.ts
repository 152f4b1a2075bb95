import type { Uses } from '../ports/ports.ts';
import type { Concurrency, Sent } from './concurrency.ts';
import type { LinkSpeed } from './in-pieces.ts';
import type { LinkShare } from './link-share.ts';

/** One step on the link, from its beginning on: what it is told of the link's speed, and what it brought in which time. */
export function takeLink(
  { clock }: Uses<'clock', unknown>,
  share: LinkShare,
  concurrency: Pick<Concurrency, 'measure' | 'transferMs'>,
  bytes: number,
) {
  const startedAt = clock.ticks();
  const own = share.begin(startedAt, bytes);
  const concurrent = (): number => own.average(clock.ticks());
  let isMeasured = false;
  const speed: Omit<LinkSpeed, 'heard'> = {
    expectedMs: (all) => concurrency.transferMs(all),
    pieceSent(piece, tookMs) {
      isMeasured = true;
      concurrency.measure({ bytes: piece, tookMs, concurrent: concurrent() });
    },
  };
  return {
    startedAt,
    speed,
    /** Once it is answered; null: its pieces were measured. */
    sent: (): Sent | null =>
      isMeasured ? null : { bytes, tookMs: clock.ticks() - startedAt, concurrent: concurrent() },
    end: () => own.end(clock.ticks()),
  };
}
