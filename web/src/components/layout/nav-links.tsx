import { Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { NavigationEntry } from '../../config/navigation.ts';

type Props = { label: string; entries: readonly NavigationEntry[]; linkClassName: string | undefined };

/** A named row of links; nothing while it has none. */
export const NavLinks = ({ label, entries, linkClassName }: Props) => {
  if (entries.length === 0) return null;
  return (
    <nav aria-label={label}>
      <Group gap="md">
        {entries.map((entry) => (
          <Link key={entry.to} to={entry.to} className={linkClassName}>
            {entry.label}
          </Link>
        ))}
      </Group>
    </nav>
  );
};
