import { describe, expect, it } from 'vitest';
import type { Held } from './holdings.ts';
import { judge, simCardNumberOf } from './verdict.ts';

const acknowledged = [{ index: 7, id: 'a', files: [{ name: 'id-1.jpg', sha256: 'one' }] }];
const file = { name: 'id-1.jpg', sha256: 'one', isWhole: true };
const held: Held = { simCardNumber: simCardNumberOf(7), signatures: 1, documents: [file] };

describe('the verdict on the backend’s data', () => {
  it('reports nothing if everything is stored once', () => {
    expect(judge(acknowledged, [held])).toEqual({ losses: [], twins: [] });
  });

  it.each([
    ['a registration', []],
    ['a signature', [{ ...held, signatures: 0 }]],
    ['a file', [{ ...held, documents: [] }]],
    ['the bytes of a file', [{ ...held, documents: [{ ...file, isWhole: false }] }]],
  ])('names a loss: %s', (_, holdings) => {
    expect(judge(acknowledged, holdings).losses).toHaveLength(1);
  });

  it.each([
    ['a registration', [held, held]],
    ['a signature', [{ ...held, signatures: 2 }]],
    ['a file under another name', [{ ...held, documents: [file, { ...file, name: 'id-2.jpg' }] }]],
    ['a file that nobody captured', [{ ...held, documents: [file, { ...file, sha256: 'x' }] }]],
  ])('names a twin: %s', (_, holdings) => {
    expect(judge(acknowledged, holdings).twins.length).toBeGreaterThan(0);
  });

  it('asks for nothing that was never acknowledged', () => {
    expect(judge([], [])).toEqual({ losses: [], twins: [] });
  });
});
