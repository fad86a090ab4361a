import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { digestOf, parseCallers, SERVICE_NAMES } from './internal-callers.ts';
import { areBrokerAddresses } from './messaging/broker-addresses.ts';
import { isRedisAddress } from './redis-address.ts';

const developmentDefaults = new WeakMap<z.ZodType, string>();

const ownInProduction = <Schema extends z.ZodType>(schema: Schema, developmentDefault: string): Schema => {
  developmentDefaults.set(schema, developmentDefault);
  return schema;
};

/** A secret. It has a default for development only: in production the service refuses to start without a value of its own. */
export const secret = (developmentDefault: string) => ownInProduction(z.string().min(8).default(developmentDefault), developmentDefault);

const DEVELOPMENT_TOKEN = 'development-internal-token';
const DEVELOPMENT_CALLERS = SERVICE_NAMES.map((name) => `${name}=${digestOf(DEVELOPMENT_TOKEN)}`).join();

/** A schema whose setting is a duration; {@link loadConfig} renames its key to `…_MS`. */
type Duration = { readonly unit: 'ms' };
const asDuration = <Schema extends z.ZodType>(schema: Schema): Schema & Duration => Object.assign(schema, { unit: 'ms' as const });

const durationIn =
  (unitMs: number) =>
  (fallback: number, { min = 0 }: { min?: number } = {}) =>
    asDuration(
      z.coerce
        .number()
        .min(min, `must be at least ${min}`)
        .default(fallback)
        .transform((value) => Math.round(value * unitMs)),
    );

/** A duration in seconds; tests use fractions. `X_SECONDS` in the environment becomes `X_MS`, in milliseconds. */
export const seconds = durationIn(1000);
/** A duration in hours. `X_HOURS` in the environment becomes `X_MS`, in milliseconds. */
export const hours = durationIn(3_600_000);
/** A duration in days. `X_DAYS` in the environment becomes `X_MS`, in milliseconds. */
export const days = durationIn(86_400_000);

/** Durations in seconds as `10,60,600`. `X_SECONDS` in the environment becomes `X_MS`, in milliseconds. */
export const secondsList = (fallback: string) =>
  asDuration(
    z
      .string()
      .default(fallback)
      .transform((text) => text.split(',').map((part) => Math.round(Number(part) * 1000)))
      .pipe(z.array(z.int().min(0)).min(1)),
  );

/** What every service reads from its environment. */
export const commonConfig = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** What this service sends to the internal routes of others. */
  INTERNAL_TOKEN: secret(DEVELOPMENT_TOKEN),
  /** The SHA-256 of each service's token, so that no service can impersonate another one. */
  INTERNAL_CALLERS: ownInProduction(z.string().default(DEVELOPMENT_CALLERS).transform(parseCallers), DEVELOPMENT_CALLERS),
  PUBLIC_URL: z.url().default('http://localhost:3000'),
  /** Where traces are sent to as OTLP over HTTP; unset means no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** How long the headers of a request may take. */
  REQUEST_HEADERS_SECONDS: seconds(30, { min: 0.01 }),
  /** How long a connection stays open after the response to a request of which a part is missing. */
  UNFINISHED_REQUEST_SECONDS: seconds(5),
  /** How long a request waits for a service that accepts no connections. */
  CONNECT_RETRY_SECONDS: seconds(10),
  /** How long a stopping service still accepts requests, so that its callers can change to other replicas. */
  DRAIN_SECONDS: seconds(0),
};

export const mongoConfig = (service: string) => ({
  /** Any replica set, also by a DNS seed list (mongodb+srv), with the driver's parameters. */
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./, 'must be mongodb:// or mongodb+srv://')
    .default('mongodb://127.0.0.1:27017'),
  MONGODB_DATABASE: z.string().default(`stagereel-${service}`),
});

export const redisConfig = {
  /** One server, or the Sentinels that know the primary. */
  REDIS_URL: z
    .string()
    .refine(isRedisAddress, 'must be redis://, rediss:// or redis+sentinel://<Sentinels, separated by commas>/<name of the primary>')
    .default('redis://127.0.0.1:6379'),
  REDIS_PREFIX: z.string().default('stagereel:'),
};

export const messagingConfig = {
  /** One broker, or the nodes of a cluster with commas. */
  RABBITMQ_URL: z
    .string()
    .refine(areBrokerAddresses, 'must be amqp:// or amqps:// addresses, separated by commas')
    .default('amqp://127.0.0.1:5672'),
  EVENT_NAMESPACE: z
    .string()
    .regex(/^[\w-]+$/)
    .default('stagereel'),
  /** Delays before the retries of an event that could not be handled. */
  EVENT_RETRY_SECONDS: secondsList('10,60,600'),
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type MsName<Name> = Name extends `${infer Base}_${'SECONDS' | 'HOURS' | 'DAYS'}` ? `${Base}_MS` : Name;
/** The settings of a shape: each under its variable's name, durations under `…_MS`. */
export type ConfigOf<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape as Shape[Name] extends Duration ? MsName<Name> : Name]: z.infer<Shape[Name]>;
};

const msName = (name: string): string => name.replace(/_(SECONDS|HOURS|DAYS)$/, '_MS');

type Given = Record<string, string | undefined>;

/**
 * The value of each setting that is set, and the problem of each that cannot be read. `X_FILE` names a file that contains the value of X, so that a
 * secret need not be in the environment, which `docker inspect` shows.
 */
const readGiven = (shape: z.ZodRawShape, env: NodeJS.ProcessEnv): { given: Given; unread: Map<string, string> } => {
  const given: Given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const unread = new Map<string, string>();
  for (const name of Object.keys(shape)) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) {
      unread.set(name, `${name} and ${name}_FILE: set only one of them`);
      continue;
    }
    try {
      given[name] = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
      if (given[name] === '') unread.set(name, `${name}_FILE: the file ${path} is empty`);
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      unread.set(name, `${name}_FILE: the file ${path} cannot be read (${reason})`);
    }
  }
  return { given, unread };
};

/**
 * Reads a service's settings once, at start.
 * @throws ConfigError that names every variable that is missing or wrong, and every secret that has its development value in production
 */
export const loadConfig = <Shape extends z.ZodRawShape>(shape: Shape, env: NodeJS.ProcessEnv): ConfigOf<Shape> => {
  const { given, unread } = readGiven(shape, env);
  const parsed = z.object(shape).safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues.map(({ path: [name = ''], message }) => ({ name: String(name), message }));
  const wrong = issues.map(({ name, message }) => ({ name, problem: problemOf({ given, name, message }) }));
  const weak = given['NODE_ENV'] === 'production' ? weakSecrets(shape, given) : [];
  const problems = [...unread.values(), ...[...wrong, ...weak].flatMap(({ name, problem }) => (unread.has(name) ? [] : [problem]))];
  if (!parsed.success || problems.length > 0) throw new ConfigError(`Wrong or missing environment variables: ${problems.join('; ')}`);
  const isDuration = (name: string): boolean => shape[name] !== undefined && 'unit' in shape[name];
  const entries = Object.entries(parsed.data).map(([name, value]) => [isDuration(name) ? msName(name) : name, value]);
  return Object.fromEntries(entries) as ConfigOf<Shape>;
};

const problemOf = ({ given, name, message }: { given: Given; name: string; message: string }): string =>
  `${name}: ${given[name] === undefined ? 'must be set' : message}`;

const weakSecrets = (shape: z.ZodRawShape, given: Given): { name: string; problem: string }[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const fallback = schema instanceof z.ZodType ? developmentDefaults.get(schema) : undefined;
    if (fallback === undefined) return [];
    const value = given[name];
    return value === undefined || value === fallback ? [{ name, problem: `${name}: must be set to a value of its own in production` }] : [];
  });

export type CommonConfig = ConfigOf<typeof commonConfig>;
