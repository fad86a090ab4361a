import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useSessionUser } from '../../../api/session.ts';
import { guestMenu } from '../../../config/navigation.ts';

const MemberMenu = lazy(async () => ({ default: (await import('./member-menu.tsx')).MemberMenu }));
const GuestMenu = lazy(async () => ({ default: (await import('./guest-menu.tsx')).GuestMenu }));

/** Links to register and log in for a guest; the menu for a signed-in user. */
export const UserMenu = () => {
  const { user, isKnown } = useSessionUser();
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  if (!isKnown) return null;
  if (user !== null || isNarrow) return <Suspense>{user === null ? <GuestMenu /> : <MemberMenu user={user} />}</Suspense>;
  return (
    <Group gap="xs" wrap="nowrap">
      {guestMenu.map(({ label, to }) => (
        <Button key={to} component={Link} to={to} variant="default" size="sm" h={44}>
          {label}
        </Button>
      ))}
    </Group>
  );
};
