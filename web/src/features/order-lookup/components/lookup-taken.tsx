import { Button, List, Stack, Text } from '@mantine/core';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import type { OrderLookup } from '../api/look-up-order.ts';

type Props = { lookup: OrderLookup; message: string; onAgain: () => void };

/** The same words whether there is such an order or not. */
export const LookupTaken = ({ lookup, message, onAgain }: Props) => (
  <Stack gap="lg">
    <Text>{message}</Text>
    <FactList>
      <Fact name="注文番号">{lookup.orderNumber}</Fact>
      <Fact name="メールアドレス">{lookup.email}</Fact>
    </FactList>
    <List size="sm" c="dimmed" spacing={4}>
      <List.Item>メールが届くまで5〜10分ほどかかることがあります。</List.Item>
      <List.Item>迷惑メールフォルダもご確認ください。</List.Item>
    </List>
    <Button variant="default" onClick={onAgain}>
      もう一度照会する
    </Button>
  </Stack>
);
