import type { authCheckSchema } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { fetchByKey } from '../../../lib/query-client.ts';

export type AuthCheck = z.infer<typeof authCheckSchema>;

/** Who is signed in. A failure means: nobody. */
export const checkAuthQuery = () =>
  queryOptions({
    queryKey: ['/api/auth/check'] as const,
    queryFn: fetchByKey<AuthCheck>(),
  });
