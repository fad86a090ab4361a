import { Container, Paper, Stack, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageTitle } from '../../../components/ui/page-title.tsx';

type Props = { title: string; lead: ReactNode; children: ReactNode };

/** The narrow card both steps of the sign-in stand in. */
export const SignInFrame = ({ title, lead, children }: Props) => (
  <Container size={460} py={{ base: 'xl', sm: 64 }}>
    <Paper withBorder radius="lg" p={{ base: 'lg', sm: 'xl' }} bg="var(--stage-surface)">
      <Stack gap="lg">
        <Stack gap={6}>
          <IconShieldLock size={32} stroke={1.5} color="var(--mantine-color-anchor)" aria-hidden />
          <PageTitle documentTitle={title} fz="1.5rem">
            {title}
          </PageTitle>
          <Text c="dimmed">{lead}</Text>
        </Stack>
        {children}
      </Stack>
    </Paper>
  </Container>
);
