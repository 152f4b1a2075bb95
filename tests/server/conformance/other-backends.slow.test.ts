import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkedLine, endOfRun, settingsToUse } from '../../../server/conformance/report.ts';
import { isUsable } from '../../../server/conformance/run-checks.ts';
import { type Capabilities, PlainBackend } from '../../support/backend/plain-backend.ts';
import {
  APP_ORIGIN,
  type Asked,
  type Deviation,
  type Reply,
  startDeviating,
} from '../support/deviating-backend.ts';
import { runKit } from './run-kit.ts';

/** The checks that the plain backend fails, because it neither validates nor authenticates. */
const lax = ['info.wrong-key', 'forgery.protects', 'forms.field-errors'];

async function judged(capabilities: Partial<Capabilities>) {
  const dist = mkdtempSync(join(tmpdir(), 'veld-no-app-'));
  const backend = await PlainBackend.start(capabilities, { dist });
  onTestFinished(async () => {
    await backend.stop();
    rmSync(dist, { recursive: true });
  });
  const ended = await runKit(`${backend.address}/api`, { mayWrite: true });
  const kept = [...backend.forms.values()].flatMap(({ documents }) => documents);
  return { ...ended, kept, forms: backend.forms };
}

describe('the plain backend', () => {
  it('is usable without changes, and the report names its gaps', async () => {
    const { all, failed, forms, kept } = await judged({});
    expect(failed).toEqual([...lax, 'once.other-content', 'once.same-name']);
    expect(isUsable(all)).toBe(true);
    const sent = [...forms.values()].filter(({ calls }) => calls > 0);
    expect(sent.length).toBeLessThanOrEqual(12);
    expect(kept).toEqual([]);
  });

  it('is usable without keys if its lists are complete: the app removes duplicates', async () => {
    const { all, failed, kept } = await judged({ honoursKeys: false });
    const keys = ['once.replay', 'once.twins', 'once.other-content', 'once.same-name'];
    expect(failed).toEqual([...lax, ...keys]);
    expect(all.find(({ check }) => check.id === 'once.file-cut')?.verdict).toEqual({
      status: 'holds',
      note: 'the app had to remove surplus copies',
    });
    expect(isUsable(all)).toBe(true);
    expect(kept).toEqual([]);
  });

  it('is unusable without keys and without complete lists', async () => {
    const { all, failed } = await judged({ honoursKeys: false, lists: 'own' });
    expect(failed).toContain('documents.listed');
    expect(failed).toContain('once.file-cut');
    expect(isUsable(all)).toBe(false);
  });

  it('is usable without lists, as far as a client can see', async () => {
    const { all, failed } = await judged({ lists: 'nothing' });
    expect(failed).toContain('documents.listed');
    expect(isUsable(all)).toBe(true);
    const unseen = all.filter(({ verdict }) => verdict.status === 'unseen');
    expect(unseen.map(({ check }) => check.id)).toContain('once.file-cut');
    expect(unseen.map(({ check }) => check.id)).toContain('pieces.resume');
  });
});

describe('our server, called from its own origin', () => {
  const heard = async (change: (asked: Asked, reply: Reply) => Reply) => {
    const backend = await startDeviating(async (asked, ask) => change(asked, await ask()));
    onTestFinished(backend.stop);
    const { all } = await runKit(backend.address, { mayWrite: true });
    return all.find(({ check }) => check.id === 'pieces.resume')?.verdict;
  };

  it('continues an interrupted file', async () => {
    expect(await heard((_asked, reply) => reply)).toEqual({ status: 'holds', note: null });
  });

  it('fails the check if it loses received bytes', async () => {
    const forgets = ({ method }: Asked, reply: Reply): Reply =>
      method === 'HEAD' ? { ...reply, headers: { ...reply.headers, 'upload-offset': '0' } } : reply;
    expect(await heard(forgets)).toEqual({ status: 'fails', found: '0 of 40000 bytes are there' });
  });
});

describe('our server, called from another origin', () => {
  it('is usable, and the report has its build settings', async () => {
    const backend = await startDeviating((_asked, ask) => ask(), true);
    onTestFinished(backend.stop);
    const { session, failed } = await runKit(backend.address, { mayWrite: true }, APP_ORIGIN);
    expect(failed).toEqual([]);
    expect(settingsToUse(session)).toContain(`VITE_API_LIVE=${backend.address}\n`);
    expect(settingsToUse(session)).toContain(
      `connect-src 'self' ${new URL(backend.address).origin}`,
    );
  });

  it('is used without keys if its preflight refuses them', async () => {
    const backend = await startDeviating(async (_asked, ask) => {
      const reply = await ask();
      const allowed = 'content-type, x-application-key, x-device-identifier';
      return { ...reply, headers: { ...reply.headers, 'access-control-allow-headers': allowed } };
    }, true);
    onTestFinished(backend.stop);
    const { all, session, failed } = await runKit(backend.address, { mayWrite: true }, APP_ORIGIN);
    expect(failed).toEqual(['cors.idempotency-key']);
    expect(isUsable(all)).toBe(true);
    expect(settingsToUse(session)).toContain('\nVITE_IDEMPOTENCY_HEADER=\n');
  });

  it('gets no key if it announces none, even if its preflight allows it', async () => {
    const keys: (string | undefined)[] = [];
    const backend = await startDeviating(async (asked, ask) => {
      if (asked.method === 'POST') keys.push(asked.headers['idempotency-key']);
      const reply = await ask();
      return { ...reply, body: reply.body.replace(/"accepts":\[[^\]]*\]/, '"accepts":[]') };
    }, true);
    onTestFinished(backend.stop);
    const { all } = await runKit(backend.address, { mayWrite: true }, APP_ORIGIN);
    const statusOf = (id: string) => all.find(({ check }) => check.id === id)?.verdict.status;
    expect(['cors.idempotency-key', 'documents.webp'].map(statusOf)).toEqual(['unseen', 'unseen']);
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.filter((key) => key !== undefined)).toEqual([]);
    expect(isUsable(all)).toBe(true);
  });
});

/** A backend with unusual answers that the specification still allows. */
function naive(): Deviation {
  const handedOut = new Set<string>();
  const taken = new Set<string>();
  const change = (reply: Reply, members: (body: Record<string, unknown>) => object): Reply => {
    const body = JSON.parse(reply.body);
    const headers = { ...reply.headers, 'content-type': 'text/plain' };
    return { ...reply, headers, body: JSON.stringify({ ...body, ...members(body) }) };
  };
  return async (asked, ask) => {
    const formId = /[\da-f]{8}-[\da-f-]{27}/.exec(asked.body.toString('latin1'))?.[0] ?? '';
    if (asked.name === 'RegisterSim' && !handedOut.has(formId))
      return { status: 404, headers: {}, body: 'Not found' };
    if (asked.name === 'RegisterSim' && taken.has(formId))
      return { status: 409, headers: {}, body: 'This SIM card is already registered.' };
    const reply = await ask();
    if (reply.status !== 200) return reply;
    if (asked.name === 'RegisterSim') taken.add(formId);
    if (asked.name === 'GetInfo')
      return change(reply, ({ formGuid, titleOptions }) => {
        handedOut.add(String(formGuid));
        const odd = [{ value: null, label: 'Select' }];
        return { titleOptions: odd.concat(titleOptions as typeof odd), accepts: null };
      });
    return /^Save\w+Document$/.test(asked.name)
      ? change(reply, ({ documents }) => ({
          documents: [...(documents as object[]), { formFileId: null, name: null }],
        }))
      : reply;
  };
}

describe('a backend with unusual answers', () => {
  it('is usable: the app skips unreadable parts, and the kit names the loss', async () => {
    const backend = await startDeviating(naive());
    onTestFinished(backend.stop);
    const { all, session, failed } = await runKit(backend.address, { mayWrite: true });
    expect(failed).toEqual(['info.options', 'forms.again', 'documents.entries']);
    expect(isUsable(all)).toBe(true);
    const end = endOfRun(all, session, 0);
    expect(end).toMatch(/^Without forms\.again: .* must press ‘Send the rest’\.$/m);
    expect(end).toContain('VITE_API_LIVE=/api');
    expect(all.map(checkedLine).join('')).toMatch(
      /^ok {3}MUST {3}once\.form-cut: .* \[refused \(409\): .*‘Send the rest’\]$/m,
    );
  });

  it('accepts only numbers: the app must send 0, 0', async () => {
    const backend = await startDeviating(async ({ body }, ask) =>
      body.includes('"latitude":null')
        ? {
            status: 400,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ errors: { '$.latitude': ['Not a number.'] } }),
          }
        : ask(),
    );
    onTestFinished(backend.stop);
    const { all, session, failed } = await runKit(backend.address, { mayWrite: true });
    expect(failed).toEqual([]);
    expect(all.find(({ check }) => check.id === 'forms.bare')?.verdict).toEqual({
      status: 'holds',
      note: 'with 0, 0 in place of null',
    });
    expect(settingsToUse(session)).toContain('\nVITE_LOCATION_WITHOUT_FIX=zero\n');
  });

  it('has its own names for headers and cookie', async () => {
    const names = [
      ['api-key', 'x-application-key'],
      ['device', 'x-device-identifier'],
      ['once', 'idempotency-key'],
      ['csrf', 'x-xsrf-token'],
    ] as const;
    const backend = await startDeviating(({ headers }, ask) => {
      for (const [theirs, ours] of names) {
        // The backend ignores our names.
        delete headers[ours];
        if (headers[theirs] !== undefined) headers[ours] = headers[theirs];
      }
      return ask();
    });
    onTestFinished(backend.stop);
    const { session, failed } = await runKit(backend.address, { mayWrite: true }, undefined, {
      applicationKeyHeader: 'Api-Key',
      deviceHeader: 'Device',
      idempotencyHeader: 'Once',
      antiForgeryCookie: 'XSRF-TOKEN',
      antiForgeryHeader: 'Csrf',
    });
    expect(failed).toEqual([]);
    expect(settingsToUse(session)).toContain(
      '\nVITE_APPLICATION_KEY_HEADER=Api-Key\nVITE_DEVICE_IDENTIFIER_HEADER=Device\n',
    );
    expect(settingsToUse(session)).not.toContain('VITE_ANTI_FORGERY_COOKIE');
  });
});
