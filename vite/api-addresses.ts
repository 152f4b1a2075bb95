import type { Plugin } from 'vite';
import { ANALYTICS_ORIGIN } from '../src/domain/web-names.ts';

/**
 * Tells the reference server which addresses the built app calls, so that its content security policy allows them. The
 * file's name begins with a dot: the server reads such files, but does not serve them.
 */
export function apiAddresses(): Plugin {
  let env: Record<string, unknown> = {};
  return {
    name: 'veld-api-addresses',
    apply: 'build',
    configResolved: (config) => {
      env = config.env;
    },
    generateBundle() {
      const { VITE_API_LOCAL: local, VITE_API_DEV: dev, VITE_API_LIVE: live } = env;
      const analytics = env['VITE_ANALYTICS_ID'] ? ANALYTICS_ORIGIN : undefined;
      const source = JSON.stringify({ local, dev, live, analytics });
      this.emitFile({ type: 'asset', fileName: '.api-addresses.json', source });
    },
  };
}
