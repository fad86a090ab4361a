import { useMutation } from '@tanstack/react-query';
import { postJson } from '../../../lib/api-client.ts';
import type { CodeSent } from './send-code.ts';

/** POST /api/resend-verification-code: a new code; the one before is dead. */
export const useResendCode = () =>
  useMutation({ mutationFn: (email: string) => postJson<CodeSent>('/api/resend-verification-code', { email }) });
