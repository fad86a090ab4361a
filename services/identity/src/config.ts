import { CODE_RESEND_SECONDS, CODES_PER_ADDRESS_HOUR, CODES_PER_IP_HOUR, emailSchema, isAdminPassword } from '@stagereel/contracts';
import {
  ConfigError,
  type ConfigOf,
  commonConfig,
  loadConfig,
  messagingConfig,
  mongoConfig,
  redisConfig,
  seconds,
  secret,
} from '@stagereel/service-kit';
import { z } from 'zod';
import { parsePrivateKey, parsePublicKeys } from './adapters/signing-keys.ts';
import type { IdentityDeps } from './domain/deps.ts';

/** Uses a parser that throws an error with the message to show. */
const parsedBy =
  <Value>(parse: (text: string) => Value) =>
  (text: string, context: z.core.$RefinementCtx): Value => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is invalid' });
      return z.NEVER;
    }
  };

const positiveInteger = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

export const identityConfig = {
  ...commonConfig,
  ...mongoConfig('identity'),
  ...redisConfig,
  ...messagingConfig,
  /**
   * Signs sessions and email proofs: a private key of P-256, as PEM or its base64 form. Without it, a key is generated and stored in the database, except
   * in production.
   */
  SESSION_SIGNING_KEY: z.string().transform(parsedBy(parsePrivateKey)).optional(),
  /** The public keys of earlier signing keys, whose tokens are still accepted. */
  SESSION_VERIFY_KEYS: z.string().default('').transform(parsedBy(parsePublicKeys)),
  CODE_SECRET: secret('development-code-secret'),
  /** The services that store data about addresses. */
  ORDERS_URL: z.url(),
  NOTIFY_URL: z.url(),
  CATALOG_URL: z.url(),
  /** The first admin. Created once; later changes of these variables have no effect. */
  ADMIN_EMAIL: emailSchema.optional(),
  ADMIN_PASSWORD: z
    .string()
    .max(200)
    .refine(isAdminPassword, 'must have at least 12 characters with upper case, lower case, digits and symbols')
    .optional(),
  CODE_RESEND_SECONDS: seconds(CODE_RESEND_SECONDS),
  CODES_PER_ADDRESS_HOUR: positiveInteger(CODES_PER_ADDRESS_HOUR),
  CODES_PER_IP_HOUR: positiveInteger(CODES_PER_IP_HOUR),
};

export type IdentityConfig = ConfigOf<typeof identityConfig>;

/** @throws ConfigError that names the variable */
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

export const limitsOf = (config: IdentityConfig): IdentityDeps['limits'] => ({
  codeSecret: config.CODE_SECRET,
  codeResendSeconds: config.CODE_RESEND_MS / 1000,
  codesPerAddressHour: config.CODES_PER_ADDRESS_HOUR,
  codesPerNetworkHour: config.CODES_PER_IP_HOUR,
});
