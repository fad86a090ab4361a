import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { composeEnv, createSigningKey, missingLines } from '../../compose-env.mjs';
import { simulatorConfigFromEnv } from '../../stripe-simulator/src/config.ts';
import { composeFile } from '../compose-file.ts';
import { loadConfigs } from '../service-configs.ts';

type Env = Record<string, string>;

const environment = z.record(z.string(), z.union([z.string(), z.number()]).transform(String));
const schema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: environment.optional(),
      ports: z.array(z.string()).optional(),
      profiles: z.array(z.string()).default([]),
      scale: z.string().optional(),
      cap_drop: z.array(z.string()).default([]),
      security_opt: z.array(z.string()).default([]),
      mem_limit: z.string().optional(),
      pids_limit: z.number().optional(),
      ulimits: z.object({ nofile: z.number() }).optional(),
    }),
  ),
});
const { services } = schema.parse(composeFile);

/** Replaces ${NAME}, also with :-default, -default, :+replacement, :?message and ?message, and within a default, as Compose does. */
const interpolate = (text: string, env: Env): string => {
  const innermost = /\$\{(?<name>\w+)(?:(?<operator>:-|-|:\+|:?\?)(?<rest>[^${}]*))?\}/;
  let result = text;
  for (let match = innermost.exec(result); match; match = innermost.exec(result)) {
    const { name = '', operator, rest = '' } = match.groups ?? {};
    const value = operator === '-' || operator === '?' ? env[name] : env[name] || undefined;
    if (value === undefined && operator?.endsWith('?')) throw new Error(`${name}: ${rest}`);
    result = result.replace(match[0], () => (operator === ':+' ? ((value && rest) ?? '') : (value ?? rest)));
  }
  return result;
};

const readEnvFile = (text: string, given: Env): Env => {
  const env: Env = {};
  for (const line of text.split('\n').filter((each) => !each.startsWith('#'))) {
    const { name = '', quote, value = '' } = /^(?<name>\w+)=(?<quote>['"])(?<value>[^'"]*)\k<quote>$/.exec(line)?.groups ?? {};
    expect({ line, name }).toEqual({ line, name: expect.stringMatching(/^\w+$/) });
    env[name] = quote === '"' ? interpolate(value, { ...env, ...given }) : value;
  }
  return { ...env, ...given };
};

/** The environment of a container with the variables of its image. */
const environmentOf = (service: string, env: Env): Env => {
  const own = Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [name, interpolate(value, env)]);
  return { HOST: '0.0.0.0', PORT: '8080', METRICS_PORT: '9090', ...Object.fromEntries(own) };
};

/** Settings that have no value count as unset, as the services do. */
const loadAll = (env: Env) => loadConfigs((service) => environmentOf(service, env));

/** Creating a key takes a quarter of a second; everything else of a file is new each time. */
const signingKeys = [createSigningKey(), createSigningKey()];
const OPERATORS_VALUES: Env = {
  PUBLIC_URL: 'https://shop.example.jp',
  ADMIN_EMAIL: 'admin@example.jp',
  MAIL_FROM: 'StageReel <no-reply@example.jp>',
  SMTP_URL: 'smtps://user:password@mail.example.jp',
  STRIPE_SECRET_KEY: 'sk_live_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
};

test('when a thousand environment files are generated, then every service and the card simulator accept each of them', () => {
  for (let file = 0; file < 1000; file += 1) {
    const options = { isDemo: file % 4 !== 0, hasStore: file % 3 === 0, isTls: file % 5 === 0, signingKey: signingKeys[file % 2] ?? '' };
    const env = readEnvFile(composeEnv(options), options.isDemo ? {} : OPERATORS_VALUES);
    const configs = loadAll(env);
    expect(configs.identity.NODE_ENV).toBe(options.isDemo ? 'development' : 'production');
    if (options.isDemo) simulatorConfigFromEnv({ ...environmentOf('stripe-simulator', env), DATA_DIR: '/data', NODE_ENV: 'development' });
    // Some are arguments of mongosh and redis-server, for which a value that begins with - is an option.
    const passwords = Object.entries(env).filter(([name]) => /^(MONGODB|REDIS|RABBITMQ)_(PASSWORD|KEY)/.test(name));
    expect(passwords.length).toBeGreaterThan(4);
    // No two users have the same.
    expect(new Set(passwords.map(([, value]) => value)).size).toBe(passwords.length);
    expect(passwords.filter(([, value]) => !/^\w{32,}$/.test(value))).toEqual([]);
  }
});

test('when the port of the demo is changed, then one setting changes the published port and the address of the shop', () => {
  const env = readEnvFile(composeEnv({ isDemo: true, signingKey: signingKeys[0] ?? '' }), { PORT: '4000' });
  expect(services['gateway']?.ports?.map((port) => interpolate(port, env))).toEqual(['127.0.0.1:4000:8080']);
  expect(loadAll(env).identity.PUBLIC_URL).toBe('http://localhost:4000');
});

test('when nothing else is configured, then every port but those of the TLS proxy is open to this machine alone', () => {
  const ports = Object.entries(services).flatMap(([name, service]) => (service.ports ?? []).map((port) => [name, interpolate(port, {})]));
  expect(ports.filter(([, port]) => !port?.startsWith('127.0.0.1:'))).toEqual([
    ['proxy', '0.0.0.0:443:443'],
    ['proxy', '0.0.0.0:80:80'],
  ]);
});

test('when a file leaves out what only the operator knows, then Compose names the setting', () => {
  const env = readEnvFile(composeEnv({ signingKey: signingKeys[0] ?? '' }), {});
  expect(() => loadAll(env)).toThrow('PUBLIC_URL: the address customers type');
});

test('when an older file is updated, then it gets what it lacks, and nothing that it has is changed', () => {
  const full = composeEnv({ isDemo: true, signingKey: signingKeys[0] ?? '' });
  const old = full
    .split('\n')
    .filter((line) => !/^(MONGODB|REDIS|RABBITMQ)_PASSWORD_/.test(line))
    .map((line) => (line.startsWith('COMPOSE_PROFILES=') ? "COMPOSE_PROFILES='demo,observe'" : line))
    .join('\n');
  expect(() => environmentOf('redis', readEnvFile(old, {}))).toThrow('run tools/compose-env.mjs --update .env');
  const added = missingLines({ text: old, signingKey: signingKeys[1] ?? '' });
  const env = readEnvFile([old, ...added].join('\n'), {});
  expect(() => loadAll(env)).not.toThrow();
  expect(env).toMatchObject({ ...readEnvFile(old, {}), COMPOSE_PROFILES: 'mongodb,redis,rabbitmq,demo,observe' });
  expect(Object.keys(env).sort()).toEqual(Object.keys(readEnvFile(full, {})).sort());
  expect(missingLines({ text: [old, ...added].join('\n'), signingKey: signingKeys[1] ?? '' })).toEqual([]);
});

test('when an operator has removed the profile of a server, then an update does not add it again', () => {
  const text = composeEnv({ signingKey: signingKeys[0] ?? '' }).replace('mongodb,redis,rabbitmq', 'redis');
  expect(missingLines({ text: text.replace(/^CODE_SECRET=.*$/m, ''), signingKey: signingKeys[1] ?? '' })).toEqual([
    expect.stringMatching(/^CODE_SECRET=/),
  ]);
});

test('when a token is missing, then an update creates all tokens again, so that the services accept each other', () => {
  const text = composeEnv({ isDemo: true, signingKey: signingKeys[0] ?? '' }).replace(/^INTERNAL_TOKEN_ORDERS=.*\n/m, '');
  const env = readEnvFile([text, ...missingLines({ text, signingKey: signingKeys[1] ?? '' })].join('\n'), {});
  const hashes = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'].map((service) => {
    const token = env[`INTERNAL_TOKEN_${service.toUpperCase()}`] ?? '';
    return `${service}=${createHash('sha256').update(token).digest('hex')}`;
  });
  expect(env['INTERNAL_CALLERS']?.split(',').sort()).toEqual(hashes.sort());
});

test('when a secret is in a file, then an update creates no second one', () => {
  const text = composeEnv({ isDemo: true, signingKey: signingKeys[0] ?? '' }).replace(
    /^CODE_SECRET=.*$/m,
    "CODE_SECRET_FILE='./code-secret'",
  );
  expect(missingLines({ text, signingKey: signingKeys[1] ?? '' })).toEqual(["CODE_SECRET=''"]);
});

/** What Compose starts with these profiles. */
const startedWith = (profiles: readonly string[], env: Env): string[] =>
  Object.entries(services).flatMap(([name, service]) => {
    const own = service.profiles.map((profile) => interpolate(profile, env));
    return own.length === 0 || own.some((profile) => profiles.includes(profile)) ? [name] : [];
  });

test.each(['demo', 's3', 'tls', 'observe'])(
  'when an operator names the profile %s alone, which replaces COMPOSE_PROFILES, then the servers start, too, unless there are own ones',
  (profile) => {
    const servers = { MONGODB: ['mongodb', 'mongodb-users'], REDIS: ['redis'], RABBITMQ: ['rabbitmq'] };
    const all = Object.values(servers).flat();
    const missing = (env: Env) => all.filter((name) => !startedWith([profile], env).includes(name));
    expect(missing({})).toEqual([]);
    for (const [server, names] of Object.entries(servers)) {
      for (const setting of [`${server}_URL`, `${server}_URL_ORDERS`, `${server}_URL_ORDERS_FILE`]) {
        expect({ setting, missing: missing({ [setting]: 'own' }) }).toEqual({ setting, missing: names });
      }
    }
  },
);

test('when the number of replicas is in the file, then every start has as many, and otherwise one', () => {
  for (const service of ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity']) {
    const scale = services[service]?.scale ?? '';
    expect({ service, replicas: interpolate(scale, {}) }).toEqual({ service, replicas: '1' });
    expect({ service, replicas: interpolate(scale, { [`REPLICAS_${service.toUpperCase()}`]: '3' }) }).toEqual({ service, replicas: '3' });
  }
});

test('when a container starts, then it has no capabilities but those that its image needs, and limits', () => {
  const lax = Object.entries(services).filter(
    ([, each]) => !each.cap_drop.includes('ALL') || !each.security_opt.includes('no-new-privileges:true'),
  );
  expect(lax.map(([name]) => name)).toEqual([]);
  const unlimited = Object.entries(services).filter(([, each]) => !each.mem_limit || !each.pids_limit || !each.ulimits);
  expect(unlimited.map(([name]) => name)).toEqual([]);
});

test('when a version is released, then the workflow builds every image of docker-compose.yml', () => {
  const workflow = readFileSync(new URL('../../../.github/workflows/images.yml', import.meta.url), 'utf8');
  const [, targets = ''] = /for target in (.*); do/.exec(workflow) ?? [];
  const images = Object.values(services).flatMap(({ image }) => /stagereel-([\w-]+):/.exec(image)?.[1] ?? []);
  expect(targets.split(' ').sort()).toEqual(images.sort());
});
