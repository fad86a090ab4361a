import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminMarker } from '../../../lib/admin-marker.ts';
import { requestNothing } from '../../../lib/api-client.ts';

/** POST /api/logout. Whatever the server says, this browser forgets the admin and all it has loaded for them. */
export const useLogOutAdmin = ({ onLoggedOut }: { onLoggedOut: () => void }) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => requestNothing('/api/logout', { method: 'POST' }),
    onSettled: () => {
      adminMarker.remove();
      queryClient.clear();
      onLoggedOut();
    },
  });
};
