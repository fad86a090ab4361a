import { Group, Loader, Text } from '@mantine/core';

/** `読み込み中...` with a spinner; announced once. */
export const LoadingText = ({ children = '読み込み中...' }: { children?: string }) => (
  <Group role="status" justify="center" gap="sm" py="xl" wrap="nowrap">
    <Loader size="sm" aria-hidden />
    <Text c="dimmed">{children}</Text>
  </Group>
);
