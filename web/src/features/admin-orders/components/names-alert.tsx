import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Names what needs a look; nothing without names. */
export const NamesAlert = ({ title, names }: { title: string; names: readonly string[] }) =>
  names.length === 0 ? null : (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {/* What scrolls must be reachable by keyboard, and half a line at its end tells that there are more. */}
      <List spacing={4} mah={172} style={{ overflowY: 'auto' }} tabIndex={0} aria-label={title}>
        {names.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
    </Alert>
  );
