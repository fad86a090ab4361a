import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { adminMarker } from '../../lib/admin-marker.ts';

/** Deletes the admin's marker and drafts, so that the next user of this browser sees nothing of them. */
export const useLeaveBackOffice = () => {
  const navigate = useNavigate();
  return () => {
    adminMarker.signOut();
    void navigate(paths.adminLogin.to(), { replace: true });
  };
};
