import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** An alert with a list, for example of files or orders that need attention. Renders nothing if the list is empty. */
export const ListAlert = ({ title, items }: { title: string; items: readonly string[] }) =>
  items.length === 0 ? null : (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {/* Focusable, because it scrolls. The height cuts a line in half, to show that there is more. */}
      <List spacing={4} mah={172} style={{ overflowY: 'auto' }} tabIndex={0} aria-label={title}>
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </Alert>
  );
