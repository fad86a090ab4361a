import { z } from 'zod';
import { codeSchema } from './common.ts';
import { textSchema } from './texts.ts';

/**
 * POST /api/setup-2fa (admin). The secret is stored on the server as pending until it is confirmed; every call creates a new one. `qrCode` is an
 * image source.
 */
export const twoFactorSetupSchema = z.object({
  qrCode: z.string(),
  secret: z.string(),
  /** True when an authenticator is already set up: confirming a new one needs a code of the current one. */
  isReplacement: z.boolean(),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetupSchema>;

/**
 * POST /api/verify-2fa (admin) → {@link twoFactorConfirmedSchema}. `secret` must be the pending one; `currentToken`: a code of the current
 * authenticator, if there is one.
 */
export const confirmTwoFactorSchema = z.object({ token: codeSchema, secret: textSchema(128), currentToken: codeSchema.optional() });
export const twoFactorConfirmedSchema = z.object({ verified: z.literal(true), message: z.string() });

/** The method of the second sign-in step: a mailed code or a code of the authenticator. */
export const twoFactorMethodSchema = z.enum(['mail', 'authenticator']);
export type TwoFactorMethod = z.infer<typeof twoFactorMethodSchema>;
