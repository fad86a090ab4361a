import type { TwoFactorSetup } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';

/** POST /api/setup-2fa: the secret of a new authenticator. Each one makes the one before it worthless, so it is asked for once a visit. */
export const twoFactorSetupQuery = () =>
  queryOptions({
    queryKey: ['/api/setup-2fa'] as const,
    queryFn: ({ signal }) => requestJson<TwoFactorSetup>('/api/setup-2fa', { method: 'POST', signal }),
    // A secret is not kept longer than it is on the screen.
    gcTime: 0,
  });
