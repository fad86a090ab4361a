import { useQueryClient } from '@tanstack/react-query';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { securityDashboardQuery } from './security-dashboard.ts';

type Options = { onAllowed: () => void };

/** Asks whether the security page may be seen, by fetching it, once; the page then opens with what came. */
export const useCheckAccess = ({ onAllowed }: Options) => {
  const queryClient = useQueryClient();
  return useSingleMutation<void, void>({
    mutationFn: async () => {
      await queryClient.fetchQuery({ ...securityDashboardQuery(), retry: false });
    },
    onSuccess: onAllowed,
  });
};
