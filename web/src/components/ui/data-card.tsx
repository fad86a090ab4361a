import type { PaperProps } from '@mantine/core';
import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useId } from 'react';

type Props = PaperProps & { title?: string; action?: ReactNode; children: ReactNode };

/** A bordered surface for one subject, with its heading (h2) and at most one action beside it. */
export const DataCard = ({ title, action, children, ...props }: Props) => {
  const headingId = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={title === undefined ? undefined : headingId}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      bg="var(--stage-surface)"
      {...props}
    >
      {title !== undefined && (
        <Group justify="space-between" mb="md" gap="sm" wrap="nowrap">
          <Title order={2} id={headingId}>
            {title}
          </Title>
          {action}
        </Group>
      )}
      {children}
    </Paper>
  );
};
