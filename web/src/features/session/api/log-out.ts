import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestNothing } from '../../../lib/api-client.ts';
import { savedData } from '../../../lib/storage.ts';
import { checkAuthQuery } from './check-auth.ts';

/** POST /api/logout; the browser forgets the person, and what it saved about them. */
export const useLogOut = ({ onLoggedOut }: { onLoggedOut: () => void }) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => requestNothing('/api/logout', { method: 'POST' }),
    onSuccess: () => {
      savedData.remove('customerData', 'pendingRegistration');
      queryClient.removeQueries({ queryKey: ['/api/user'] });
      queryClient.setQueryData(checkAuthQuery().queryKey, { authenticated: false, user: null });
      onLoggedOut();
    },
  });
};
