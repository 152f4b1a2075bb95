import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { callPath, GET_INFO_PATH, type InfoResult } from '../../src/api/contract.ts';
import type { Accepted } from '../../src/domain/announced.ts';
import { type FormKind, formKinds } from '../../src/domain/forms/form-kinds.ts';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import { problem } from '../answers/problems.ts';
import {
  answered,
  type Refused,
  refused,
  sendEnding,
  sendFieldProblems,
  sendProblem,
  succeeded,
} from '../answers/send-answer.ts';
import type { AppContext } from '../app-context.ts';
import { sha256 } from '../keys/key-ring.ts';
import { DAY_MS } from '../limits.ts';
import { isHttps } from '../plugins/policies.ts';
import { type Answered, RESTORED_MARK, type Since } from '../repository/repository-port.ts';
import { parseFormRequest } from '../validation/form-request.ts';
import { claimOf, digestOf } from './claims.ts';

/** RegisterSim or ReplaceSim: stores the form's fields. A repeated call overwrites them. */
export function addForm(app: FastifyInstance, context: AppContext, kind: FormKind): void {
  const { repository, limits, now } = context;
  const done = answered(
    kind === 'registration'
      ? succeeded('Registration received', 'We have received the SIM registration.')
      : succeeded('Replacement received', 'We have received the SIM replacement.'),
  );

  const path = callPath(kind, formKinds[kind].call);
  app.post(path, { bodyLimit: limits.maxJsonBytes }, async (request, reply) => {
    if (request.idempotencyKey.status === 'malformed') {
      return sendProblem(request, reply, problem('malformed-key'));
    }
    // Another server may have announced it since this one looked.
    const mayCorrect = hasCorrects(request.body) && (await context.announces('now'));
    const parsed = parseFormRequest(kind, request.body, mayCorrect);
    if (parsed.status === 'invalid') return sendFieldProblems(request, reply, parsed.problems);
    const { formId } = parsed.content;
    const claim = claimOf(request, formId, digestOf(context, request, request.body));
    const at = now();
    const ending = await repository.exactlyOnce<Answered | Refused>(claim, at, async (forms) => {
      if (!(await forms.bindForm({ formId, deviceId: request.deviceId, kind }))) {
        return refused(problem('unknown-form'));
      }
      await forms.saveContent(parsed.content, at, parsed.corrects);
      return done;
    });
    return sendEnding(request, reply, ending);
  });
}

const hasCorrects = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'corrects' in body;

/** The extensions that this server always accepts. */
const ACCEPTS: readonly Accepted[] = ['idempotencyKey', 'pieces', 'webp'];
/** Also these, if it tells phones of verdicts. */
const ACCEPTS_VERDICTS: readonly Accepted[] = ['statusAfter', 'corrects'];

/**
 * GetInfo: returns the lists of the forms, a new form id, and a new anti-forgery token. The lists equal the app's
 * built-in ones, so nothing changes on the screen when they arrive. If the server tells phones of verdicts, the answer
 * also has the device's state and the policy. If the query has `after`, it also has a page of verdicts.
 */
export function addInfo(app: FastifyInstance, context: AppContext): void {
  const announced = policyOf(context);
  app.get<{ Querystring: Record<string, unknown> }>(GET_INFO_PATH, async (request, reply) => {
    const { deviceId, headers, query } = request;
    const announces = await context.announces();
    const { after } = query;
    const isReading = announces && typeof after === 'string';
    const hasNumber = !(isReading && query['numbers'] === '0');
    const formGuid = hasNumber ? randomUUID() : '';
    if (hasNumber) await context.repository.issueForm(formGuid, deviceId, context.now());
    const cookie = context.antiForgery.cookie(headers.cookie, deviceId, isHttps(headers));
    reply.header('set-cookie', cookie);
    const info: InfoResult = {
      ...succeeded('', ''),
      titleOptions: hasNumber ? builtInOptions.titles : [],
      typeOfBusinessOptions: hasNumber ? builtInOptions.businessTypes : [],
      formGuid,
      accepts: announces ? [...ACCEPTS, ...ACCEPTS_VERDICTS] : ACCEPTS,
    };
    if (!announces) return info;
    const device = await context.repository.deviceOf(deviceId);
    const status = isReading ? await pageOf(context, deviceId, device, after) : undefined;
    const body = { ...info, device: { state: device.state }, ...announced, status };
    return sendCompressed(reply, headers['accept-encoding'], JSON.stringify(body));
  });
}

/** The policy with its version, which is the same on every server with the same settings. */
function policyOf({ policy }: AppContext): object {
  if (policy === null) return {};
  const version = sha256(JSON.stringify(policy)).toString('hex').slice(0, 8);
  return { policy: { version, ...policy } };
}

const MAX_ITEMS = 100;
/** How long verdicts stay in a reading from the start: all of them, and refused forms that nobody corrected. */
const LISTED_MS = 14 * DAY_MS;
const LISTED_OPEN_MS = 90 * DAY_MS;

/**
 * After a restore, a phone may keep a verdict that the older database does not have, for 90 days. Until then, readings
 * from the start list the states of 90 days before the restore too.
 */
async function listedSince({ repository, now }: AppContext): Promise<Since> {
  const time = now();
  const since = { any: time - LISTED_MS, open: time - LISTED_OPEN_MS };
  const restoredAt = Number((await repository.mark(RESTORED_MARK)) ?? 0);
  if (restoredAt < since.open) return since;
  const before = restoredAt - LISTED_OPEN_MS;
  return { any: Math.min(since.any, before), open: Math.min(since.open, before) };
}

/**
 * A page of the device's verdicts after a cursor, `<epoch>.<place>`. The cursor ends with `w` while a reading from the
 * start goes on. A cursor of another database, or one that this server did not make, counts as empty.
 */
async function pageOf(
  context: AppContext,
  deviceId: string,
  { epoch, seq: newest }: Awaited<ReturnType<AppContext['repository']['deviceOf']>>,
  cursor: string,
) {
  const { repository, now } = context;
  const [, from, place = '', whole] = /^(\w{1,16})\.(\d{1,15})(w?)$/.exec(cursor) ?? [];
  const isKnown = from === epoch && Number(place) <= newest;
  const after = isKnown ? Number(place) : 0;
  const isWhole = !isKnown || whole === 'w';
  const since = isWhole ? await listedSince(context) : null;
  const found = await repository.verdictsAfter(deviceId, after, since, MAX_ITEMS + 1);
  const more = found.length > MAX_ITEMS;
  const shown = found.slice(0, MAX_ITEMS);
  const last = Math.max(shown.at(-1)?.place ?? after, isWhole && !more ? newest : 0);
  return {
    now: now(),
    items: shown.map(({ formId, state, at, code, text }) => ({
      formId,
      state,
      at,
      ...(code === null ? {} : { code }),
      ...(text === null ? {} : { text }),
    })),
    next: `${epoch}.${last}${isWhole && more ? 'w' : ''}`,
    more,
  };
}

/** A smaller body fits into one packet as it is. */
const MIN_COMPRESSED_BYTES = 1400;
const compress = promisify(gzip);

async function sendCompressed(
  reply: FastifyReply,
  accepted: string | string[] | undefined,
  text: string,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  const isAccepted = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(accepted ?? ''));
  if (!isAccepted || Buffer.byteLength(text) < MIN_COMPRESSED_BYTES) return reply.send(text);
  reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  return reply.send(await compress(text));
}
