import { useSessionUser } from '../../../api/session.ts';
import { GuestMenu } from './guest-menu.tsx';
import { MemberMenu } from './member-menu.tsx';

/** Links to register and log in for a guest; the menu for a signed-in user. */
export const UserMenu = () => {
  const { user, isKnown } = useSessionUser();
  if (!isKnown) return null;
  return user === null ? <GuestMenu /> : <MemberMenu user={user} />;
};
