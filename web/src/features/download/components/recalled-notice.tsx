import { Alert, Button, Stack, Text } from '@mantine/core';
import { errorCatalogue } from '@stagereel/contracts';
import { IconInfoCircle } from '@tabler/icons-react';

type Props = {
  /** The reason why the current state is unknown. */
  problem: string | null;
  onRetry: () => void;
  isRetrying: boolean;
};

/** Shown when the shop recalled the videos to correct them; the customer only has to wait. */
export const RecalledNotice = ({ problem, onRetry, isRetrying }: Props) => (
  <Alert color="blue" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />} title="動画を準備し直しています">
    <Stack align="flex-start" gap="sm">
      <Text>{errorCatalogue.DownloadRecalled.message}</Text>
      {problem !== null && <Text fw={600}>{problem}</Text>}
      <Button variant="default" onClick={onRetry} loading={isRetrying}>
        もう一度確認する
      </Button>
    </Stack>
  </Alert>
);
