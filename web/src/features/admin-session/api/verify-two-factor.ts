import type { adminSignedInSchema } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

type Answer = z.infer<typeof adminSignedInSchema>;

/** POST /api/admin/verify-2fa: the second step; the answer brings the session. */
export const useVerifyTwoFactor = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (proof: { email: string; code: string }) => postJson<Answer>('/api/admin/verify-2fa', proof),
    // What was loaded as a visitor is less than an admin may see.
    onSuccess: () => queryClient.clear(),
  });
};
