import { Alert, List, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** The errors of a form, above its submit button; renders nothing without errors. */
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
