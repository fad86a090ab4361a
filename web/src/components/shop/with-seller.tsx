import type { Seller } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shopInfoQuery } from '../../api/shop.ts';
import { userMessageOf } from '../../lib/api-error.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { LoadingText } from '../ui/loading-text.tsx';

/** Renders children with the seller once it is loaded, because the law requires the seller's name. */
export const WithSeller = ({ children }: { children: (seller: Seller) => ReactNode }) => {
  const { data, isError, error, refetch, isFetching } = useQuery(shopInfoQuery());
  if (data) return children(data.seller);
  if (!isError) return <LoadingText />;
  return (
    <ErrorPanel title="販売者の情報を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
      {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
    </ErrorPanel>
  );
};
