import { Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = { icon: Icon; title: string; children?: ReactNode };

/** Shown instead of an empty list. */
export const EmptyState = ({ icon: EmptyIcon, title, children }: Props) => (
  <Stack align="center" gap="xs" py={48} ta="center">
    <EmptyIcon size={40} stroke={1.4} color="var(--mantine-color-dimmed)" aria-hidden />
    <Text fw={600}>{title}</Text>
    {children}
  </Stack>
);
