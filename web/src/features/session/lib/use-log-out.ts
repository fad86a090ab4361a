import { type Query, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { authCheckQuery, logOut } from '../../../api/session.ts';
import { paths } from '../../../config/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';

export const LOG_OUT_FAILED = 'ログアウトできませんでした。もう一度お試しください。';

/** Data of the signed-in user, and orders and receipts that were fetched with a verified address. */
const isPersonal = ({ queryKey: [path] }: Query): boolean => /^\/api\/(user|orders)(\/|$)/u.test(String(path));

/**
 * Logs out, opens the home page and drops what this browser fetched or saved about the user. `send`: the request that ends the session;
 * `done`: the text when it has ended.
 */
export const useLogOut = (send = logOut, done = 'ログアウトしました。') => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSingleMutation<() => void, void>({
    mutationFn: async () => {
      // Not part of the first load. Loaded before the session ends, so that a failure leaves nothing behind.
      const { forgetUser } = await import('./forget-user.ts');
      await send();
      return forgetUser;
    },
    onSuccess: async (forgetUser) => {
      forgetUser();
      // Leave the page first: one that requires a user would redirect to the sign-in.
      await navigate(paths.home.to());
      queryClient.removeQueries({ predicate: (query) => isPersonal(query) || !query.isActive() });
      queryClient.setQueryData(authCheckQuery().queryKey, { authenticated: false, user: null });
      void showToast({ message: done, tone: 'success' });
    },
  });
};
