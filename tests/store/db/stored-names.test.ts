import 'fake-indexeddb/auto';
import { type ESTree, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/store/db/database.ts';
import * as names from '../../../src/store/db/stored-names.ts';
import { type DeviceKey, deviceKeys } from '../../../src/store/device/device-keys.ts';
import { fileVersion } from '../../../src/store/second-copy/slots/file-versions.ts';
import {
  COUNT_MISSING,
  DRAIN_RUNNING,
  drainMessage,
  INITIALIZE,
  QUEUE_NAME,
  SKIP_WAITING,
} from '../../../src/sync/worker-messages.ts';
import { codeFiles, parse } from '../../shape/support/source-files.ts';

/*
 * Phones in the field have data under these names, and a page of an older version talks to the new worker by them.
 * A name that changes here loses data: add a name, never edit one.
 */

/** Every text of the app that begins with `veld-` or `veld/`. A `*` stands for an inserted value. */
function ownTexts(): readonly string[] {
  const found = new Set<string>();
  const add = (text: string): void => {
    if (/^veld[-/]/.test(text)) found.add(text);
  };
  const visitor = new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') add(value);
    },
    TemplateLiteral: ({ quasis }: ESTree.TemplateLiteral) =>
      add(quasis.map(({ value }) => value.cooked).join('*')),
  });
  for (const file of codeFiles) if (/^(src|sw)\//.test(file)) visitor.visit(parse(file));
  return [...found].sort();
}

describe('a name that is stored or sent between pages', () => {
  it('is the same in each version: tables, indexes and the version of the database', async () => {
    const db = new Database();
    await db.open();
    const indexes = db.tables.map(({ name, schema }) => [
      name,
      [schema.primKey, ...schema.indexes].map(({ src }) => src),
    ]);
    expect([db.name, db.verno, Object.fromEntries(indexes)]).toEqual([
      'veld',
      6,
      {
        agents: ['id'],
        attachments: ['id', 'submissionId'],
        blobs: ['id'],
        counters: ['status'],
        device: ['key'],
        drafts: ['id'],
        formGuids: ['guid', 'sequence'],
        payloads: ['id'],
        secretBytes: ['name'],
        secretNames: ['name', '[state+madeAt]'],
        strokes: ['[submissionId+index]', 'submissionId'],
        submissions: [
          'id',
          'sequence',
          '[agent+sequence]',
          '[agent+status+sequence]',
          '[status+sequence]',
          '[day+sequence]',
          '*terms',
          'simCardNumber',
        ],
        verdicts: ['formId', '[state+day]'],
      },
    ]);
    await db.delete();
  });

  it('is the same in each version: keys of the table device', () => {
    const stored = Object.entries(deviceKeys).map(
      ([key, { storedAs }]: [string, DeviceKey<unknown>]) => storedAs ?? key,
    );
    expect(stored.sort()).toEqual([
      'AuthToken',
      'DeviceIdentifier',
      'FirstName',
      'ProfileImageUrl',
      'RefreshToken',
      'Surname',
      'UserId',
      'XSRF-TOKEN',
      'addsVat',
      'analyticsCursor',
      'analyticsEvents',
      'announced',
      'dataPricePerMb',
      'habits',
      'hadClearText',
      'hold',
      'lastAnswer',
      'lastDeliveredAt',
      'latestTime',
      'lease',
      'linkSaid',
      'lockMinutes',
      'notifies',
      'options',
      'otherReadings',
      'photoSending',
      'readyShownOn',
      'recentPlaces',
      'recentStreets',
      'resumeSupport',
      'sentinel',
      'sessionAgent',
      'simMarks',
      'triedInVain',
      'verdictCursor',
      'verdictsReadAt',
      'verdictsWholeAt',
      'wipeReport',
    ]);
  });

  it('is the same in each version: databases, folders, files, caches and keys outside the database', () => {
    const texts = Object.values(names).filter((name) => typeof name === 'string');
    expect(texts.sort()).toEqual([
      'DeviceIdentifier',
      'HasForms',
      'SimKey',
      'mark',
      'outbox',
      'probe',
      'room',
      'secrets',
      'sentinel',
      'submission.json',
      'veld',
      'veld-late',
      'veld-new-log',
      'veld-practice',
      'veld-secrets',
      'veld-secrets-bucket',
    ]);
    expect(fileVersion('file', 7).fileName).toBe('file~7');
  });

  it('is the same in each version: messages between page and worker, and the sync tag', () => {
    expect([
      QUEUE_NAME,
      DRAIN_RUNNING,
      drainMessage('start'),
      SKIP_WAITING,
      COUNT_MISSING,
      INITIALIZE,
    ]).toEqual([
      'outbox',
      { type: 'AT_WORK' },
      { type: 'DRAIN', reason: 'start' },
      { type: 'SKIP_WAITING' },
      { type: 'COUNT_MISSING' },
      { action: 'INITIALIZE' },
    ]);
  });

  it('is the same in each version: locks, channels, workers and the places that keys are bound to', () => {
    expect(ownTexts()).toEqual([
      'veld-*.csv',
      'veld-agents',
      'veld-copies',
      'veld-drain',
      'veld-late',
      'veld-local-key',
      'veld-lock',
      'veld-lock-last',
      'veld-lock-seen',
      'veld-new-log',
      'veld-opening',
      'veld-practice',
      'veld-ready-aside',
      'veld-repair',
      'veld-scan',
      'veld-secrets',
      'veld-secrets-bucket',
      'veld-shrink',
      'veld-submit-*',
      'veld-unlock',
      'veld-unlocked-page',
      'veld-unsent-*-*-*.veld',
      'veld-windows',
      'veld-worker-script',
      'veld/1/*/*',
      'veld/1/body/*',
      'veld/1/dek/*',
      'veld/1/draft/*',
      'veld/1/file/*/*/*/*',
      'veld/1/message/*',
      'veld/1/name/*',
      'veld/1/own/*',
      'veld/1/places',
      'veld/1/send/*',
      'veld/1/streets',
      'veld/1/stroke/*/*',
      'veld/1/summary/*',
      'veld/1/wrap/*/*',
    ]);
  });
});

it('no code that removes caches removes the secrets', () => {
  for (const removed of [names.OLD_CACHES, names.REFETCHABLE_CACHES])
    expect(names.SECRETS_CACHE).not.toMatch(removed);
});

it('removes caches that can be downloaded again', () => {
  expect('ngsw:/:1:assets').toMatch(names.OLD_CACHES);
  for (const name of ['ngsw:/:1:assets', 'workbox-precache-v2-http://localhost/', names.LATE_CACHE])
    expect(name).toMatch(names.REFETCHABLE_CACHES);
});
