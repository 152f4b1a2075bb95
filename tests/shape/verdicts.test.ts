import { describe, expect, it } from 'vitest';
import { codeFiles, read } from './support/source-files.ts';

/** An import of a file that knows the operator's verdicts. */
const KNOWING = /\/(verdict|verdict-pages|verdict-rows|read-verdicts)\.ts'/;

const knowing = (folder: string): readonly string[] =>
  codeFiles.filter((file) => file.startsWith(folder) && KNOWING.test(read(file)));

describe('the operator’s verdict', () => {
  it('reaches of the drain only its reading, so that no answer delays or stops the sending', () => {
    expect(knowing('src/sync/drain/')).toEqual([
      'src/sync/drain/drain.ts',
      'src/sync/drain/read-verdicts.ts',
    ]);
    expect(knowing('src/sync/submit/')).toEqual([]);
    expect(knowing('src/sync/second-copy/')).toEqual([]);
  });

  it('reaches no part of the store that records what was sent', () => {
    const known = knowing('src/store/outbox/');
    expect(known).toEqual([
      'src/store/outbox/outbox-port.ts',
      'src/store/outbox/receipts.ts',
      'src/store/outbox/restoring.ts',
      'src/store/outbox/submitting.ts',
      'src/store/outbox/verdict-pages.ts',
      'src/store/outbox/verdict-rows.ts',
    ]);
  });
});
