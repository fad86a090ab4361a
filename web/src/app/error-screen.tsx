import { Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../lib/use-document-title.ts';

/** The error screen of the whole app. It has no landmark, because it can be inside a layout. */
export const ErrorScreen = ({ onRetry }: { onRetry: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle('エラーが発生しました');
  useEffect(() => heading.current?.focus(), []);

  return (
    <Container size="xs" py={80}>
      <Stack align="center" gap="md" ta="center">
        <IconAlertTriangle size={48} color="var(--mantine-color-error)" aria-hidden />
        <Title order={1} ref={heading} tabIndex={-1}>
          エラーが発生しました
        </Title>
        <Text>
          画面を表示できませんでした。もう一度お試しいただくか、ページを再読み込みしてください。ご注文の途中だった場合、選んだ動画はこのブラウザに保存されています。
        </Text>
        <Group justify="center" mt="sm">
          <Button onClick={onRetry}>再試行</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            ページを再読み込み
          </Button>
        </Group>
      </Stack>
    </Container>
  );
};
