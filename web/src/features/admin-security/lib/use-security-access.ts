import { useNavigate } from 'react-router-dom';
import { useCheckSecurityAccess } from '../../../api/security.ts';
import { paths } from '../../../config/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { accessFailure } from './security-failure.ts';

/** Opens the security page after an access check. */
export const useSecurityAccess = () => {
  const navigate = useNavigate();
  const check = useCheckSecurityAccess({ onAllowed: () => void navigate(paths.adminSecurity.to()) });
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
