import type { BeginFacts } from '../../../src/domain/announced.ts';
import type { FormId } from '../../../src/domain/ids.ts';
import type { Verdicts } from '../../../src/store/outbox/outbox-port.ts';
import {
  changedRows,
  importedReadingsDue,
  isOutdated,
  withReading,
} from '../../../src/store/outbox/verdict-pages.ts';
import { verdictKey } from '../../../src/store/outbox/verdict-rows.ts';
import type { MemoryDisk } from './memory-disk.ts';

const DAY_MS = 24 * 60 * 60_000;

function beginFactsOf(disk: MemoryDisk): BeginFacts {
  const { isRevoked = false, policy = null } = disk.announced ?? {};
  const queued = disk.all().filter((row) => row.status === 'queued');
  const times = queued.flatMap(({ submittedAt }) => submittedAt ?? []);
  return {
    isRevoked,
    policy,
    unsent: queued.length,
    oldestSubmittedAt: times.length === 0 ? null : Math.min(...times),
    latestTime: disk.latestTime,
  };
}

/** @param isKnown returns true if this phone ever received the form id */
export const createMemoryVerdicts = (
  disk: MemoryDisk,
  isKnown: (guid: FormId) => boolean,
): Verdicts => ({
  verdictTimes: async (now) => ({
    readAt: disk.verdictsReadAt,
    begin: disk.beginFacts ?? beginFactsOf(disk),
    lacksVerdict: disk
      .all()
      .some(
        (row) =>
          row.status === 'delivered' &&
          now - row.deliveredAt <= 14 * DAY_MS &&
          row.formId !== null &&
          row.device === undefined &&
          (disk.verdicts.get(verdictKey(row.formId))?.state ?? 'received') === 'received',
      ),
  }),
  beginReading: async (device, now, readAt) => {
    if (disk.verdictsReadAt !== readAt) return null;
    disk.verdictsReadAt = now;
    const cursor = disk.verdictCursor;
    const receipts = disk
      .all()
      .filter((row) => row.status === 'delivered' && now - row.deliveredAt <= 14 * DAY_MS);
    const devices = new Set(receipts.flatMap(({ device: one }) => one ?? []));
    const others = importedReadingsDue(devices, disk.otherReadings, now);
    const isDue =
      disk.verdictsWholeAt === null || Math.abs(now - disk.verdictsWholeAt) > 7 * DAY_MS;
    if (cursor?.device !== device || (isDue && !cursor.isWhole))
      return { after: '', isWhole: true, others };
    return { after: cursor.after, isWhole: cursor.isWhole, others };
  },
  undoReading: async (begunAt, readAt) => {
    if (disk.verdictsReadAt === begunAt) disk.verdictsReadAt = readAt;
  },
  saveVerdicts: async (page) => {
    const { after, device, heardAt, isLast, isImported, isWhole, now } = page;
    const rows = changedRows(page, {
      stored: (key) => disk.verdicts.get(key),
      agentOf: (key) => {
        if (!isKnown(key)) return null;
        const owner = [...disk.usedFormGuids].find(([id]) => verdictKey(id) === key)?.[1];
        const agent = owner && disk.submissions.get(owner)?.agent;
        return typeof agent === 'string' ? agent : '';
      },
      correctionOf: (key) =>
        disk
          .all()
          .find(
            ({ corrects, status }) =>
              status !== 'delivered' && corrects !== undefined && verdictKey(corrects) === key,
          )?.id,
      unknownForms: [...disk.verdicts.values()].filter(({ isUnknownForm }) => isUnknownForm).length,
    });
    const kept = new Map(disk.verdicts);
    for (const row of rows) kept.set(row.formId, row);
    for (const row of kept.values())
      if (now !== null && isOutdated(row, now)) kept.delete(row.formId);
    disk.verdicts = kept;
    if (isImported) {
      disk.otherReadings = withReading(disk.otherReadings, page);
      return;
    }
    disk.verdictCursor = { device, after, isWhole: isWhole && !isLast };
    if (isWhole && isLast) disk.verdictsWholeAt = heardAt;
    if (disk.latestTime !== null && now !== null) disk.latestTime = Math.min(disk.latestTime, now);
  },
});
