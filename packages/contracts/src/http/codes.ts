import { z } from 'zod';
import { codeSchema, emailSchema } from './common.ts';

/** The purpose of a code. A code is valid only for its own purpose. */
export const CODE_PURPOSES = ['order', 'registration', 'admin-sign-in', 'sign-in', 'password-change', 'password-reset'] as const;
export const codePurposeSchema = z.enum(CODE_PURPOSES);
export type CodePurpose = z.infer<typeof codePurposeSchema>;

/** POST /api/send-verification-code and /api/resend-verification-code → {@link codeSentSchema} */
export const sendCodeSchema = z.object({ email: emailSchema });
export const codeSentSchema = z.object({
  message: z.string(),
  expiresInSeconds: z.int(),
  resendAfterSeconds: z.int(),
});
/** POST /api/verify-email-code → {@link emailVerifiedSchema} and the `order_session` cookie */
export const verifyEmailCodeSchema = z.object({ email: emailSchema, code: codeSchema });
export const emailVerifiedSchema = z.object({
  verified: z.literal(true),
  email: z.string(),
  expiresAt: z.iso.datetime(),
  hasAccount: z.boolean().describe('only told to a browser that has just proven the address'),
});
