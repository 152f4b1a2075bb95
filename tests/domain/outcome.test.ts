import { describe, expect, it } from 'vitest';
import { attachmentId, idempotencyKey, stepId } from '../../src/domain/ids.ts';
import {
  type Answer,
  type CallContext,
  classify,
  type GenericResult,
  type Outcome,
  webpRefusal,
} from '../../src/domain/outcome.ts';
import { newStep } from '../../src/domain/plan.ts';
import type { ServerMessage, StepContent } from '../../src/domain/submission-types.ts';

const now = 1_000_000;
const asked = (changed: Partial<CallContext> = {}): CallContext => ({
  call: 'SaveIdDocument',
  wasFresh: false,
  wasInDoubt: false,
  now,
  ...changed,
});
const result = (httpStatus: number, changed: Partial<GenericResult> = {}): Answer => ({
  status: 'result',
  httpStatus,
  result: { wasSuccessful: false, heading: 'H', description: 'D', modelState: {}, ...changed },
});
const status = (httpStatus: number, headers: Record<string, string> = {}): Answer => ({
  status: 'unexpected',
  httpStatus,
  response: 'secret',
  headers,
});
const foreign = (isOwnShell: boolean): Answer => ({
  status: 'foreign',
  reason: 'notJson',
  httpStatus: 200,
  isOwnShell,
});
const unanswered = (reason: 'network' | 'timeout' | 'aborted'): Answer => ({
  status: 'unanswered',
  reason,
});

const kindOf = (outcome: Outcome<GenericResult>): string => {
  switch (outcome.outcome) {
    case 'retry':
      return `retry ${outcome.backoff}${outcome.stopsAll === null ? '' : ` all:${outcome.stopsAll}`}`;
    case 'held':
      return `held ${outcome.reason}`;
    default:
      return outcome.outcome;
  }
};

describe('the meaning of an answer', () => {
  it.each<[string, Answer, string]>([
    ['200, successful', result(200, { wasSuccessful: true }), 'confirmed'],
    ['204', result(204, { wasSuccessful: true }), 'confirmed'],
    ['200, not successful', result(200), 'rejected'],
    ['200, not successful, with errors', result(200, { modelState: { a: ['b'] } }), 'rejected'],
    ['400 with errors', result(400, { modelState: { a: ['b'] } }), 'rejected'],
    ['500', result(500), 'retry server'],
    ['a portal’s page', foreign(false), 'retry network all:portal'],
    ['our own shell', foreign(true), 'held version'],
    ['no network', unanswered('network'), 'retry network all:network'],
    ['a time-out', unanswered('timeout'), 'retry network all:network'],
    ['stopped by ourselves', unanswered('aborted'), 'stopped'],
    ['400 without errors', status(400), 'retryFresh'],
    ['401', status(401), 'held auth'],
    ['403', status(403), 'retryFresh'],
    ['404', status(404), 'held version'],
    ['405', status(405), 'held version'],
    ['408', status(408), 'retry network'],
    ['409', status(409), 'rejected'],
    ['409 with a time to come back', status(409, { 'retry-after': '2' }), 'retry server'],
    ['410', status(410), 'held version'],
    ['413', status(413), 'rejected'],
    ['415', status(415), 'rejected'],
    ['418', status(418), 'rejected'],
    ['422', status(422), 'rejected'],
    ['425', status(425), 'retry network'],
    ['429', status(429), 'retry server all:busy'],
    ['501', status(501), 'held version'],
    ['502', status(502), 'retry server all:busy'],
    ['503', status(503), 'retry server all:busy'],
    ['504', status(504), 'retry server all:busy'],
    ['507', status(507), 'retry server'],
    ['522', status(522), 'retry server'],
    ['201', status(201), 'retry network all:portal'],
    ['304', status(304), 'retry network all:portal'],
  ])('%s', (_, answer, meaning) => {
    expect(kindOf(classify(answer, asked()))).toBe(meaning);
  });

  it.each<[string, Answer, string]>([
    ['400 without errors', status(400), 'rejected'],
    ['403', status(403), 'held auth'],
  ])('the second, fresh time: %s', (_, answer, meaning) => {
    expect(kindOf(classify(answer, asked({ wasFresh: true })))).toBe(meaning);
  });

  it.each<[string, Answer, boolean, string]>([
    ['404', status(404), false, 'confirmed'],
    ['410', status(410), false, 'confirmed'],
    ['405', status(405), false, 'held version'],
    ['refused at first', result(200), false, 'rejected'],
    ['refused after a try without an answer', result(200), true, 'confirmed'],
    ['refused with errors after such a try', result(400), true, 'confirmed'],
    ['409 after such a try', status(409), true, 'confirmed'],
    ['422 after such a try', status(422), true, 'confirmed'],
    ['409 at first', status(409), false, 'rejected'],
    ['500 after such a try', result(500), true, 'retry server'],
  ])('a removal: %s', (_, answer, wasInDoubt, meaning) => {
    const outcome = classify(answer, asked({ call: 'RemoveDocument', wasInDoubt }));
    expect(kindOf(outcome)).toBe(meaning);
  });

  it('includes the server’s words of a refusal', () => {
    const outcome = classify(result(400, { modelState: { Surname: ['Too long'] } }), asked());
    expect(outcome).toEqual({
      outcome: 'rejected',
      message: {
        heading: 'H',
        description: 'D',
        modelState: { Surname: ['Too long'] },
        httpStatus: 400,
      },
    });
  });

  it('is a reason of the app for an unknown status, without the body', () => {
    const outcome = classify(status(422), asked());
    expect(outcome).toMatchObject({
      message: { reason: { code: 'unexpected' }, httpStatus: 422 },
    });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  it('never counts another program’s answer as the server’s', () => {
    const hidden: Answer = { ...foreign(false), reason: 'redirected', httpStatus: 0 } as Answer;
    for (const answer of [hidden, foreign(false), status(206), status(304)])
      expect(classify(answer, asked())).toMatchObject({ stopsAll: 'portal', httpStatus: null });
  });

  it.each([400, 409, 413, 415, 422])(
    'has the status, the call and the request id for the operator: %i',
    (httpStatus) => {
      const answer = status(httpStatus, { 'x-request-id': 'abc-1' });
      expect(classify(answer, asked({ wasFresh: true }))).toMatchObject({
        message: { httpStatus, support: { call: 'SaveIdDocument', requestId: 'abc-1' } },
      });
    },
  );

  it('includes the server’s words about a file', () => {
    const answer: Answer = {
      ...status(415),
      response: '{"title":"Only JPEG is taken."}',
    } as Answer;
    const outcome = classify(answer, asked());
    expect(outcome).toMatchObject({ message: { said: 'Only JPEG is taken.' } });
  });

  it('includes the time at which the server wants the next call', () => {
    expect(classify(status(503, { 'retry-after': '30' }), asked())).toMatchObject({
      notBefore: now + 30_000,
      httpStatus: 503,
    });
    expect(classify(status(429), asked())).toMatchObject({ notBefore: null });
  });
});

describe('a refused WebP', () => {
  const stepOf = (content: StepContent) =>
    newStep(content, () => ({ id: stepId('step'), key: idempotencyKey('key') }));
  const upload = (fileName: string) =>
    stepOf({
      call: 'SaveIdDocument',
      attachmentId: attachmentId('file'),
      fileName,
      size: 1,
      sha256: '',
    });
  const said = (words: string, httpStatus = 400): ServerMessage => ({
    heading: 'There was a problem',
    description: '',
    modelState: { Files: [words] },
    httpStatus,
  });

  describe('a server that refuses WebP', () => {
    it.each([
      ['Only JPEG and PNG are allowed.'],
      ['This file type is not supported.'],
      ['Unknown image format'],
      ['The extension .webp is not permitted'],
    ])('says so in words: %s', (words) => {
      expect(webpRefusal(upload('id-document-1a2b3c4d.webp'), said(words))).toBe('says');
    });

    it('may refuse by status alone', () => {
      expect(webpRefusal(upload('id-document-1a2b3c4d.webp'), said('No.', 415))).toBe('says');
    });

    it.each([
      ['The photo is not sharp enough.', 200],
      ['At most 10 documents.', 400],
      ['', 413],
      ['', 422],
    ])('may be meant by any other words: %s (%i)', (words, httpStatus) => {
      const step = upload('id-document-1a2b3c4d.webp');
      expect(webpRefusal(step, said(words, httpStatus))).toBe('may');
    });

    it('is not assumed from a status that is not about files', () => {
      expect(webpRefusal(upload('id-document-1a2b3c4d.webp'), said('Twice.', 409))).toBe('no');
    });

    it('is not assumed from a refused JPEG, form or verification upload', () => {
      expect(webpRefusal(upload('id-document-1a2b3c4d.jpg'), said('No.', 415))).toBe('no');
      const form = stepOf({ call: 'RegisterSim', sha256: '' });
      expect(webpRefusal(form, said('No.', 415))).toBe('no');
      const look = { ...upload('id-document-1a2b3c4d.webp'), isLook: true } as const;
      expect(webpRefusal(look, said('No.', 415))).toBe('no');
    });
  });
});
