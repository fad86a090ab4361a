import { Anchor } from '@mantine/core';
import { errorCatalogue } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { receiptStateQuery } from '../api/get-receipt-state.ts';
import { receiptFailureOf } from '../model/receipt-failure.ts';
import { ProveAddress } from './prove-address.tsx';
import { ReceiptDesk } from './receipt-desk.tsx';

type Props = {
  path: string;
  /** What an address that leads nowhere is told, and what to look at; and whether another e-mail address may lead somewhere. */
  missing: { text: string; hint: string; mayBeAnothers: boolean };
};

/** The receipts at one address of the shop, or what has to be done first. */
export const ReceiptContent = ({ path, missing }: Props) => {
  const { data, error, isPending, isFetching, refetch } = useQuery(receiptStateQuery(path));
  const load = () => void refetch();

  if (isPending) return <LoadingText />;
  if (data) return <ReceiptDesk path={path} state={data} />;

  switch (receiptFailureOf(error)) {
    case 'unproven':
      return <ProveAddress lead="領収書は、ご注文されたご本人だけが発行できます。メールアドレスを認証してください。" onProven={load} />;
    case 'missing':
      return (
        <>
          <ErrorPanel title={missing.text}>
            {missing.hint}ご不明な場合は、
            <Anchor component={Link} to={paths.orderLookup.to()}>
              ご注文の照会
            </Anchor>
            をご利用ください。
          </ErrorPanel>
          {missing.mayBeAnothers && (
            <ProveAddress lead="別のメールアドレスで注文された場合は、そのアドレスを認証すると発行できます。" onProven={load} />
          )}
        </>
      );
    case 'refunded':
      return <ErrorPanel title="領収書を発行できません">{userMessageOf(error, errorCatalogue.ReceiptRefunded.message)}</ErrorPanel>;
    default:
      return (
        <ErrorPanel title="領収書を読み込めませんでした" onRetry={load} isRetrying={isFetching}>
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      );
  }
};
