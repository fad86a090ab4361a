import { Button, Container, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';

export const NotFoundPage = () => (
  <Container size="xs" py={80}>
    <Stack align="center" ta="center" gap="md">
      <Text fz={56} fw={700} lh={1} c="dimmed" aria-hidden>
        404
      </Text>
      <PageTitle documentTitle="ページが見つかりません">ページが見つかりません</PageTitle>
      <Text>お探しのページは、移動または削除されたか、アドレスが間違っている可能性があります。</Text>
      <Button component={Link} to={paths.home.to()} mt="sm">
        ホームに戻る
      </Button>
    </Stack>
  </Container>
);
