import type { authCheckSchema, LoginResponse, SessionUser } from '@stagereel/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestNothing } from '../lib/api-client.ts';
import { fetchByKey } from '../lib/query-client.ts';
import type { CodeSent } from './email-code.ts';

type AuthCheck = z.infer<typeof authCheckSchema>;

/** GET /api/auth/check: who is signed in. A failure means that nobody is. */
export const authCheckQuery = () =>
  queryOptions({
    queryKey: ['/api/auth/check'] as const,
    queryFn: fetchByKey<AuthCheck>(),
  });

/** The signed-in user; null for a guest and while `isKnown` is false. */
export const useSessionUser = (): { user: SessionUser | null; isKnown: boolean } => {
  const { data, isPending } = useQuery(authCheckQuery());
  return { user: data?.authenticated ? data.user : null, isKnown: !isPending };
};

/** Makes a user who just signed in known to the whole page, and drops everything that was fetched for someone else before. */
export const useRememberUser = () => {
  const queryClient = useQueryClient();
  return async (user: SessionUser): Promise<void> => {
    const { queryKey } = authCheckQuery();
    // The response of a pending check would describe the time before the sign-in.
    await queryClient.cancelQueries({ queryKey });
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
    queryClient.setQueryData(queryKey, { authenticated: true, user });
  };
};

export type Credentials = { email: string; password: string };

/** POST /api/login: the password, and in the second step the mailed code with it. Without a code it sends a new code. */
export const logIn = (input: Credentials & { twoFactorCode?: string }): Promise<LoginResponse> =>
  postJson<LoginResponse>('/api/login', input);

/** POST /api/admin/resend-2fa: mails a code for the pending second step; earlier codes become invalid. */
export const sendSecondStepCode = (email: string): Promise<CodeSent> => postJson<CodeSent>('/api/admin/resend-2fa', { email });

/** POST /api/logout/all: ends the user's sessions on every device. */
export const logOutEverywhere = (): Promise<void> => requestNothing('/api/logout/all', { method: 'POST' });

/** POST /api/logout */
export const logOut = (): Promise<void> => requestNothing('/api/logout', { method: 'POST' });
