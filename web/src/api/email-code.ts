import type { codeSentSchema, emailVerifiedSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from '../lib/api-client.ts';

export type CodeSent = z.infer<typeof codeSentSchema>;
type EmailVerified = z.infer<typeof emailVerifiedSchema>;

/** POST /api/send-verification-code: the first code for an address. */
export const sendEmailCode = (email: string): Promise<CodeSent> => postJson<CodeSent>('/api/send-verification-code', { email });

/** POST /api/resend-verification-code: a new code; earlier codes become invalid. */
export const resendEmailCode = (email: string): Promise<CodeSent> => postJson<CodeSent>('/api/resend-verification-code', { email });

/** POST /api/verify-email-code: this browser has then verified the address. */
export const verifyEmailCode = (input: { email: string; code: string }): Promise<EmailVerified> =>
  postJson<EmailVerified>('/api/verify-email-code', input);
