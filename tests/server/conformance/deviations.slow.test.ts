import { describe, expect, it, onTestFinished } from 'vitest';
import { allChecks, isUsable } from '../../../server/conformance/run-checks.ts';
import {
  APP_ORIGIN,
  type Asked,
  type Deviation,
  type Reply,
  startDeviating,
} from '../support/deviating-backend.ts';
import { runKit } from './run-kit.ts';

const honest: Deviation = (_asked, ask) => ask();

const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const html = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sign in</title>',
});

/** Changes the answers to one call. */
const answers =
  (name: string, change: (reply: Reply, asked: Asked) => Reply | 'reset'): Deviation =>
  async (asked, ask) => {
    const reply = await ask();
    return asked.name === name ? change(reply, asked) : reply;
  };

/** Changes headers of all answers. Undefined removes a header. */
const headers =
  (
    change: Readonly<Record<string, string | undefined>>,
    only?: Readonly<{ method: string }>,
  ): Deviation =>
  async (asked, ask) => {
    const reply = await ask();
    if (only !== undefined && only.method !== asked.method) return reply;
    const all = Object.entries({ ...reply.headers, ...change });
    return {
      ...reply,
      headers: Object.fromEntries(
        all.filter(([, value]) => value !== undefined),
      ) as Reply['headers'],
    };
  };

/** Changes members of the answer to GetInfo. */
const info = (change: Readonly<Record<string, unknown>>): Deviation =>
  answers('GetInfo', (reply) => ({
    ...reply,
    body: JSON.stringify({ ...JSON.parse(reply.body), ...change }),
  }));

/** Refuses each call whose body matches the pattern. */
const refuses =
  (pattern: RegExp, reply: Reply): Deviation =>
  async ({ body }, ask) =>
    pattern.test(body.toString('latin1')) ? reply : ask();

/** Forwards the first call with a form id. Answers each later call with the same form id with `reply`. */
const onRepeat = (name: string, reply: Reply): Deviation => {
  const seen = new Set<string>();
  return async (asked, ask) => {
    if (asked.name !== name) return ask();
    const [formId = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(asked.body.toString('latin1')) ?? [];
    if (seen.has(formId)) return reply;
    seen.add(formId);
    return ask();
  };
};

const cookieAs = (attributes: string): Deviation =>
  answers('GetInfo', (reply) => {
    const [pair = ''] = String(reply.headers['set-cookie']).split(';');
    return { ...reply, headers: { ...reply.headers, 'set-cookie': `${pair}; ${attributes}` } };
  });

/** Refuses a call that lacks its token with this status. */
const withoutToken = (status: number): Deviation =>
  answers('RemoveDocument', (reply) => (reply.status === 400 ? json(status, {}) : reply));

const newestTokenOnly = (refusal = 400): Deviation => {
  let count = 0;
  return async (asked, ask) => {
    if (asked.name === 'GetInfo') {
      const reply = await ask();
      count += 1;
      return {
        ...reply,
        headers: { ...reply.headers, 'set-cookie': `XSRF-TOKEN=t${count}; Path=/` },
      };
    }
    const token = asked.headers['x-xsrf-token'];
    if (token === undefined) return json(400, {});
    return token === `t${count}` ? json(404, {}) : json(refusal, {});
  };
};

const listing =
  (change: (documents: readonly { name: string; formFileId: string }[]) => unknown): Deviation =>
  async (asked, ask) => {
    const reply = await ask();
    if (!/^Save\w+Document$/.test(asked.name) || reply.status !== 200) return reply;
    const body = JSON.parse(reply.body);
    return { ...reply, body: JSON.stringify({ ...body, documents: change(body.documents) }) };
  };

const formCalls: ReadonlySet<string> = new Set(['RegisterSim', 'ReplaceSim']);

/** Refuses a form whose id GetInfo never returned. */
const onUnknownForm = (reply: Reply): Deviation => {
  const handedOut = new Set<string>();
  return async (asked, ask) => {
    if (formCalls.has(asked.name) && !handedOut.has(JSON.parse(asked.body.toString()).formId))
      return reply;
    const heard = await ask();
    if (asked.name === 'GetInfo') handedOut.add(JSON.parse(heard.body).formGuid);
    return heard;
  };
};

const saysRemoved: Deviation = async (asked, ask) =>
  asked.name === 'RemoveDocument' && asked.headers['x-xsrf-token'] !== undefined
    ? json(200, { wasSuccessful: true })
    : ask();

const isWrongId = /8001015009088/;
const again = ['forms.again', 'once.form-cut'];
const replaced = ['forms.replacement', 'forms.replacement-business'];
const both = ['info.lists', 'info.options'];

const asking: readonly (readonly [string, Deviation, readonly string[]])[] = [
  ['nothing', honest, []],
  ['HTML with 200 for a call', answers('GetInfo', () => html(200)), ['reach.json']],
  ['JSON called text', headers({ 'content-type': 'text/plain' }), []],
  [
    'a redirect to a log-in',
    async () => ({ ...html(302), headers: { location: 'https://log.in' } }),
    ['reach.no-redirect'],
  ],
  ['no answer', async () => 'reset', ['reach.answers']],
  ['its own page for every path', answers('NoSuchCall', () => html(200)), ['reach.unknown-path']],
  [
    'a clock an hour behind',
    headers({ date: new Date(Date.now() - 3_600_000).toUTCString() }),
    ['reach.date'],
  ],
  ['Clear-Site-Data', headers({ 'clear-site-data': '"storage"' }), ['reach.site-data']],
  ['500 for GetInfo', answers('GetInfo', () => json(500, {})), ['info.succeeds']],
  ['wasSuccessful as a text', info({ wasSuccessful: 'true' }), []],
  ['no wasSuccessful', info({ wasSuccessful: undefined }), []],
  ['wasSuccessful false', info({ wasSuccessful: false }), ['info.succeeds']],
  ['no formGuid', info({ formGuid: null }), ['info.form-id']],
  ['one number for every formGuid', info({ formGuid: 17 }), ['info.new-form-id']],
  [
    'one formGuid for all',
    info({ formGuid: '0b6c2a52-1f6a-4a39-9d0e-0d6f6f0c8f11' }),
    ['info.new-form-id'],
  ],
  ['an empty list', info({ titleOptions: [] }), ['info.lists']],
  [
    'options without a value or a label',
    info({
      titleOptions: [
        { value: null, label: 'Select' },
        { value: 'Mr', label: 'Mr' },
        { value: 'Ms', label: null },
      ],
    }),
    ['info.options'],
  ],
  ['options without a label and no others', info({ titleOptions: [{ value: 'Mr' }] }), both],
  [
    'a type of business of its own',
    info({ typeOfBusinessOptions: [{ value: '11', label: 'Spaza' }] }),
    ['info.business-types'],
  ],
  [
    'no look at the key',
    async (asked, ask) => {
      asked.headers['x-application-key'] = 'test-key';
      return ask();
    },
    ['info.wrong-key'],
  ],
  ['a cookie that scripts cannot read', cookieAs('Path=/; HttpOnly'), ['forgery.readable']],
  ['a cookie for its own path', cookieAs('Path=/api'), ['forgery.readable']],
  ['401 without a token', withoutToken(401), ['forgery.refusal']],
  ['419 without a token', withoutToken(419), ['forgery.refusal']],
  ['no look at the token', answers('RemoveDocument', () => json(404, {})), ['forgery.protects']],
  ['no cookie with GetInfo, once there is one', cookieOnce(), ['forgery.fresh']],
  ['the newest token alone', newestTokenOnly(), ['forgery.older']],
  ['401 for an older token', newestTokenOnly(401), ['forgery.older']],
];

function cookieOnce(): Deviation {
  let isGiven = false;
  return answers('GetInfo', (reply) => {
    const { 'set-cookie': cookie = '', ...rest } = reply.headers;
    // The kit calls GetInfo a few times before it checks the cookie. Only the first answer has a cookie.
    const given = isGiven ? {} : { 'set-cookie': cookie };
    isGiven = true;
    return { ...reply, headers: { ...rest, ...given } };
  });
}

const musts = new Set(allChecks.filter(({ level }) => level === 'must').map(({ id }) => id));

const preflights = { method: 'OPTIONS' } as const;
const elsewhere: readonly (readonly [string, Deviation, readonly string[]])[] = [
  ['nothing', honest, []],
  [
    'a GetInfo that browsers may cache',
    answers('GetInfo', (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'cache-control': 'max-age=60' },
    })),
    ['cors.info-not-cached'],
  ],
  ['any origin', headers({ 'access-control-allow-origin': '*' }), []],
  [
    'no preflights',
    async (asked, ask) => (asked.method === 'OPTIONS' ? json(405, {}) : ask()),
    ['cors.get', 'cors.post', 'cors.delete', 'cors.idempotency-key', 'cors.max-age'],
  ],
  [
    'a preflight for another origin',
    headers({ 'access-control-allow-origin': 'https://other.example' }, preflights),
    ['cors.get', 'cors.post', 'cors.delete', 'cors.idempotency-key'],
  ],
  [
    'no leave to remove',
    headers({ 'access-control-allow-methods': 'GET, POST' }, preflights),
    ['cors.delete'],
  ],
  [
    'no leave for JSON',
    headers(
      { 'access-control-allow-headers': 'x-application-key, x-device-identifier, idempotency-key' },
      preflights,
    ),
    ['cors.post'],
  ],
  [
    'no leave for the key',
    headers(
      { 'access-control-allow-headers': 'content-type, x-application-key, x-device-identifier' },
      preflights,
    ),
    ['cors.idempotency-key'],
  ],
  [
    'no origin in its answers',
    headers({ 'access-control-allow-origin': undefined }, { method: 'GET' }),
    ['cors.origin', 'cors.refusals'],
  ],
  [
    'no origin in refusals',
    async (_asked, ask) => {
      const reply = await ask();
      if (reply.status !== 401) return reply;
      return json(401, {});
    },
    ['cors.refusals'],
  ],
  [
    'Retry-After kept from the app',
    headers({ 'access-control-expose-headers': undefined }),
    ['cors.exposed'],
  ],
  ['a preflight for each call', headers({ 'access-control-max-age': undefined }), ['cors.max-age']],
];

const writing: readonly (readonly [string, Deviation, readonly string[]])[] = [
  ['nothing', honest, []],
  [
    '409 for a form that it has',
    onRepeat('RegisterSim', json(409, { title: 'Already registered' })),
    ['forms.again'],
  ],
  [
    'words for a form that it has',
    onRepeat('RegisterSim', json(400, { errors: { '': ['Already registered'] } })),
    ['forms.again'],
  ],
  ['400 for a form that it has', onRepeat('RegisterSim', json(400, {})), ['forms.again']],
  [
    'a field that is to blame for a form that it has',
    onRepeat('RegisterSim', json(400, { errors: { simCardNumber: ['Already registered'] } })),
    again,
  ],
  ['500 for a form that it has', onRepeat('RegisterSim', json(500, {})), again],
  [
    'errors.FormId for an unknown form',
    onUnknownForm(json(400, { errors: { FormId: ['Unknown'] } })),
    [],
  ],
  [
    'words for an unknown form',
    onUnknownForm(json(200, { wasSuccessful: false, description: 'Form not found.' })),
    [],
  ],
  [
    'errors without a key for an unknown form',
    onUnknownForm(json(400, { errors: { '': ['The form has expired.'] } })),
    [],
  ],
  ['404 for an unknown form', onUnknownForm(json(404, {})), []],
  [
    'words that do not name the form, for an unknown one',
    onUnknownForm(json(400, { errors: { '': ['It cannot be done.'] } })),
    ['forms.unknown-id'],
  ],
  ['500 for an unknown form', onUnknownForm(json(500, {})), ['forms.unknown-id']],
  ['401 for an unknown form', onUnknownForm(json(401, {})), ['forms.unknown-id']],
  [
    'no business',
    refuses(/businessName/, json(400, { errors: { businessName: 'No' } })),
    ['forms.business', 'forms.replacement-business'],
  ],
  [
    'no form without a location',
    refuses(/"latitude":(?:null|0),/, json(400, { errors: { latitude: 'No' } })),
    ['forms.bare'],
  ],
  [
    'no replacement of a business’s SIM',
    refuses(/entityRegistrationNumber/, json(400, { errors: { businessName: 'No' } })),
    ['forms.replacement-business'],
  ],
  ['no replacements', answers('ReplaceSim', () => json(404, {})), replaced],
  [
    'errors as a text',
    refuses(isWrongId, json(400, { errors: 'The ID number is wrong' })),
    ['forms.field-errors'],
  ],
  ['a page for an error', refuses(isWrongId, html(500)), ['forms.field-errors']],
  [
    'errors without fields',
    refuses(isWrongId, json(200, { wasSuccessful: false })),
    ['forms.field-errors'],
  ],
  ['one signature and no other', onRepeat('SaveSignature', json(409, {})), []],
  [
    'one signature, and a word against the file of another',
    onRepeat('SaveSignature', json(400, { errors: { Files: ['There is one'] } })),
    ['signature.again'],
  ],
  [
    'words as for an unknown form, for a form that it has',
    onRepeat('RegisterSim', json(400, { errors: { FormId: ['Unknown'] } })),
    again,
  ],
  [
    'names of its own',
    listing((all) => all.map((each) => ({ ...each, name: `${each.formFileId}.jpg` }))),
    ['documents.name'],
  ],
  [
    'an entry without a name beside the others',
    listing((all) => [...all, { formFileId: 7, name: null }]),
    ['documents.entries'],
  ],
  [
    'no names in its lists',
    listing((all) => all.map((each) => ({ ...each, name: null }))),
    ['documents.entries', 'documents.listed'],
  ],
  [
    'no ids in its lists',
    listing((all) => all.map(({ name }) => ({ name }))),
    ['documents.entries', 'documents.listed'],
  ],
  ['lists of the call alone', listing((all) => all.slice(-1)), ['documents.listed']],
  [
    'no lists',
    async (asked, ask) => {
      const reply = await ask();
      return /Save\w+Document/.test(asked.name) && reply.status === 200
        ? { status: 204, headers: {}, body: '' }
        : reply;
    },
    ['documents.listed'],
  ],
  ['no WebP', refuses(/WEBPVP8/, json(415, {})), ['documents.webp']],
  ['no PDF', refuses(/%PDF/, json(415, {})), ['documents.pdf']],
  ['no police', answers('SavePoliceDocument', () => json(501, {})), ['documents.police']],
  ['removed, it says', saysRemoved, ['removal.gone']],
  [
    '500 for a removed document',
    answers('RemoveDocument', (reply) => (reply.status === 404 ? json(500, {}) : reply)),
    ['removal.again'],
  ],
];

type Status = Readonly<{ items: readonly object[]; next: string; more: boolean; now: number }>;

/** Changes each page of verdicts. */
const page = (change: (status: Status, count: number) => object): Deviation => {
  let count = 0;
  return answers('GetInfo', (reply) => {
    const { status, ...body } = JSON.parse(reply.body);
    if (typeof status !== 'object') return reply;
    count += 1;
    return { ...reply, body: JSON.stringify({ ...body, status: change(status, count) }) };
  });
};

/** Tells every device the verdicts of the device that read them first. */
const leaky = (): Deviation => {
  let first: Status | null = null;
  return page((status) => {
    if (status.items.length > 0) first ??= status;
    return first ?? status;
  });
};

const item = { formId: 'x', state: 'refused', at: 1, code: 'other' };
const telling: readonly (readonly [string, Deviation, readonly string[]])[] = [
  ['nothing', honest, []],
  ['no pages', page(() => ({})), ['status.shape']],
  ['no cursor', page((status) => ({ ...status, next: '' })), ['status.shape']],
  [
    'no formId',
    page((status) => ({ ...status, items: [{ ...item, formId: 7 }] })),
    ['status.shape'],
  ],
  [
    'no code',
    page((status) => ({ ...status, items: [{ ...item, code: null }] })),
    ['status.shape'],
  ],
  [
    'a telephone number in a text',
    page((status) => ({ ...status, items: [{ ...item, text: 'Call 0821234567.' }] })),
    ['status.shape'],
  ],
  [
    'a page of 101',
    page((status) => ({ ...status, items: Array.from({ length: 101 }, () => item) })),
    ['status.shape'],
  ],
  [
    'a formGuid in each reading',
    info({ formGuid: '0b6c2a52-1f6a-4a39-9d0e-0d6f6f0c8f11' }),
    ['info.new-form-id'],
  ],
  [
    'a cursor of the clock',
    page((status, count) => ({ ...status, next: `t${count}` })),
    ['status.same-page'],
  ],
  ['no complete form', page((status) => ({ ...status, items: [] })), ['status.listed']],
  ['the forms of all devices', leaky(), ['status.own-only']],
];

describe('a backend that tells phones of verdicts has', () => {
  it.each(telling)('%s', async (_name, deviation, expected) => {
    const backend = await startDeviating(deviation, false, true);
    onTestFinished(backend.stop);
    const { failed, all } = await runKit(backend.address, { mayWrite: true });
    expect(failed).toEqual(expected);
    expect(all.some(({ check }) => check.id === 'status.shape')).toBe(true);
  });
});

describe('a backend that is judged from its own origin has', () => {
  it.each(asking)('%s', async (_name, deviation, expected) => {
    const backend = await startDeviating(deviation);
    onTestFinished(backend.stop);
    expect((await runKit(backend.address)).failed).toEqual(expected);
  });
});

describe('a backend that is judged from another origin has', () => {
  it.each(elsewhere)('%s', async (_name, deviation, expected) => {
    const backend = await startDeviating(deviation, true);
    onTestFinished(backend.stop);
    expect((await runKit(backend.address, {}, APP_ORIGIN)).failed).toEqual(expected);
  });
});

describe('a backend that is written to has', () => {
  it.each(writing)('%s', async (_name, deviation, expected) => {
    const backend = await startDeviating(deviation);
    onTestFinished(backend.stop);
    const { failed, all, documentsLeft } = await runKit(backend.address, { mayWrite: true });
    expect(failed).toEqual(expected);
    expect(isUsable(all)).toBe(expected.every((id) => !musts.has(id)));
    expect(documentsLeft).toBe(0);
  });
});
