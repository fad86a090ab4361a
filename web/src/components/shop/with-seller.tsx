import type { Seller } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { userMessageOf } from '../../lib/api-error.ts';
import { shopInfoQuery } from '../../lib/shop-info.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { LoadingText } from '../ui/loading-text.tsx';

/** What names the seller, once it is known; never an empty space where the law wants a name. */
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
