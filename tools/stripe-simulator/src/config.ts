import { z } from 'zod';

const key = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}\\w+$`), `must start with ${prefix} – the simulator accepts no live key`);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const secondsList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))) : value),
  z.array(z.number('must be seconds separated by commas, such as 1,2,5').min(0)).min(1),
);

const configSchema = z.object({
  nodeEnv: z
    .string()
    .default('development')
    .refine((mode) => mode !== 'production', 'is production – the Stripe simulator moves no money and refuses to start there'),
  host: z.string().default('127.0.0.1'),
  port: z.coerce.number().int().min(0).max(65_535).default(0),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  dataDir: z.string('names the folder that keeps the payments and must be set').min(1),
  secretKey: key('sk_test_').default('sk_test_simulator'),
  publishableKey: key('pk_test_').default('pk_test_simulator'),
  webhookSecret: key('whsec_').default('whsec_simulator'),
  webhookUrl: httpUrl.optional(),
  webhookRetrySeconds: secondsList.default([1, 2, 5, 10, 30, 60]),
  webhookTimeoutSeconds: z.coerce.number().positive().default(10),
  publicUrl: httpUrl.optional(),
});

/**
 * Without `webhookUrl` no webhook is sent. Without `publicUrl` the 3-D Secure page has the address through which its payment was
 * confirmed. After the last of `webhookRetrySeconds`, that one repeats.
 */
export type SimulatorConfig = z.output<typeof configSchema>;
export type SimulatorSettings = z.input<typeof configSchema>;

const variables: Record<keyof SimulatorConfig, string> = {
  nodeEnv: 'NODE_ENV',
  host: 'HOST',
  port: 'PORT',
  logLevel: 'LOG_LEVEL',
  dataDir: 'DATA_DIR',
  secretKey: 'STRIPE_SECRET_KEY',
  publishableKey: 'STRIPE_PUBLISHABLE_KEY',
  webhookSecret: 'STRIPE_WEBHOOK_SECRET',
  webhookUrl: 'STRIPE_WEBHOOK_URL',
  webhookRetrySeconds: 'STRIPE_WEBHOOK_RETRY_SECONDS',
  webhookTimeoutSeconds: 'STRIPE_WEBHOOK_TIMEOUT_SECONDS',
  publicUrl: 'STRIPE_PUBLIC_URL',
};

/** Checks settings and fills in the defaults. Throws an Error whose message names each wrong variable. */
export function parseConfig(settings: unknown): SimulatorConfig {
  const parsed = configSchema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map(
    (issue) => `${variables[issue.path[0] as keyof SimulatorConfig] ?? 'config'} ${issue.message}.`,
  );
  throw new Error([...new Set(sentences)].join(' '));
}

/** Reads the configuration from the environment; an empty variable counts as unset. */
export function simulatorConfigFromEnv(env: Record<string, string | undefined>): SimulatorConfig {
  const settings = Object.entries(variables).map(([name, variable]) => [name, env[variable] || undefined]);
  return parseConfig(Object.fromEntries(settings));
}
