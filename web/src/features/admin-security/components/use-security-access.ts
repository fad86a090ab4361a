import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCheckAccess } from '../api/check-access.ts';
import { accessFailure } from '../lib/security-failure.ts';

/** The way to the security page: open to whoever the server answers. */
export const useSecurityAccess = () => {
  const navigate = useNavigate();
  const check = useCheckAccess({ onAllowed: () => void navigate(paths.adminSecurity.to()) });
  const open = () =>
    check.mutate(undefined, {
      onError: (error) => {
        const { title, detail } = accessFailure(error);
        void showToast({ title, message: detail, tone: 'error' });
      },
    });
  return {
    open,
    isChecking: check.isPending,
    failure: check.error === null ? null : accessFailure(check.error),
    forgetFailure: check.reset,
  };
};
