import { idempotencyKey } from '../../src/domain/ids.ts';
import type { BegunUpload } from '../../src/domain/submission-types.ts';
import { withApi } from './sabotage.ts';
import type { Sabotage } from './world.ts';

/** Mistakes with uploads in pieces, in the app or in its backend. */
export const plantedPieceBugs: Readonly<Record<string, Sabotage>> = {
  'a server counts the bytes of a piece before they are on its disk': (ports, world) => {
    world.uploads.server.countsBeforeSync = true;
    return ports;
  },

  'the body of an upload is another on each try': (ports, world) => {
    const { nameOf } = world.uploads;
    let tries = 0;
    world.uploads.nameOf = (request, key) => {
      tries += 1;
      return tries === 1 ? nameOf(request, key) : `${nameOf(request, key)} ${tries}`;
    };
    return ports;
  },

  'an upload’s address is used for another file': (ports) => {
    let last: BegunUpload | null = null;
    return withApi(ports, (request, options) => {
      const { resumableUpload } = options;
      if (resumableUpload === undefined) return ports.api.send(request, options);
      const came = (upload: BegunUpload) => {
        last = upload;
        return resumableUpload.came(upload);
      };
      const begun = resumableUpload.begun ?? last;
      return ports.api.send(request, {
        ...options,
        resumableUpload: { ...resumableUpload, begun, came },
      });
    });
  },

  'an upload that is gone counts as arrived': (ports, world) => {
    world.network.changed = (said) =>
      said.status === 404 ? world.uploads.asAnswer(received) : said;
    return ports;
  },

  'the acknowledgement of a piece counts as the call’s answer': (ports, world) => {
    world.network.changed = (said) =>
      said.status === 204 && Number(said.headers['upload-offset'] ?? 0) > 0
        ? world.uploads.asAnswer(received)
        : said;
    return ports;
  },

  'an upload is begun under a key of its own': (ports) =>
    withApi(ports, (request, options) =>
      ports.api.send(request, {
        ...options,
        idempotencyKey:
          options.resumableUpload === undefined
            ? options.idempotencyKey
            : idempotencyKey(ports.newId()),
      }),
    ),
};

const received = {
  status: 'result',
  httpStatus: 200,
  result: { wasSuccessful: true, heading: '', description: '', modelState: {} },
} as const;
