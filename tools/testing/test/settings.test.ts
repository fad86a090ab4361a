import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { catalogConfig } from '../../../services/catalog/src/config.ts';
import { gatewayConfig } from '../../../services/gateway/src/config.ts';
import { identityConfig } from '../../../services/identity/src/config.ts';
import { mediaConfig } from '../../../services/media/src/config.ts';
import { notifyConfig } from '../../../services/notify/src/config.ts';
import { ordersConfig } from '../../../services/orders/src/config.ts';
import { composeEnv } from '../../compose-env.mjs';
import { ROOT } from '../run-command.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const composeText = read('docker-compose.yml').replace(/^\s*#.*$/gm, '');
const { services, secrets } = z
  .object({
    services: z.record(
      z.string(),
      z.object({ environment: z.record(z.string(), z.coerce.string()).default({}), secrets: z.array(z.string()).default([]) }),
    ),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(composeText, { merge: true }));

const SCHEMAS: Record<string, object> = {
  gateway: gatewayConfig,
  catalog: catalogConfig,
  identity: identityConfig,
  orders: ordersConfig,
  notify: notifyConfig,
  media: mediaConfig,
};
const settings = Object.entries(SCHEMAS).flatMap(([service, schema]) => Object.keys(schema).map((name) => ({ service, name })));

/** The names in the first column of a section's tables in docs/configuration.md. */
const namesIn = (section: string): string[] =>
  [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z]\w+)`/g)].map(([, name = '']) => name));
const sections = Object.fromEntries(
  read('docs/configuration.md')
    .split(/^## /m)
    .map((section) => [section.slice(0, section.indexOf('\n')), namesIn(section)]),
);
const { 'Every service': ofAll = [], Containers: ofContainers = [] } = sections;

/** What belongs to the image and its volumes: where the container listens, and where its files and programs are. */
const OF_THE_IMAGE = ['HOST', 'PORT', 'METRICS_PORT', 'WEB_ROOT', 'MEDIA_DIR', 'FFMPEG_PATH', 'FFPROBE_PATH'];

test('when a service reads a setting, then docs/configuration.md has it, and nothing that no service reads', () => {
  for (const [service, schema] of Object.entries(SCHEMAS)) {
    const documented = [...ofAll, ...(sections[service] ?? [])];
    const missing = Object.keys(schema).filter((name) => !documented.includes(name));
    const unknown = (sections[service] ?? []).filter((name) => !(name in schema));
    expect({ service, missing, unknown }).toEqual({ service, missing: [], unknown: [] });
  }
  expect(ofAll.filter((name) => settings.every((setting) => setting.name !== name))).toEqual([]);
});

test('when a setting is documented, then it can be set in .env, for all services or by the name with the service at its end', () => {
  const fixed = settings.filter(({ service, name }) => {
    const value = services[service]?.environment[name] ?? '';
    return !OF_THE_IMAGE.includes(name) && !new RegExp(`\\$\\{${name}(_${service.toUpperCase()})?\\b`).test(value);
  });
  expect(fixed).toEqual([]);
});

test('when docker-compose.yml uses a variable, then it is documented, or created by tools/compose-env.mjs', () => {
  const created = [...composeEnv({ hasStore: true, signingKey: 'none' }).matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  const known = new Set([...Object.values(sections).flat(), ...namesIn(read('docs/backup.md')), ...created]);
  const used = new Set([...composeText.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name));
  const ofOneService = new RegExp(`_(${Object.keys(SCHEMAS).join('|').toUpperCase()})$`);
  const isKnown = (given: string): boolean => {
    const name = given.replace(/_FILE$/, '');
    return known.has(name) || known.has(name.replace(ofOneService, '')) || name.startsWith('OTEL_');
  };
  expect([...used].filter((name) => !isKnown(name))).toEqual([]);
  // Compose itself reads COMPOSE_PROFILES.
  expect(ofContainers.filter((name) => !used.has(name))).toEqual(['COMPOSE_PROFILES']);
});

test('when a secret is in a file, then its service alone gets the file, under the name that its setting points to', () => {
  const files = Object.fromEntries(
    Object.keys(SCHEMAS).map((service) => [
      service,
      Object.entries(services[service]?.environment ?? {}).flatMap(([name, value]) => {
        const [, source, path] = /^\$\{(\w+)_FILE:\+\/run\/secrets\/(\w+)\}$/.exec(value) ?? [];
        if (!name.endsWith('_FILE')) return [];
        const setting = name.replace(/_FILE$/, '');
        expect([setting, `${setting}_${service.toUpperCase()}`]).toContain(source);
        expect({ name, path, isRead: setting in (SCHEMAS[service] ?? {}) }).toEqual({ name, path: source, isRead: true });
        return [source];
      }),
    ]),
  );
  for (const [service, names] of Object.entries(files))
    expect({ service, secrets: services[service]?.secrets }).toEqual({ service, secrets: names });
  const all = Object.values(files).flat();
  expect(Object.keys(secrets).sort()).toEqual([...new Set(all)].sort());
  expect(all).toHaveLength(Object.keys(secrets).length);
  for (const [name, { file }] of Object.entries(secrets)) expect(file).toBe(`\${${name}_FILE:-/dev/null}`);
});
