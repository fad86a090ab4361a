import type {
  adminLoginResponseSchema,
  adminSignedInSchema,
  authCheckSchema,
  confirmTwoFactorSchema,
  TwoFactorSetup,
  twoFactorConfirmedSchema,
} from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestJson } from '../lib/api-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';
import { type Credentials, logOut, logOutEverywhere } from './session.ts';

export type AdminLogin = z.infer<typeof adminLoginResponseSchema>;
type AuthCheck = z.infer<typeof authCheckSchema>;
type SignedInResponse = z.infer<typeof adminSignedInSchema>;

/** Nobody waits longer for the check, in milliseconds. */
const CHECK_TIMEOUT_MS = 5_000;

/** `admin`: null for a visitor and for a customer. */
type FoundSession = { isSignedIn: boolean; admin: { email: string; startedAt: number } | null };

const findSession = async (signal: AbortSignal): Promise<FoundSession> => {
  const { user, sessionStartedAt } = await requestJson<AuthCheck>('/api/auth/check', { timeoutMs: CHECK_TIMEOUT_MS, signal });
  const isAdmin = user?.isAdmin && sessionStartedAt !== undefined;
  return { isSignedIn: user !== null, admin: isAdmin ? { email: user.email, startedAt: Date.parse(sessionStartedAt) } : null };
};

/** GET /api/auth/check: whose session this browser has, and when an admin's started. `place`: asked once for each. */
export const sessionCheckQuery = (place: string) =>
  queryOptions({
    queryKey: ['/api/auth/check', 'admin', place] as const,
    queryFn: ({ signal }) => findSession(signal),
    staleTime: 0,
    gcTime: 0,
  });

/** POST /api/admin/login: the password step. */
export const useSignInAdmin = () =>
  useMutation({ mutationFn: (credentials: Credentials) => postJson<AdminLogin>('/api/admin/login', credentials) });

/** POST /api/admin/verify-2fa: the second step, which starts the session. With `isPageReplaced` everything fetched before is dropped. */
export const useVerifyTwoFactor = ({ isPageReplaced }: { isPageReplaced: boolean }) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (proof: { email: string; code: string }) => postJson<SignedInResponse>('/api/admin/verify-2fa', proof),
    // What was fetched as a visitor lacks what an admin may see.
    onSuccess: () => {
      if (isPageReplaced) return queryClient.clear();
      // What failed without a session is loaded now; the dialog does not wait for it.
      void queryClient.invalidateQueries();
    },
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

/** Ends the admin's sessions on every device. When that fails, the admin stays signed in here and can try again. */
export const useLogOutAdminEverywhere = ({ onLoggedOut }: { onLoggedOut: () => void }) => {
  const queryClient = useQueryClient();
  return useSingleMutation<void, void>({
    mutationFn: logOutEverywhere,
    onSuccess: () => {
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
