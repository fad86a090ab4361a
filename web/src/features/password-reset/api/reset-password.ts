import type { passwordChangedAnswerSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

type PasswordChanged = z.infer<typeof passwordChangedAnswerSchema>;

/** POST /api/reset-password: sets the password and ends every session of the account. */
export const resetPassword = (input: { email: string; code: string; newPassword: string }): Promise<PasswordChanged> =>
  postJson<PasswordChanged>('/api/reset-password', input);
