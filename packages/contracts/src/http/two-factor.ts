import { z } from 'zod';
import { codeSchema } from './common.ts';

/** POST /api/setup-2fa (admin). The secret stays on the server and is pending until it is confirmed; asked again, it is a new one. `qrCode` is an image source. */
export const twoFactorSetupSchema = z.object({
  qrCode: z.string(),
  secret: z.string(),
  /** An authenticator is set up already: confirming a new one needs the present one's code. */
  isReplacement: z.boolean(),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetupSchema>;

/** POST /api/verify-2fa (admin) → {@link twoFactorConfirmedSchema}. `secret` must be the pending one; `currentToken` is the present authenticator's code when there is one. */
export const confirmTwoFactorSchema = z.object({ token: codeSchema, secret: z.string().max(128), currentToken: codeSchema.optional() });
export const twoFactorConfirmedSchema = z.object({ verified: z.literal(true), message: z.string() });

/** How the second step of a sign-in may be taken: by the mailed code, or by the authenticator's. */
export const twoFactorMethodSchema = z.enum(['mail', 'authenticator']);
export type TwoFactorMethod = z.infer<typeof twoFactorMethodSchema>;
