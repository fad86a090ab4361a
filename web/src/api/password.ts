import type { passwordChangedResponseSchema, passwordChangeVerifiedSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from '../lib/api-client.ts';
import type { CodeSent } from './email-code.ts';

type PasswordChanged = z.infer<typeof passwordChangedResponseSchema>;
type Verified = z.infer<typeof passwordChangeVerifiedSchema>;

/** POST /api/send-password-change-code: sends a code to the signed-in user's address. */
export const sendPasswordChangeCode = (): Promise<CodeSent> => postJson<CodeSent>('/api/send-password-change-code', {});

/** POST /api/verify-password-change-code: this session may then change the password for ten minutes. */
export const verifyPasswordChangeCode = (code: string): Promise<Verified> =>
  postJson<Verified>('/api/verify-password-change-code', { code });

/** POST /api/change-password: ends every other session of the account. */
export const changePassword = (input: { currentPassword: string; newPassword: string }): Promise<PasswordChanged> =>
  postJson<PasswordChanged>('/api/change-password', input);

/** POST /api/send-password-reset-code: the response is the same when the address has no account. */
export const sendResetCode = (email: string): Promise<CodeSent> => postJson<CodeSent>('/api/send-password-reset-code', { email });

/** POST /api/reset-password: sets the password and ends every session of the account. */
export const resetPassword = (input: { email: string; code: string; newPassword: string }): Promise<PasswordChanged> =>
  postJson<PasswordChanged>('/api/reset-password', input);
