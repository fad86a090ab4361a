import type { adminLoginAnswerSchema } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

type Answer = z.infer<typeof adminLoginAnswerSchema>;

/** POST /api/admin/login: the password step. */
export const useSignInAdmin = () =>
  useMutation({ mutationFn: (credentials: { email: string; password: string }) => postJson<Answer>('/api/admin/login', credentials) });
