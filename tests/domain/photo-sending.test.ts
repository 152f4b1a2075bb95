import { describe, expect, it } from 'vitest';
import type { UploadCall } from '../../src/domain/forms/document-kinds.ts';
import { attachmentId, idempotencyKey, stepId } from '../../src/domain/ids.ts';
import { photoPermission, waitsForWifi, willWaitForWifi } from '../../src/domain/photo-sending.ts';
import type { Step } from '../../src/domain/submission-types.ts';

const said = { day: '2026-11-22', link: 'unmetered' } as const;

describe('the permission to send photos', () => {
  it.each([
    ['always', null, 'metered', 'go'],
    ['always', null, null, 'go'],
    ['unmetered', null, 'unmetered', 'go'],
    ['unmetered', null, 'metered', 'wait'],
    ['unmetered', null, null, 'ask'],
    ['unmetered', said, null, 'go'],
    ['unmetered', said, 'metered', 'wait'],
    ['unmetered', { ...said, link: 'metered' }, null, 'wait'],
    ['unmetered', { ...said, link: 'metered' }, 'unmetered', 'go'],
    ['unmetered', { ...said, day: '2026-11-21' }, null, 'ask'],
  ] as const)('%s, said %j, seen %s: %s', (sending, said, seen, permission) => {
    expect(photoPermission({ sending, said }, seen, '2026-11-22')).toBe(permission);
  });
});

const step = (content: Step['content'], isDone: boolean): Step => ({
  id: stepId('one'),
  key: idempotencyKey('key'),
  content,
  state: isDone ? { status: 'confirmed', at: 1 } : { status: 'pending' },
  attempts: 0,
});
const file = (call: 'SaveSignature' | UploadCall) => ({
  call,
  attachmentId: attachmentId('file'),
  fileName: 'file',
  size: 1,
  sha256: '',
});
const steps = (signatureSent: boolean, photoSent: boolean): readonly Step[] => [
  step(file('SaveSignature'), signatureSent),
  step(file('SaveIdDocument'), photoSent),
];

describe('a wait for Wi-Fi', () => {
  it('applies to a submission whose next step is a photo', () => {
    const wait = (signatureSent: boolean) =>
      waitsForWifi({ status: 'queued', steps: steps(signatureSent, false) }, 'wait');
    expect([wait(false), wait(true)]).toEqual([false, true]);
  });

  it('is known before the photo’s turn, and ends when the photo is sent', () => {
    const will = (photoSent: boolean) =>
      willWaitForWifi({ status: 'queued', steps: steps(true, photoSent) }, 'ask');
    expect([will(false), will(true)]).toEqual([true, false]);
    expect(willWaitForWifi({ status: 'queued', steps: steps(false, false) }, 'wait')).toBe(true);
  });

  it('does not apply after ‘Send now’, before Submit, or if photos may be sent', () => {
    const at = steps(true, false);
    expect(waitsForWifi({ status: 'queued', steps: at, sendsPhotos: true }, 'wait')).toBe(false);
    expect(waitsForWifi({ status: 'rejected', steps: at }, 'wait')).toBe(false);
    expect(waitsForWifi({ status: 'queued', steps: at }, 'go')).toBe(false);
    expect(willWaitForWifi({ status: 'queued', steps: at, sendsPhotos: true }, 'wait')).toBe(false);
  });
});
