import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { type FastifyInstance, fastify } from 'fastify';
import { openFileStore } from './files/file-store.ts';
import { lockFolder } from './folder-lock.ts';
import { createLog } from './log.ts';
import { type AppOptions, answerLifetimeMs, defaultLimits } from './options.ts';
import { createAntiForgery } from './plugins/anti-forgery.ts';
import { answerBadAddress, answerError } from './plugins/errors.ts';
import { addHeaders } from './plugins/headers.ts';
import { policiesFor } from './plugins/policies.ts';
import { addRequestLog } from './plugins/request-log.ts';
import { addStaticApp } from './plugins/static-app.ts';
import { openSqliteRepository } from './repository/sqlite.ts';
import { addApi } from './routes/api.ts';
import { readOrMakeSecret } from './secret.ts';
import type { Services } from './services.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Builds the server, ready to listen or to be injected into. Opens the data folder (throws when
 * another server has it), migrates the database, and clears away what a crash left behind.
 * Closing the instance closes the database and frees the folder.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const limits = { ...defaultLimits, ...options.limits };
  const log = createLog(options.log, options.now);
  const policies = policiesFor(options.connectTo ?? []);
  // Customers' documents lie here: for this user's eyes only.
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(options.dataDir);
  const repository = openSqliteRepository(join(options.dataDir, 'veld.sqlite'));
  const services: Services = {
    repository,
    files: openFileStore(options.dataDir),
    antiForgery: createAntiForgery(readOrMakeSecret(options.dataDir), options.now),
    applicationKey: options.applicationKey,
    policies,
    limits,
    now: options.now,
    log,
  };

  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: limits.jsonBytes,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silenceMs,
    http: { headersTimeout: limits.headersMs, maxHeaderSize: 16 * 1024 },
    frameworkErrors: answerBadAddress,
  });

  addHeaders(app);
  closeConnectionsOnStop(app);
  addRequestLog(app, log);
  app.setErrorHandler(answerError(log));
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('Not found.\n'),
  );

  await app.register(rateLimit, { global: false, cache: 20_000 });
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fields: 1,
      fieldNameSize: 100,
      fieldSize: 100,
      files: limits.filesPerKind,
      fileSize: limits.fileBytes,
      parts: limits.filesPerKind + 1,
      headerPairs: 20,
    },
  });
  await app.register(async (api) => addApi(api, services), { prefix: '/api' });
  if (options.distDir !== null) {
    await addStaticApp(app, services, options.distDir);
  }

  log.event('swept', await services.files.sweep(repository.storageNames()));
  const purge = () => {
    log.event('purged', repository.purgeAnswers(options.now() - answerLifetimeMs));
  };
  purge();
  const daily = setInterval(purge, dayMs).unref();

  app.addHook('onClose', async () => {
    clearInterval(daily);
    repository.close();
    lock.release();
  });
  return app;
}

/** A connection kept alive after its last answer would hold up the stop until it timed out. */
function closeConnectionsOnStop(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) {
      reply.header('connection', 'close');
    }
  });
}
