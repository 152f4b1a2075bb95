import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../server/ops/operator-settings.ts';
import {
  CONTAINER_FOLDER,
  composeVariables,
  filledIn,
  readCompose,
} from '../../support/server/compose.ts';

const page = readFileSync('docs/server/run.md', 'utf8');
const dockerfile = readFileSync(`${CONTAINER_FOLDER}/Dockerfile`, 'utf8');
const nginx = readFileSync(`${CONTAINER_FOLDER}/nginx.conf`, 'utf8');
const { services, volumes } = readCompose();
const servers = Object.entries(services).filter(([name]) => name.startsWith('api-'));

const mustBeSet = Object.fromEntries(
  [...composeVariables()].flatMap(([name, byDefault]) =>
    byDefault === null ? [[name, 'made-up']] : [],
  ),
);

/** The environment of the image, overridden by the values of compose. */
const environmentOf = (environment: Readonly<Record<string, string | number>> = {}) => ({
  ...Object.fromEntries(
    Array.from(dockerfile.matchAll(/(?<=[ ])([A-Z_]+)=(\S+)/g), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, filledIn(value, mustBeSet)]),
  ),
});

describe('compose.yaml', () => {
  it('has for each service a source, and mounts only existing paths', () => {
    const made = Object.entries(services).filter(([, { image, build }]) => image ?? build);
    expect(made.map(([name]) => name)).toEqual(Object.keys(services));
    for (const { build, volumes: mounts = [], depends_on: others = {} } of Object.values(
      services,
    )) {
      if (build !== undefined) {
        expect(existsSync(join(CONTAINER_FOLDER, build.context, build.dockerfile))).toBe(true);
      }
      for (const [source = ''] of mounts.map((mount) => mount.split(':'))) {
        if (source.startsWith('.')) expect(existsSync(join(CONTAINER_FOLDER, source))).toBe(true);
        else expect(Object.keys(volumes)).toContain(source);
      }
      for (const other of Object.keys(others)) expect(Object.keys(services)).toContain(other);
    }
  });

  it('needs no setting without a default or a row in docs/server/run.md', () => {
    const named = [...composeVariables().keys()];
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    expect(named.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
  });

  it('gives two servers valid settings and the right ports', () => {
    const { port: byDefault } = settingsFrom({}, '/veld');
    expect(servers.map(([name]) => name)).toEqual(['api-1', 'api-2']);
    for (const [, { environment }] of servers) {
      const settings = settingsFrom(environmentOf(environment), '/veld');
      expect(settings.port).toBe(byDefault);
      expect(settings.ops?.host).toBe('127.0.0.1');
      expect(settings.postgres).not.toBeNull();
      expect(settings.bucket?.spoolDir).toBe('/spool');
      expect(settings.keysFile).toBe('/keys/keys.json');
      expect(dockerfile).toContain(`EXPOSE ${settings.port}`);
      expect(dockerfile).toContain(`http://127.0.0.1:${settings.ops?.port}/readyz`);
    }
  });

  it('makes nginx call both servers, which trust only nginx', () => {
    const port = settingsFrom({}, '/veld').port;
    const addresses = servers.map(([, { networks }]) => networks?.['default']?.ipv4_address);
    const upstream = Array.from(nginx.matchAll(/^ {2}server (\S+) /gm), ([, to]) => to);
    expect(upstream).toEqual(addresses.map((address) => `${address}:${port}`));
    const { networks, ports: [published = ''] = [] } = services['proxy'] ?? {};
    for (const [, { environment }] of servers) {
      expect(environment?.['VELD_TRUST_PROXY']).toBe(networks?.['default']?.ipv4_address);
    }
    expect(nginx).toContain(`listen ${published.split(':').at(-1)};`);
  });
});
