import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { adminMarker } from '../../lib/admin-marker.ts';

/** Ends an admin's work in this browser: nothing of it stays for whoever signs in next. */
export const useLeaveBackOffice = () => {
  const navigate = useNavigate();
  return () => {
    adminMarker.signOut();
    void navigate(paths.adminLogin.to(), { replace: true });
  };
};
