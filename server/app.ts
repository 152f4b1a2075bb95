import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { type FastifyInstance, fastify } from 'fastify';
import { formKindRows } from '../src/domain/forms/form-kinds.ts';
import { API_PATH } from '../src/domain/web-names.ts';
import { problem } from './answers/problems.ts';
import { sendProblem } from './answers/send-answer.ts';
import type { AppContext, AppOptions } from './app-context.ts';
import { sealedFiles } from './files/sealed-files.ts';
import { startDaily } from './jobs/daily.ts';
import { defaultLimits, MINUTE_MS } from './limits.ts';
import { noMeter } from './meter.ts';
import { sealedPartials } from './partials/partial-store-port.ts';
import { createAntiForgery } from './plugins/anti-forgery-tokens.ts';
import { answerBadAddress, answerError, answerUnreadRequest } from './plugins/error-replies.ts';
import { addGuard, addShedding } from './plugins/guard.ts';
import { addHeaders, checkOrigins } from './plugins/policies.ts';
import { addRequestLog, addRequestMeter, addServerTiming } from './plugins/request-log.ts';
import { addStaticApp, readableAddress } from './plugins/static-app.ts';
import { createUploadWatch } from './plugins/upload-watch.ts';
import { isAnnounced } from './repository/repository-port.ts';
import { addResumable } from './resumable/resumable.ts';
import { addDocumentDownload, addDocumentRemoval } from './routes/documents.ts';
import { addForm, addInfo } from './routes/forms.ts';
import { addAssetLinks, addOpenRoutes } from './routes/open.ts';
import { addUploads } from './routes/uploads.ts';

const MAX_HEADER_BYTES = 16 * 1024;
/** An upload's only field is the form id. */
const MAX_FIELD_BYTES = 100;
/** The number of callers whose calls are counted. If there are more, the server forgets those with the oldest calls. */
const MAX_REMEMBERED_CALLERS = 20_000;

/** Builds the server over its stores and deletes old data from them. The returned server does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const limits = { ...defaultLimits, ...options.limits };
  const {
    repository,
    files,
    partials,
    tidyFiles,
    now,
    log,
    connectTo = [],
    keepDays = null,
  } = options;
  checkOrigins(connectTo);
  const context: AppContext = {
    repository,
    files: sealedFiles(files, options.keys),
    uncommittedFiles: options.uncommittedFiles,
    partials: sealedPartials(partials, options.keys),
    keys: options.keys,
    antiForgery: createAntiForgery(options.keys.signing, now),
    applicationKey: options.applicationKey,
    connectTo,
    androidApp: options.androidApp ?? null,
    announces: announcesFrom(options),
    policy: options.policy ?? null,
    limits,
    pressure: options.pressure ?? (() => ({ loopDelayMs: 0, heapShare: 0 })),
    uploads: createUploadWatch(limits),
    now,
    log,
  };

  const app = fastify({
    logger: false,
    trustProxy: options.trustProxy ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: limits.maxJsonBytes,
    requestTimeout: limits.maxRequestMs,
    connectionTimeout: limits.maxSilenceMs,
    // During the stop, the server still serves calls over open connections.
    return503OnClosing: false,
    http: {
      headersTimeout: limits.maxHeadersMs,
      connectionsCheckingInterval: limits.connectionCheckMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    rewriteUrl: readableAddress,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnreadRequest,
  });

  addHeaders(app);
  closeConnectionsOnStop(app, options.stopping);
  app.decorateRequest('refusedFor', null);
  addRequestLog(app, log);
  addRequestMeter(app, options.meter ?? noMeter, now);
  app.setErrorHandler(answerError(log));
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('Not found.\n'),
  );

  await app.register(rateLimit, { global: false, cache: MAX_REMEMBERED_CALLERS });
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fields: 1,
      fieldNameSize: MAX_FIELD_BYTES,
      fieldSize: MAX_FIELD_BYTES,
      files: limits.maxFilesPerCall,
      fileSize: limits.maxFileBytes,
      parts: limits.maxFilesPerCall + 1,
      headerPairs: 20,
    },
  });
  await app.register(async (api) => addApi(api, context), { prefix: API_PATH });
  addAssetLinks(app, context);
  if (options.distDir !== null) await addStaticApp(app, context, options.distDir);

  const stopDaily = await startDaily({
    repository,
    files,
    partials,
    tidyFiles,
    now,
    log,
    keepDays,
  });
  app.addHook('onClose', async () => stopDaily());
  return app;
}

/** An unknown address under `/api` gets JSON, never the app's page. */
async function addApi(api: FastifyInstance, context: AppContext): Promise<void> {
  addServerTiming(api);
  addOpenRoutes(api, context);
  await api.register(async (guarded) => {
    addShedding(guarded, context);
    addGuard(guarded, context);
    addCalls(guarded, context);
  });
  for (const path of ['/', '/*']) {
    api.all(path, async (request, reply) => sendProblem(request, reply, problem('not-found')));
  }
}

function addCalls(app: FastifyInstance, context: AppContext): void {
  addInfo(app, context);

  for (const { kind } of formKindRows) {
    addForm(app, context, kind);
    addDocumentRemoval(app, context, kind);
  }
  addDocumentDownload(app, context);

  app.register(async (uploads) => {
    addResumable(uploads, context);
    for (const { kind } of formKindRows) addUploads(uploads, context, kind);
  });
}

/** Looks for the operator's first decision at most once a minute, and never again after it was found. */
function announcesFrom({ announce, repository, now }: AppOptions): AppContext['announces'] {
  if (announce !== null && announce !== undefined) return async () => announce;
  let found = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (when) => {
    const isDue = when === 'now' || Math.abs(now() - lookedAt) >= MINUTE_MS;
    if (!found && isDue) {
      found = await isAnnounced(repository, null);
      lookedAt = now();
    }
    return found;
  };
}

/**
 * Closes each connection after its answer during a stop. Otherwise an idle connection would delay the stop until it
 * timed out.
 */
function closeConnectionsOnStop(app: FastifyInstance, stopping: AbortSignal | undefined): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing || stopping?.aborted) reply.header('connection', 'close');
  });
}
