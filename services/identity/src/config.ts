import { CODE_RESEND_SECONDS, CODES_PER_ADDRESS_HOUR, CODES_PER_IP_HOUR, emailSchema, isAdminPassword } from '@stagereel/contracts';
import { ConfigError, commonConfig, loadConfig, messagingConfig, mongoConfig, redisConfig, seconds, secret } from '@stagereel/service-kit';
import { z } from 'zod';
import { parsePrivateKey, parsePublicKeys } from './adapters/rsa-keys.ts';

/** Parses by a function that throws what is wrong. */
const parsedBy =
  <Value>(parse: (text: string) => Value) =>
  (text: string, context: z.core.$RefinementCtx): Value => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' });
      return z.NEVER;
    }
  };

const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

export const identityConfig = {
  ...commonConfig,
  ...mongoConfig('identity'),
  ...redisConfig,
  ...messagingConfig,
  /** Signs sessions and proofs: an RSA private key as PEM, or that in base64. Without it, outside production, one is made and kept in the database. */
  SESSION_SIGNING_KEY: z.string().transform(parsedBy(parsePrivateKey)).optional(),
  /** Public keys of earlier signing keys, whose tokens still hold. */
  SESSION_VERIFY_KEYS: z.string().default('').transform(parsedBy(parsePublicKeys)),
  CODE_SECRET: secret('development-code-secret'),
  /** The first admin, made once; afterwards the account in the database counts, and a changed variable changes nothing. */
  ADMIN_EMAIL: emailSchema.optional(),
  ADMIN_PASSWORD: z
    .string()
    .max(200)
    .refine(isAdminPassword, 'must have at least 12 characters with upper case, lower case, digits and symbols')
    .optional(),
  CODE_RESEND_SECONDS: seconds(CODE_RESEND_SECONDS),
  CODES_PER_ADDRESS_HOUR: limit(CODES_PER_ADDRESS_HOUR),
  CODES_PER_IP_HOUR: limit(CODES_PER_IP_HOUR),
};

export type IdentityConfig = z.infer<z.ZodObject<typeof identityConfig>>;

/** @throws ConfigError naming the variable */
export const loadIdentityConfig = (env: NodeJS.ProcessEnv): IdentityConfig => {
  const config = loadConfig(identityConfig, env);
  if (config.NODE_ENV === 'production' && !config.SESSION_SIGNING_KEY) {
    throw new ConfigError('Wrong or missing environment variables: SESSION_SIGNING_KEY: must be set in production');
  }
  if ((config.ADMIN_EMAIL === undefined) !== (config.ADMIN_PASSWORD === undefined)) {
    throw new ConfigError('Wrong or missing environment variables: ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither');
  }
  return config;
};
