import { Container } from '@mantine/core';
import { LoadingText } from '../components/ui/loading-text.tsx';

/** While the code of the first page is on its way. */
export const PageLoading = () => (
  <Container component="main" py={80}>
    <LoadingText />
  </Container>
);
