import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { distFolder } from '../support/app/built-app.ts';

test('licences.txt names every package whose code is in pages, their workers or the service worker', () => {
  const text = readFileSync(join(distFolder, 'licences.txt'), 'utf8');
  const named = [...text.matchAll(/^(\S+) [\d.]+ \(.+\)$/gm)].map(([, name]) => name);
  const project = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  // The server's packages do not ship to a phone.
  const ofServer = /^(@aws-sdk|@fastify|@valibot)\/|^(fastify|kysely|pg|prom-client)$/;
  const direct = Object.keys(project.dependencies).filter((name) => !ofServer.test(name));
  // Packages that other packages bring into the service worker or the page.
  const indirect = ['idb', 'workbox-core', 'workbox-strategies', 'scheduler', '@tanstack/history'];
  expect(named).toEqual(expect.arrayContaining([...direct, ...indirect]));
});
