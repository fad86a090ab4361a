import { Container, Paper, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';

type Props = {
  title: string;
  lead?: ReactNode;
  icon?: Icon;
  /** True for a later step of the same page: see PageTitle. */
  isNextStep?: boolean;
  children: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
};

/** A page with one narrow card, for signing in, registering and passwords. */
export const FormPage = ({ title, lead, icon: PageIcon, isNextStep, children, footer }: Props) => (
  <Container size={500} py={{ base: 'lg', sm: 56 }}>
    <Stack gap="lg">
      <Paper withBorder radius="lg" p={{ base: 'lg', sm: 'xl' }} bg="var(--stage-surface)">
        <Stack gap="lg">
          <Stack gap={6}>
            {PageIcon && <PageIcon size={32} stroke={1.5} color="var(--mantine-color-anchor)" aria-hidden />}
            <PageTitle documentTitle={title} isNextStep={isNextStep} fz="1.5rem">
              {title}
            </PageTitle>
            {lead && <Text c="dimmed">{lead}</Text>}
          </Stack>
          {children}
        </Stack>
      </Paper>
      {footer}
    </Stack>
  </Container>
);
