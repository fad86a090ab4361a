import type { codeSentSchema } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

export type CodeSent = z.infer<typeof codeSentSchema>;

/** POST /api/send-verification-code: the first code for an address. */
export const useSendCode = () =>
  useMutation({ mutationFn: (email: string) => postJson<CodeSent>('/api/send-verification-code', { email }) });
