import { randomUUID } from 'node:crypto';
import { GET_INFO_PATH } from '../../../src/api/contract.ts';
import type { FormId } from '../../../src/domain/ids.ts';
import { type Check, fails, holds, type Verdict } from '../conformance-check.ts';
import { CannotCheck, parsed, type TestSession } from '../test-session.ts';

type Page = Readonly<{
  formGuid: unknown;
  items: readonly Readonly<Record<string, unknown>>[];
  next: string;
  more: boolean;
  /** The first thing in the page that a phone cannot use. Null if there is none. */
  fault: string | null;
}>;

const MAX_ITEMS = 100;
const MAX_TEXT = 140;
const MAX_PAGES = 20;

/** Describes the first item that a phone cannot use. Returns null if there is none. */
function faultIn(items: readonly Readonly<Record<string, unknown>>[]): string | null {
  if (items.length > MAX_ITEMS) return `${items.length} items in a page`;
  for (const { formId, state, at, code, text } of items) {
    if (typeof formId !== 'string' || formId === '') return 'an item without a formId';
    if (typeof state !== 'string') return 'an item without a state';
    if (typeof at !== 'number' || !Number.isFinite(at)) return 'an item without a time';
    if (state === 'refused' && typeof code !== 'string') return 'a refused item without a code';
    if (text === undefined) continue;
    if (typeof text !== 'string' || text.length > MAX_TEXT || /[\p{Cc}\p{Cf}]/u.test(text))
      return 'a text that phones cut';
    if (/@|\d{6}/.test(text)) return 'a text that may name a customer';
  }
  return null;
}

/** Reads a page as the app does, for the session's device or another one. */
async function read(session: TestSession, after: string, deviceId?: string): Promise<Page> {
  const path = `${GET_INFO_PATH}?after=${encodeURIComponent(after)}&numbers=0`;
  const { deviceHeader } = session.target.names;
  const other = deviceId === undefined ? {} : { [deviceHeader.toLowerCase()]: deviceId };
  const answer = await session.wire.raw('GET', path, session.headers(other));
  if (answer?.status !== 200)
    throw new CannotCheck(`a reading got ${answer?.status ?? 'no answer'}`);
  const { formGuid, status } = parsed(answer.body);
  const { items, next, more, now } = Object(status);
  const list = Array.isArray(items) ? items.map(Object) : [];
  const isNext = typeof next === 'string' && /^[\w.-]{1,64}$/.test(next);
  const fault =
    (Array.isArray(items) ? null : 'no list of items') ??
    (isNext ? null : 'no cursor of 1 to 64 letters, digits, . _ -') ??
    (typeof more === 'boolean' ? null : 'no member more') ??
    (typeof now === 'number' ? null : 'no time') ??
    faultIn(list);
  return { formGuid, items: list, next: isNext ? next : '', more: more === true, fault };
}

async function readAll(session: TestSession, deviceId?: string): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  let after = '';
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await read(session, after, deviceId);
    all.push(...page.items.map(({ formId }) => String(formId).toLowerCase()));
    if (!page.more || page.items.length === 0 || page.next === after) break;
    after = page.next;
  }
  return all;
}

const lower = (id: FormId): string => id.toLowerCase();

/** Compares what two pages say. */
const samePage = (one: Page, other: Page): Verdict =>
  JSON.stringify([one.items, one.next]) === JSON.stringify([other.items, other.next])
    ? holds()
    : fails('another page');

export const statusChecks: readonly Check[] = [
  {
    id: 'status.shape',
    level: 'must',
    announced: 'statusAfter',
    says: 'a reading has a list of items, a cursor, and whether there is more',
    after: ['info.new-form-id'],
    run: async (session) => {
      const { fault } = await read(session, '');
      return fault === null ? holds() : fails(fault);
    },
  },
  {
    id: 'status.no-number',
    level: 'must',
    announced: 'statusAfter',
    says: 'a reading with numbers=0 hands out no formGuid',
    after: ['status.shape'],
    run: async (session) => {
      const { formGuid } = await read(session, '');
      return formGuid === '' ? holds() : fails('it has a formGuid');
    },
  },
  {
    id: 'status.listed',
    level: 'must',
    announced: 'statusAfter',
    needs: 'write',
    says: 'a form with signature and document is listed',
    after: ['status.shape', 'signature.taken', 'documents.photo'],
    run: async (session) => {
      const { id } = await session.form('individual');
      const all = await readAll(session);
      return all.includes(lower(id)) ? holds() : fails('it is not listed');
    },
  },
  {
    id: 'status.same-page',
    level: 'must',
    announced: 'statusAfter',
    says: 'the same cursor gets the same page',
    after: ['status.shape'],
    run: async (session) => {
      const first = await read(session, '');
      const [one, other] = [await read(session, first.next), await read(session, first.next)];
      const verdict = samePage(first, await read(session, ''));
      return verdict.status === 'holds' ? samePage(one, other) : verdict;
    },
  },
  {
    id: 'status.unknown-cursor',
    level: 'must',
    announced: 'statusAfter',
    says: 'a cursor that it does not know starts anew, as after a restore',
    after: ['status.shape', 'status.same-page'],
    run: async (session) => samePage(await read(session, ''), await read(session, 'conformance.9')),
  },
  {
    id: 'status.own-only',
    level: 'must',
    announced: 'statusAfter',
    needs: 'write',
    says: 'another device’s reading lists none of these forms',
    after: ['status.listed'],
    run: async (session) => {
      const own = new Set(session.forms.map(({ id }) => lower(id)));
      const others = await readAll(session, randomUUID());
      return others.some((id) => own.has(String(id))) ? fails('it lists one') : holds();
    },
  },
];
