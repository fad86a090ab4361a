import { Button, Group } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { guestMenu } from '../../../config/navigation.ts';
import { useSessionUser } from '../api/use-session-user.ts';

const MemberMenu = lazy(async () => ({ default: (await import('./member-menu.tsx')).MemberMenu }));

/** A guest is offered to register or log in; a signed-in person gets their menu. */
export const UserMenu = () => {
  const { user, isKnown } = useSessionUser();
  if (!isKnown) return null;
  if (user !== null) {
    return (
      <Suspense>
        <MemberMenu user={user} />
      </Suspense>
    );
  }
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
