import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderDesk } from './use-order-desk.ts';

/** What went wrong with orders that have left the list since, for instance because somebody else delivered them meanwhile. */
export const PastFailures = ({ desk, shown }: { desk: OrderDesk; shown: readonly OrderGroup[] }) =>
  Object.entries(desk.failures)
    .filter(([orderNumber]) => shown.every((group) => group.orderNumber !== orderNumber))
    .map(([orderNumber, message]) => (
      <Alert key={orderNumber} color="red" variant="light" icon={<IconAlertCircle aria-hidden />} title={`注文番号 ${orderNumber}`}>
        <Stack align="flex-start" gap="sm">
          <Text>{message}</Text>
          <Button variant="default" size="sm" h={44} onClick={() => desk.forgetFailure(orderNumber)}>
            閉じる
          </Button>
        </Stack>
      </Alert>
    ));
