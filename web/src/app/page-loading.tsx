import { Container } from '@mantine/core';
import { LoadingText } from '../components/ui/loading-text.tsx';

/** Shown while the code of a page is loading. */
export const PageLoading = () => (
  <Container py={80}>
    <LoadingText />
  </Container>
);
