import type { AdminInvitationEntry, invitationAcceptedSchema, OpenedInvitation } from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestNothing } from '../lib/api-client.ts';
import { fetchByKey } from '../lib/query-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';

const URL = '/api/admin/invitations';

/** GET /api/admin/invitations: the open invitations, newest first; always fetched again. */
export const invitationsQuery = () =>
  queryOptions({
    queryKey: [URL] as const,
    queryFn: fetchByKey<AdminInvitationEntry[]>(),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

type Callbacks = { onDone: (email: string) => void; onFailed: (email: string, error: unknown) => void };

/** POST /api/admin/invitations: mails a link to the address. */
export const useInviteAdmin = ({ onDone, onFailed }: Callbacks) => {
  const queryClient = useQueryClient();
  return useSingleMutation<AdminInvitationEntry, string>({
    mutationFn: (email) => postJson<AdminInvitationEntry>(URL, { email }),
    onSuccess: ({ email }) => onDone(email),
    onSettled: (_invitation, error, email) => {
      if (error) onFailed(email, error);
      void queryClient.invalidateQueries({ queryKey: invitationsQuery().queryKey });
    },
  });
};

type OpenInvitation = Pick<AdminInvitationEntry, 'id' | 'email'>;

/** POST /api/admin/invitations/{id}/resend, or DELETE /api/admin/invitations/{id}. */
export const useChangeInvitation = (change: 'resend' | 'withdraw', { onDone, onFailed }: Callbacks) => {
  const queryClient = useQueryClient();
  return useMutation<void, Error, OpenInvitation>({
    mutationFn: ({ id }) =>
      change === 'resend'
        ? requestNothing(`${URL}/${id}/resend`, { method: 'POST' })
        : requestNothing(`${URL}/${id}`, { method: 'DELETE' }),
    onSuccess: (_nothing, { email }) => onDone(email),
    onError: (error, { email }) => onFailed(email, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery().queryKey }),
  });
};

/** POST /api/admin/invitations/open: whom the link of the mail invites. A POST, so that the token is in no address; it changes nothing. */
export const openedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: [URL, 'open', token] as const,
    queryFn: ({ signal }) => postJson<OpenedInvitation>(`${URL}/open`, { token }, { signal }),
    gcTime: 0,
  });

type Acceptance = { token: string; password: string };
type Accepted = z.infer<typeof invitationAcceptedSchema>;

/** POST /api/admin/invitations/accept: creates the admin account. */
export const useAcceptInvitation = () =>
  useSingleMutation<Accepted, Acceptance>({ mutationFn: (acceptance) => postJson<Accepted>(`${URL}/accept`, acceptance) });
