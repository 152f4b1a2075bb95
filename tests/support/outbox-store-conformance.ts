import { describe } from 'vitest';
import type { OutboxStore } from '../../src/store/outbox/outbox-port.ts';
import { fileBytesConformance } from './conformance/file-bytes.ts';
import { formIdsConformance } from './conformance/form-ids.ts';
import { leasesConformance } from './conformance/leases.ts';
import { outboxStateConformance } from './conformance/outbox-state.ts';
import { recordingConformance } from './conformance/recording.ts';
import { sealingConformance } from './conformance/sealing.ts';
import { submissionReadsConformance } from './conformance/submission-reads.ts';
import { submittingConformance } from './conformance/submitting.ts';

/** What every outbox store must do, port by port: the one in memory and the one in IndexedDB. */
export function outboxStoreConformance(name: string, open: () => Promise<OutboxStore>): void {
  describe(name, () => {
    submissionReadsConformance(open);
    fileBytesConformance(open);
    submittingConformance(open);
    formIdsConformance(open);
    recordingConformance(open);
    sealingConformance(open);
    leasesConformance(open);
    outboxStateConformance(open);
  });
}
