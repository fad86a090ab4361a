import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isRedisAddress } from '../clients/redis-address.ts';
import { areBrokerAddresses } from '../messaging/broker-addresses.ts';
import { digestOf, parseCallers, SERVICE_NAMES } from '../server/internal-callers.ts';

const developmentDefaults = new WeakMap<z.ZodType, string>();

const ownInProduction = <Schema extends z.ZodType>(schema: Schema, developmentDefault: string): Schema => {
  developmentDefaults.set(schema, developmentDefault);
  return schema;
};

/** A secret. It has a default for development only: in production the service refuses to start without a value of its own. */
export const secret = (developmentDefault: string) => ownInProduction(z.string().min(8).default(developmentDefault), developmentDefault);

const DEVELOPMENT_TOKEN = 'development-internal-token';
const DEVELOPMENT_CALLERS = SERVICE_NAMES.map((name) => `${name}=${digestOf(DEVELOPMENT_TOKEN)}`).join();

export const namespaceConfig = {
  /** The first part of the names of databases, keys in Redis, exchanges and queues. Queues of one that begins with `transient-` end ten minutes after their use. */
  NAMESPACE: z
    .string()
    .regex(/^[\w-]+$/)
    .default('stagereel'),
};

/** What every service reads from its environment. */
export const commonConfig = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  ...namespaceConfig,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** What this service sends to the internal routes of others. */
  INTERNAL_TOKEN: secret(DEVELOPMENT_TOKEN),
  /** The SHA-256 of each service's token, so that no service can impersonate another one. */
  INTERNAL_CALLERS: ownInProduction(z.string().default(DEVELOPMENT_CALLERS).transform(parseCallers), DEVELOPMENT_CALLERS),
  PUBLIC_URL: z.url().default('http://localhost:3000'),
  /** Where traces are sent to as OTLP over HTTP; unset means no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** How long a stopping service still accepts requests, so that its callers can change to other replicas. */
  DRAIN_SECONDS: z.coerce.number().min(0).default(0),
};

/** Constants are part of a configuration, so that tests can change them; operators cannot. */
export const commonConstants = {
  /** How long the headers of a request may take. */
  requestHeadersMs: 30_000,
  /** How long a connection stays open after the response to a request of which a part is missing. */
  unfinishedRequestMs: 5000,
  /** How long a request waits for a service that accepts no connections. */
  connectRetryMs: 10_000,
};

export const mongoConfig = {
  /** Any replica set, also by a DNS seed list (mongodb+srv), with the driver's parameters. */
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./, 'must be mongodb:// or mongodb+srv://')
    .default('mongodb://127.0.0.1:27017'),
};

export const redisConfig = {
  /** One server, or the Sentinels that know the primary. */
  REDIS_URL: z
    .string()
    .refine(isRedisAddress, 'must be redis://, rediss:// or redis+sentinel://<Sentinels, separated by commas>/<name of the primary>')
    .default('redis://127.0.0.1:6379'),
};

export const messagingConfig = {
  /** One broker, or the nodes of a cluster with commas. */
  RABBITMQ_URL: z
    .string()
    .refine(areBrokerAddresses, 'must be amqp:// or amqps:// addresses, separated by commas')
    .default('amqp://127.0.0.1:5672'),
};

export const messagingConstants = {
  /** The delays before the retries of an event that could not be handled. */
  eventRetryMs: [10_000, 60_000, 600_000],
};

export const limitConfig = {
  /** How many times higher the limits for requests, codes, order lookups and payments are; for a network that many customers share, and for rehearsals. */
  LIMIT_FACTOR: z.coerce.number().int().min(1).default(1),
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The settings of a shape, each under its variable's name. */
export type ConfigOf<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.infer<Shape[Name]> };

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
  return parsed.data as ConfigOf<Shape>;
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

export type CommonConfig = ConfigOf<typeof commonConfig> & typeof commonConstants;
