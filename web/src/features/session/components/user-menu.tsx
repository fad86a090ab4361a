import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { useSessionUser } from '../../../api/session.ts';
import { GuestMenu } from './guest-menu.tsx';
import type { MemberMenu as MemberMenuComponent } from './member-menu.tsx';

/** Most first visits are a guest's. The page works without the menu, so a failed download must not replace the page by an error. */
const loadMenu = async (): Promise<{ default: ComponentType<ComponentProps<typeof MemberMenuComponent>> }> => {
  try {
    return { default: (await import('./member-menu.tsx')).MemberMenu };
  } catch {
    return { default: () => null };
  }
};

const MemberMenu = lazy(loadMenu);

/** Links to register and log in for a guest; the menu for a signed-in user. */
export const UserMenu = () => {
  const { user, isKnown } = useSessionUser();
  if (!isKnown) return null;
  if (user === null) return <GuestMenu />;
  return (
    <Suspense>
      <MemberMenu user={user} />
    </Suspense>
  );
};
