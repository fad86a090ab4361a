import type { passwordChangedAnswerSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

type PasswordChanged = z.infer<typeof passwordChangedAnswerSchema>;

/** POST /api/change-password: this browser stays signed in, every other one does not. */
export const changePassword = (input: { currentPassword: string; newPassword: string }): Promise<PasswordChanged> =>
  postJson<PasswordChanged>('/api/change-password', input);
