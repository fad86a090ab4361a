import { Button, Group, Text } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';

/** Said once for every time new orders came; it takes nothing from whoever is typing. */
export const NewOrdersNotice = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <Group gap="sm">
    <Text size="sm" fw={600} role="status">
      {count > 0 && `新しい注文が${count}件届きました`}
    </Text>
    {count > 0 && (
      <Button variant="default" size="sm" h={44} leftSection={<IconArrowUp size={18} aria-hidden />} onClick={onShow}>
        先頭を表示
      </Button>
    )}
  </Group>
);
