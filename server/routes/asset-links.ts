import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';

/** Where Android and Chrome ask whether an app may show this site as its own. */
const PATH = '/.well-known/assetlinks.json';

/** Says which app on a phone is ours, by its name and who signed it. Without one the address is unknown. */
export function addAssetLinks(app: FastifyInstance, { androidApp }: AppContext): void {
  if (androidApp === null) return;
  const statements = [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: androidApp.package,
        sha256_cert_fingerprints: androidApp.fingerprints,
      },
    },
  ];
  app.get(PATH, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600');
    return statements;
  });
}
