import { Container } from '@mantine/core';
import { LoadingText } from '../components/ui/loading-text.tsx';

/** While the code of a page is on its way. */
export const PageLoading = () => (
  <Container py={80}>
    <LoadingText />
  </Container>
);
