import { Button, Text } from '@mantine/core';
import { orderingErrors } from '@stagereel/contracts';
import { Link } from 'react-router-dom';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { paths } from '../../../config/paths.ts';

/** Shown when the contest was withdrawn from sale during the order. */
export const ContestGone = () => (
  <ErrorPanel title={orderingErrors.ContestNotPublished.message}>
    <Text>選択した内容はこのブラウザに保存されています。販売が再開された場合は、続きからご注文いただけます。</Text>
    <Button component={Link} to={paths.home.to()} variant="default" mt="sm">
      販売中の大会を見る
    </Button>
  </ErrorPanel>
);
