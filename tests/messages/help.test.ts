import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guide } from '../../src/messages/help.ts';

const docs = join(import.meta.dirname, '../../docs');
const printed = readFileSync(join(docs, 'agent-guide.md'), 'utf8');

describe("the agent's guide", () => {
  it('is the same in print and in the app, in the same order', () => {
    const inApp = Object.values(guide).flatMap(({ title, ...paragraphs }) => [
      `## ${title}`,
      ...Object.values(paragraphs),
    ]);
    const inPrint = printed
      .split('\n')
      .filter((line) => line !== '' && !/^(# |<| {2}<)/.test(line))
      .slice(1);
    expect(inPrint).toEqual(inApp);
  });

  it('has all its pictures', () => {
    const pictures = [...printed.matchAll(/src="([^"]+)"/g)].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(4);
    expect(pictures.filter((path) => !existsSync(join(docs, path)))).toEqual([]);
  });
});
