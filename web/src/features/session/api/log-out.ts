import type { Query } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { adminMarker } from '../../../lib/admin-marker.ts';
import { requestNothing } from '../../../lib/api-client.ts';
import { savedData } from '../../../lib/storage.ts';
import { showToast } from '../../../lib/toast.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { forgetPassword } from '../../../lib/volatile-password.ts';
import { checkAuthQuery } from './check-auth.ts';

export const LOG_OUT_FAILED = 'ログアウトできませんでした。もう一度お試しください。';

/** What was fetched for the person who leaves; orders and receipts also by a proven address. */
const isPersonal = ({ queryKey: [path] }: Query): boolean => /^\/api\/(user|orders)(\/|$)/u.test(String(path));

/** POST /api/logout; then home, and the browser forgets the person and what it saved about them. */
export const useLogOut = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSingleMutation<void, void>({
    mutationFn: () => requestNothing('/api/logout', { method: 'POST' }),
    onSuccess: async () => {
      // Also a payment whose outcome is open: it holds a name and an address, and the shop settles it and mails without this browser.
      savedData.remove('customerForm', 'customerData', 'pendingRegistration', 'completedOrder', 'paymentAttempt');
      forgetPassword();
      adminMarker.signOut();
      // First away, and drawn: a page that needs the person would send the browser to the sign-in.
      await navigate(paths.home.to(), { flushSync: true });
      queryClient.removeQueries({ predicate: (query) => isPersonal(query) || !query.isActive() });
      queryClient.setQueryData(checkAuthQuery().queryKey, { authenticated: false, user: null });
      void showToast({ message: 'ログアウトしました。', tone: 'success' });
    },
  });
};
