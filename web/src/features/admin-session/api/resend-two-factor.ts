import type { codeSentSchema } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

/** POST /api/admin/resend-2fa: a new code; the old one is void. */
export const useResendTwoFactor = () =>
  useMutation({ mutationFn: (email: string) => postJson<z.infer<typeof codeSentSchema>>('/api/admin/resend-2fa', { email }) });
