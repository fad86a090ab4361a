import { Alert, List, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** What keeps a form from going on, above its button; nothing when all is well. */
export const FormErrors = ({ messages }: { messages: readonly string[] }) => {
  if (messages.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {messages.length === 1 ? (
        <Text>{messages[0]}</Text>
      ) : (
        <List spacing={4}>
          {messages.map((message) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
};
