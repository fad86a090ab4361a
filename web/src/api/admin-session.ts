import type {
  adminLoginResponseSchema,
  adminSignedInSchema,
  confirmTwoFactorSchema,
  TwoFactorSetup,
  twoFactorConfirmedSchema,
} from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestJson } from '../lib/api-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';
import { type Credentials, logOut } from './session.ts';

type LoginResponse = z.infer<typeof adminLoginResponseSchema>;
type SignedInResponse = z.infer<typeof adminSignedInSchema>;

/** POST /api/admin/login: the password step. */
export const useSignInAdmin = () =>
  useMutation({ mutationFn: (credentials: Credentials) => postJson<LoginResponse>('/api/admin/login', credentials) });

/** POST /api/admin/verify-2fa: the second step, which starts the session. */
export const useVerifyTwoFactor = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (proof: { email: string; code: string }) => postJson<SignedInResponse>('/api/admin/verify-2fa', proof),
    // What was fetched as a visitor lacks what an admin may see.
    onSuccess: () => queryClient.clear(),
  });
};

/** Whatever the server responds, this browser drops everything that it fetched for the admin. */
export const useLogOutAdmin = ({ onLoggedOut }: { onLoggedOut: () => void }) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: logOut,
    onSettled: () => {
      queryClient.clear();
      onLoggedOut();
    },
  });
};

/** POST /api/setup-2fa: the secret of a new authenticator. Each request invalidates the secret before, so it is sent once per visit. */
export const twoFactorSetupQuery = () =>
  queryOptions({
    queryKey: ['/api/setup-2fa'] as const,
    queryFn: ({ signal }) => requestJson<TwoFactorSetup>('/api/setup-2fa', { method: 'POST', signal }),
    // The secret is dropped with the screen that shows it.
    gcTime: 0,
  });

type Confirmation = z.infer<typeof confirmTwoFactorSchema>;
type Confirmed = z.infer<typeof twoFactorConfirmedSchema>;

/** POST /api/verify-2fa: the first code of the new authenticator activates it. */
export const useConfirmTwoFactor = () =>
  useSingleMutation<Confirmed, Confirmation>({ mutationFn: (confirmation) => postJson<Confirmed>('/api/verify-2fa', confirmation) });
