import { type PhotoPermission, photoPermission, waitsForLink } from '../../domain/photo-sending.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { localDay } from '../../store/draft-rows.ts';
import type { OutboxState } from '../../store/outbox-ports.ts';
import type { Uses } from '../ports/ports.ts';

/** Whether photos may go over the link that the phone has now; a drain looks again every second, as link and setting change. */
export class PhotoGate {
  readonly #ports: Uses<'clock' | 'link', Pick<OutboxState, 'photoRule'>>;
  #permission: PhotoPermission = 'go';

  constructor(ports: Uses<'clock' | 'link', Pick<OutboxState, 'photoRule'>>) {
    this.#ports = ports;
  }

  async look(): Promise<void> {
    const { clock, link, store } = this.#ports;
    this.#permission = photoPermission(await store.photoRule(), link(), localDay(clock.now()));
  }

  /** Whether its next step may be sent, as far as photos wait. */
  readonly isOpenFor = (row: Submission): boolean => !waitsForLink(row, this.#permission);
}
