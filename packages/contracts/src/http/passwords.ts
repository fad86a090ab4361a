import { z } from 'zod';
import { codeSchema, emailSchema, timeSchema } from './common.ts';
import { passwordSchema } from './sessions.ts';

/** POST /api/verify-password-change-code → {@link passwordChangeVerifiedSchema}; from then on, until `expiresAt`, this session may change the password. */
export const verifyPasswordChangeCodeSchema = z.object({ code: codeSchema });
export const passwordChangeVerifiedSchema = z.object({ verified: z.literal(true), expiresAt: timeSchema });

/** POST /api/change-password → {@link passwordChangedAnswerSchema} and a new `session` cookie; every other session of the account ends. */
export const changePasswordSchema = z.object({ currentPassword: passwordSchema, newPassword: passwordSchema });
export const passwordChangedAnswerSchema = z.object({ message: z.string() });

/** POST /api/send-password-reset-code → {@link codeSentSchema}, the same for an address without an account, which gets no mail. */
export const sendPasswordResetCodeSchema = z.object({ email: emailSchema });
/** POST /api/reset-password → {@link passwordChangedAnswerSchema}; every session of the account ends. */
export const resetPasswordSchema = z.object({ email: emailSchema, code: codeSchema, newPassword: passwordSchema });
