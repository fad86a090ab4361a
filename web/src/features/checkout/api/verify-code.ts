import type { emailVerifiedSchema } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

type EmailVerified = z.infer<typeof emailVerifiedSchema>;

/** POST /api/verify-email-code: from then on this browser has proven the address. */
export const useVerifyCode = () =>
  useMutation({
    mutationFn: (input: { email: string; code: string }) => postJson<EmailVerified>('/api/verify-email-code', input),
  });
