import { Button, Group, Text } from '@mantine/core';
import { formatYen, MIN_CHARGE } from '@stagereel/contracts';
import { Link } from 'react-router-dom';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { type OrderData, totalPrice } from '../../../lib/saved-data.ts';
import { atNewPrices } from '../lib/new-prices.ts';
import type { Preparation } from '../lib/use-preparation.ts';

const TITLE = '決済の準備に失敗しました';
const TRY_LATER = '時間をおいて、もう一度お試しください。';
/** Corrected in the order, not by a retry. */
const CODES_OF_ORDER = ['AmountMismatch', 'ItemsUnavailable', 'ItemsDuplicated', 'ItemsRequired', 'ValidationFailed'];

const isFaultOfOrder = (error: unknown): boolean => error instanceof ApiError && CODES_OF_ORDER.includes(error.code ?? '');

const adviceOf = (order: OrderData): string =>
  totalPrice(order.items) < MIN_CHARGE
    ? `カードでのお支払いは、合計${formatYen(MIN_CHARGE)}以上からご利用いただけます。`
    : '販売状況が変わった可能性があります。ご注文内容をもう一度ご確認ください。';

type Props = { preparation: Preparation; order: OrderData; formPath: string; onTakeNewPrices: (order: OrderData) => void };

/** The reason why the card cannot be entered yet, and what to do: accept the new prices, change the order, or retry. */
export const PreparationError = ({ preparation: { error, retry, isLoading }, order, formPath, onTakeNewPrices }: Props) => {
  const message = userMessageOf(error, TRY_LATER);
  if (!isFaultOfOrder(error)) {
    return (
      <ErrorPanel title={TITLE} onRetry={retry} isRetrying={isLoading}>
        {message === TITLE ? TRY_LATER : message}
      </ErrorPanel>
    );
  }
  const repriced = atNewPrices(order, error);
  return (
    <ErrorPanel title={TITLE}>
      <Text>{message}</Text>
      <Text>{repriced ? '選択後に価格が変更されました。新しい価格をご確認ください。' : adviceOf(order)}</Text>
      <Group mt="sm" gap="sm">
        {repriced && <Button onClick={() => onTakeNewPrices(repriced)}>合計{formatYen(totalPrice(repriced.items))}で続ける</Button>}
        <Button component={Link} to={formPath} variant="default">
          注文内容を変更する
        </Button>
      </Group>
    </ErrorPanel>
  );
};
