import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestNothing } from '../../../lib/api-client.ts';

/** POST /api/logout. Whatever the server says, this browser forgets all it has loaded for the admin. */
export const useLogOutAdmin = ({ onLoggedOut }: { onLoggedOut: () => void }) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => requestNothing('/api/logout', { method: 'POST' }),
    onSettled: () => {
      queryClient.clear();
      onLoggedOut();
    },
  });
};
