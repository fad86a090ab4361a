import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { composeEnv } from '../../compose-env.mjs';
import { composeFile, usedSettings } from '../compose-file.ts';
import { ROOT } from '../run-command.ts';
import { SCHEMAS as ALL_SCHEMAS } from '../service-configs.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { services, secrets } = z
  .object({
    services: z.record(
      z.string(),
      z.object({ environment: z.record(z.string(), z.coerce.string()).default({}), secrets: z.array(z.string()).default([]) }),
    ),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(composeFile);

const SCHEMAS: Record<string, object> = ALL_SCHEMAS;
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
const OF_THE_IMAGE = ['HOST', 'PORT', 'METRICS_PORT', 'WEB_ROOT', 'MEDIA_DIR'];

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
  const known = new Set([...Object.values(sections).flat(), ...created]);
  const ofOneService = new RegExp(`_(${Object.keys(SCHEMAS).join('|').toUpperCase()})$`);
  const isKnown = (given: string): boolean => {
    const name = given.replace(/_FILE$/, '');
    return known.has(given) || known.has(name) || known.has(name.replace(ofOneService, '')) || name.startsWith('OTEL_');
  };
  expect([...usedSettings].filter((name) => !isKnown(name))).toEqual([]);
  // Compose itself reads COMPOSE_PROFILES.
  expect(ofContainers.filter((name) => !usedSettings.has(name))).toEqual(['COMPOSE_PROFILES']);
});

test('when a secret is in a file, then its service alone gets the file, under the name that its setting points to', () => {
  const filesOf = (service: string): string[] =>
    Object.entries(services[service]?.environment ?? {}).flatMap(([name, value]) => {
      const [, source, path] = /^\$\{(\w+)_FILE:\+\/run\/secrets\/(\w+)\}$/.exec(value) ?? [];
      if (!name.endsWith('_FILE')) return [];
      const setting = name.replace(/_FILE$/, '');
      expect([setting, `${setting}_${service.toUpperCase()}`]).toContain(source);
      // The backup's own settings are tested beside them.
      const isRead = setting in (SCHEMAS[service] ?? services['backup']?.environment ?? {});
      expect({ name, path, isRead }).toEqual({ name, path: source, isRead: true });
      return [path ?? ''];
    });
  const files = Object.keys(SCHEMAS).flatMap(filesOf);
  expect(new Set(files).size).toBe(files.length);
  const all = new Set(['CA', ...files, ...filesOf('backup')]);
  expect(Object.keys(secrets).sort()).toEqual([...all].sort());
  for (const [name, { file }] of Object.entries(secrets)) expect(file).toBe(`\${${name}_FILE:-/dev/null}`);
  for (const [service, { secrets: mounted }] of Object.entries(services)) {
    expect({ service, mounted }).toEqual({ service, mounted: mounted.length > 0 ? ['CA', ...filesOf(service)] : [] });
  }
  expect(services['orders']?.environment['NODE_EXTRA_CA_CERTS']).toBe(`\${CA_FILE:+/run/secrets/CA}`);
});

test('when the address of an external server has a password, then it can be in a file, as every secret of a service', () => {
  const isSecret = (name: string): boolean =>
    /^(MONGODB_URL|REDIS_URL|RABBITMQ_URL|SMTP_URL)$|_(SECRET|TOKEN|SECRET_KEY|PASSWORD|SIGNING_KEY|ACCESS_KEY)$/.test(name);
  const inEnvironmentOnly = [...Object.keys(SCHEMAS), 'backup'].flatMap((service) => {
    const names = Object.keys(services[service]?.environment ?? {});
    return names
      .filter((name) => isSecret(name.replace(/^BACKUP_/, '')) && !names.includes(`${name}_FILE`))
      .map((name) => ({ service, name }));
  });
  expect(inEnvironmentOnly).toEqual([]);
});

test('when an operator moves the secrets into files, also from a file with lines of an update, then the last values are moved', async () => {
  const [block = ''] = read('docs/configuration.md').match(/(?<=^```bash\n)mkdir -m 700 secrets\n.*?(?=^```$)/ms) ?? [];
  const dir = await mkdtemp(join(tmpdir(), 'secrets-'));
  try {
    const own = Object.keys(secrets).filter((name) => name !== 'CA');
    const lines = own.map(
      (name, index) => [`${name}='old'`, `${name}='a|&value=${name}'`, `${name}="a|&value=${name}"`, `${name}=a|&value=${name}`][index % 4],
    );
    const updated = own.map((name, index) => (index % 4 === 0 ? `${name}='a|&value=${name}'` : ''));
    await writeFile(join(dir, '.env'), [...lines, "OTHER='stays'", ...updated, ''].join('\n'));
    await promisify(execFile)('bash', ['-euc', block.replace(/^docker compose .*$/m, '')], { cwd: dir });
    const values = await Promise.all(own.map(async (name) => [name, await readFile(join(dir, 'secrets', name), 'utf8')]));
    expect(values).toEqual(own.map((name) => [name, `a|&value=${name}\n`]));
    const rest = (await readFile(join(dir, '.env'), 'utf8')).split('\n').filter((line) => line !== '');
    const wanted = ["OTHER='stays'", ...own.flatMap((name) => [`${name}=''`, `${name}_FILE='./secrets/${name}'`])];
    expect([...new Set(rest)].sort()).toEqual(wanted.sort());
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
