import { z } from 'zod';
import { codeSchema, emailSchema, timeSchema } from './common.ts';
import { passwordSchema } from './sessions.ts';

/** POST /api/verify-password-change-code → {@link passwordChangeVerifiedSchema}; this session may then change the password until `expiresAt`. */
export const verifyPasswordChangeCodeSchema = z.object({ code: codeSchema });
export const passwordChangeVerifiedSchema = z.object({ verified: z.literal(true), expiresAt: timeSchema });

/** POST /api/change-password → {@link passwordChangedResponseSchema} and a new `session` cookie; every other session of the account ends. */
export const changePasswordSchema = z.object({ currentPassword: passwordSchema, newPassword: passwordSchema });
export const passwordChangedResponseSchema = z.object({ message: z.string() });

/** POST /api/send-password-reset-code → {@link codeSentSchema}, the same response for an address without an account, which gets no mail. */
export const sendPasswordResetCodeSchema = z.object({ email: emailSchema });
/** POST /api/reset-password → {@link passwordChangedResponseSchema}; every session of the account ends. */
export const resetPasswordSchema = z.object({ email: emailSchema, code: codeSchema, newPassword: passwordSchema });
