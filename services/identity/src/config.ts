import { CODE_RESEND_SECONDS, CODES_PER_ADDRESS_HOUR, CODES_PER_IP_HOUR, emailSchema, isAdminPassword } from '@stagereel/contracts';
import {
  ConfigError,
  type ConfigOf,
  commonConfig,
  commonConstants,
  limitConfig,
  loadConfig,
  messagingConfig,
  messagingConstants,
  mongoConfig,
  redisConfig,
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

export const identityConfig = {
  ...commonConfig,
  ...mongoConfig,
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
  ...limitConfig,
};

const constants = {
  ...commonConstants,
  ...messagingConstants,
  codeResendSeconds: CODE_RESEND_SECONDS,
  codesPerAddressHour: CODES_PER_ADDRESS_HOUR,
  codesPerNetworkHour: CODES_PER_IP_HOUR,
};

export type IdentityConstants = typeof constants;
export type IdentityConfig = ConfigOf<typeof identityConfig> & IdentityConstants;

/** @throws ConfigError that names the variable */
export const loadIdentityConfig = (env: NodeJS.ProcessEnv, changes: Partial<IdentityConstants> = {}): IdentityConfig => {
  const config = { ...loadConfig(identityConfig, env), ...constants, ...changes };
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
  codeResendSeconds: Math.floor(config.codeResendSeconds / config.LIMIT_FACTOR),
  codesPerAddressHour: config.codesPerAddressHour * config.LIMIT_FACTOR,
  codesPerNetworkHour: config.codesPerNetworkHour * config.LIMIT_FACTOR,
});
