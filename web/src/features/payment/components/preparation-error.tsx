import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';

const TITLE = '決済の準備に失敗しました';
/** Mended in the order, not by trying again. */
const CODES_OF_ORDER = ['AmountMismatch', 'ItemsUnavailable', 'ItemsDuplicated', 'ItemsRequired', 'ValidationFailed'];

const isFaultOfOrder = (error: unknown): boolean => error instanceof ApiError && CODES_OF_ORDER.includes(error.code ?? '');

type Props = { error: unknown; formPath: string; onRetry: () => void; isRetrying: boolean };

/** Why the card cannot be entered yet, and the way on: change the order, or try again. */
export const PreparationError = ({ error, formPath, onRetry, isRetrying }: Props) => {
  const message = userMessageOf(error, '時間をおいて、もう一度お試しください。');
  if (!isFaultOfOrder(error)) {
    return (
      <ErrorPanel title={TITLE} onRetry={onRetry} isRetrying={isRetrying}>
        {message === TITLE ? '時間をおいて、もう一度お試しください。' : message}
      </ErrorPanel>
    );
  }
  return (
    <ErrorPanel title={TITLE}>
      <Text>{message}</Text>
      <Text>価格や販売状況が変わった可能性があります。注文内容をもう一度ご確認ください。</Text>
      <Group mt="sm">
        <Button component={Link} to={formPath} variant="default">
          注文内容を変更する
        </Button>
      </Group>
    </ErrorPanel>
  );
};
