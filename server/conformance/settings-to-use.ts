import type { Bench } from './bench.ts';
import { builtAddress, isSameOrigin } from './target.ts';

/** What to build the app with, and what else it takes, for a backend as the run found it. */
export function settingsToUse({ target, sendsKeys, takesWebp }: Bench): string {
  const lines = [
    'Build with these lines in .env:',
    '',
    `VITE_API_LIVE=${builtAddress(target) || '/'}`,
    `VITE_APPLICATION_KEY=${target.applicationKey}`,
    ...(sendsKeys ? [] : ['VITE_IDEMPOTENCY_HEADER=']),
    ...(takesWebp ? [] : ['VITE_PHOTO_FORMAT=jpeg']),
    '',
  ];
  const elsewhere = [
    `The pages' own policy must allow it: connect-src 'self' ${target.base.origin}`,
    '(the reference server, where it serves the app, does that by itself).',
  ];
  const here = [
    `The proxy of ${target.appOrigin} must hand ${target.base.pathname} to the backend.`,
  ];
  return [...lines, ...(isSameOrigin(target) ? here : elsewhere), ''].join('\n');
}
