import { z } from 'zod';

const developmentDefaults = new WeakMap<z.ZodType, string>();

/** A secret: has a value of its own for development, and none in production, where the service refuses to start without one. */
export const secret = (developmentDefault: string) => {
  const schema = z.string().min(8).default(developmentDefault);
  developmentDefaults.set(schema, developmentDefault);
  return schema;
};

/** Whole seconds, or fractions of them in tests; read as milliseconds. */
export const seconds = (fallback: number) =>
  z.coerce
    .number()
    .min(0)
    .default(fallback)
    .transform((value) => Math.round(value * 1000));

/** A list of seconds as `10,60,600`; read as milliseconds. */
export const secondsList = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) => text.split(',').map((part) => Math.round(Number(part) * 1000)))
    .pipe(z.array(z.int().min(0)).min(1));

/** What every service reads from its environment. */
export const commonConfig = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  INTERNAL_TOKEN: secret('development-internal-token'),
  PUBLIC_URL: z.url().default('http://localhost:3000'),
};

export const mongoConfig = (service: string) => ({
  MONGODB_URL: z.string().default('mongodb://127.0.0.1:27017'),
  MONGODB_DATABASE: z.string().default(`stagereel-${service}`),
});

export const redisConfig = {
  REDIS_URL: z.string().default('redis://127.0.0.1:6379'),
  REDIS_PREFIX: z.string().default('stagereel:'),
};

export const messagingConfig = {
  RABBITMQ_URL: z.string().default('amqp://127.0.0.1:5672'),
  EVENT_NAMESPACE: z
    .string()
    .regex(/^[\w-]+$/)
    .default('stagereel'),
  EVENT_RETRY_SECONDS: secondsList('10,60,600'),
};

/** Of the services that send files. Off is for file systems whose `sendfile` is faulty, as those of some virtual machines are. */
export const sendingConfig = {
  SENDFILE: z
    .enum(['on', 'off'])
    .default('on')
    .transform((value) => value === 'on'),
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads a service's settings once, at boot.
 * @throws ConfigError naming every variable that is missing or wrong, and every secret left at its development value in production
 */
export const loadConfig = <Shape extends z.ZodRawShape>(shape: Shape, env: NodeJS.ProcessEnv): z.infer<z.ZodObject<Shape>> => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = z.object(shape).safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name = ''], message }) => problemOf({ given, name: String(name), message }));
  if (env['NODE_ENV'] === 'production') problems.push(...weakSecrets(shape, given));
  if (!parsed.success || problems.length > 0) throw new ConfigError(`Wrong or missing environment variables: ${problems.join('; ')}`);
  return parsed.data;
};

const problemOf = ({ given, name, message }: { given: Record<string, unknown>; name: string; message: string }): string =>
  `${name}: ${given[name] === undefined ? 'must be set' : message}`;

const weakSecrets = (shape: z.ZodRawShape, given: Record<string, string | undefined>): string[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const fallback = schema instanceof z.ZodType ? developmentDefaults.get(schema) : undefined;
    if (fallback === undefined) return [];
    const value = given[name];
    return value === undefined || value === fallback ? [`${name}: must be set to a secret of its own in production`] : [];
  });

export type CommonConfig = z.infer<z.ZodObject<typeof commonConfig>>;
