import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { authCheckQuery } from '../../../api/session.ts';

/** In the location state, set by the registration. */
const cameFromRegistration = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'hasRegistered' in state && state.hasRegistered === true;

/**
 * Whether somebody registered in this browser: the registration has led here, or there is a session. The session is checked again, whatever was
 * cached. Both pages after a registration can be opened by anybody.
 */
export const useRegistrationCheck = () => {
  const { state } = useLocation();
  const { data, isPending } = useQuery({ ...authCheckQuery(), refetchOnMount: 'always' });
  const user = data?.authenticated ? data.user : null;
  return { user, isChecking: isPending, hasRegistered: user !== null || cameFromRegistration(state) };
};
