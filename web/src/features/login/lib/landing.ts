import type { SessionUser } from '@stagereel/contracts';
import { paths } from '../../../config/paths.ts';
import { sameSitePath } from '../../../lib/same-site-path.ts';

type Arrival = {
  user: Pick<SessionUser, 'isAdmin'>;
  /** Where the server says the person belongs. */
  redirectTo: string | null;
  /** The page that sent the visitor here. */
  from: string | null;
  isOrdering: boolean;
};

/** Where signing in leads: admins to the back office, customers back to what they were doing, everybody else home. */
export const landingAfterLogin = ({ user, redirectTo, from, isOrdering }: Arrival): string => {
  if (user.isAdmin) return sameSitePath(redirectTo) ?? paths.admin.to();
  if (isOrdering) return paths.orderConfirmation.to();
  return from ?? paths.home.to();
};
