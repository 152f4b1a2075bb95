import { type Check, fails, holds } from '../conformance-check.ts';
import { photo } from './files-checks.ts';

/** A photo over a link of 4 kB/s: a minute. */
const LINK = { bytes: 4_000, everyMs: 1_000 };
const PHOTO_BYTES = 240_000;

export const slowLinkChecks: readonly Check[] = [
  {
    id: 'slow.upload',
    level: 'should',
    needs: 'slow',
    says: 'an upload that takes a minute is not cut',
    otherwise: 'agents on a slow link cannot deliver; the app tries again for ever',
    after: ['documents.photo'],
    run: async (bench) => {
      const form = await bench.form('individual', 'slow');
      const status = await bench.uploadSlowly(form, photo(PHOTO_BYTES), LINK);
      if (status === null) return fails('the connection was cut');
      return status === 200 || status === 204 ? holds() : fails(`status ${status}`);
    },
  },
];
