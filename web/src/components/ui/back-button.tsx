import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

type Props = { children: ReactNode } & ({ to: string; onBack?: never } | { onBack: () => void; to?: never });

const look = {
  variant: 'subtle',
  className: 'screen-only',
  leftSection: <IconArrowLeft size={20} aria-hidden />,
  px: 'xs',
  ml: -12,
} as const;

/** A back link or button above a page's title. */
export const BackButton = ({ to, onBack, children }: Props) =>
  to === undefined ? (
    <Button {...look} onClick={onBack}>
      {children}
    </Button>
  ) : (
    <Button {...look} component={Link} to={to}>
      {children}
    </Button>
  );
